package taking_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

const (
	unlistedPage = apptest.RollPath + "/unlisted?class=8B"
	answerForm   = "#day-unlisted form"
)

// tellsOf tells the office of a student of 8B by the name.
func tellsOf(t *testing.T, v *apptest.Visitor, name string) apptest.Answer {
	t.Helper()
	return v.Post(unlistedPage, v.Filled(unlistedPage, "form.card", "name", name))
}

func TestAStudentOnNoListIsOnBoardAndEvacuationListUntilTheOfficeAnswers(t *testing.T) {
	t.Parallel()
	for answer, read := range map[roll.UnlistedAnswer]string{
		roll.Matched: "Found on a list", roll.Entered: "Entered in the school system", roll.Dismissed: "The list is right",
	} {
		t.Run(string(answer), func(t *testing.T) {
			t.Parallel()
			p := apptest.Boot(t)
			anna, office := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker)
			heard := office.Hears(t, apptest.DayPath+"/events", "Maya Kern")
			tellsOf(t, anna, " Maya  Kern ").Want(t, http.StatusSeeOther)
			<-heard
			if says := anna.Get(unlistedPage).Text("main"); !strings.Contains(says, "Maya Kern: the office was told at 08:3") {
				t.Errorf("the roll says %q", says)
			}
			if says := anna.Get(apptest.RollPath + "/unlisted?class=9A").Text("main"); strings.Contains(says, "Maya") {
				t.Errorf("another class's roll says %q", says)
			}
			board := office.Get(apptest.DayPath)
			for _, part := range []string{"1 student is in school and on no list", "Maya Kern 8B", "Told by Anna Lindqvist, 08:3"} {
				if says := board.Text("#day-unlisted"); !strings.Contains(says, part) {
					t.Errorf("the board lacks %q: %q", part, says)
				}
			}
			if in := anna.Get(apptest.EvacuationPath).Text("[data-place=in]"); !strings.Contains(in, "8B") || !strings.Contains(in, "Maya Kern on no list. Told by Anna Lindqvist, 08:3") {
				t.Errorf("in are %q", in)
			}
			form := board.Form(answerForm)
			form.Set("answer", string(answer))
			address, _ := board.Page.Find(answerForm).Attr("action")
			anna.Post(address, form).Want(t, http.StatusForbidden)
			office.Post(address, form).Want(t, http.StatusSeeOther)
			for page, selector := range map[string]string{apptest.DayPath: "#day-unlisted", apptest.EvacuationPath: "main"} {
				if says := office.Get(page).Text(selector); strings.Contains(says, "Maya") {
					t.Errorf("after the answer %s says %q", page, says)
				}
			}
			if says := anna.Get(unlistedPage).Text("main"); !strings.Contains(says, "Maya Kern: "+read+". Kofi Osei (office), 08:3") {
				t.Errorf("the teacher reads %q", says)
			}
			if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) > 0 {
				t.Errorf("%d calls were made", len(calls))
			}
		})
	}
}

func TestARepeatedPressTellsTheOfficeOfAStudentOnce(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	form := anna.Filled(unlistedPage, "form.card", "name", "Maya Kern")
	for range 2 {
		anna.Post(unlistedPage, form).Want(t, http.StatusSeeOther)
	}
	if told := p.As(t, apptest.OfficeWorker).Get(apptest.DayPath).Page.Find("#day-unlisted li"); told.Length() != 1 {
		t.Errorf("the board has %d lines", told.Length())
	}
}

func TestWithoutANameTheOfficeIsNotTold(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	for _, name := range []string{" ", strings.Repeat("é", roll.LongestName+1)} {
		refused := tellsOf(t, anna, name).Want(t, http.StatusUnprocessableEntity)
		if says := refused.Text("main"); !strings.Contains(says, "The office was not told: type a name of at most 80 characters.") {
			t.Errorf("it says %q", says)
		}
	}
}

func TestAStudentOnNoListIsStillLookedForTheNextDay(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	anna := p.As(t, apptest.Teacher)
	yesterdays, _ := anna.Get(unlistedPage).Page.Find("form.card").Attr("action")
	form := anna.Filled(unlistedPage, "form.card", "name", "Bo Tan")
	tellsOf(t, anna, "Maya Kern").Want(t, http.StatusSeeOther)
	clock.Forward(24 * time.Hour)
	if missing := anna.Get(apptest.EvacuationPath).Text("[data-place=unaccounted]"); !strings.Contains(missing, "Maya Kern") {
		t.Errorf("the next day not accounted for are %q", missing)
	}
	if says := anna.Post(yesterdays, form).Want(t, http.StatusConflict).Text("main"); !strings.Contains(says, "The office was not told: that day is over.") {
		t.Errorf("a page of yesterday is answered with %q", says)
	}
}

func TestAStudentToldAgainAfterTheAnswerIsAskedAboutAgain(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna, office := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker)
	tellsOf(t, anna, "Maya Kern").Want(t, http.StatusSeeOther)
	board := office.Get(apptest.DayPath)
	form := board.Form(answerForm)
	form.Set("answer", string(roll.Dismissed))
	address, _ := board.Page.Find(answerForm).Attr("action")
	office.Post(address, form).Want(t, http.StatusSeeOther)
	tellsOf(t, anna, "Maya Kern").Want(t, http.StatusSeeOther)
	if says := office.Get(apptest.DayPath).Text("#day-unlisted"); !strings.Contains(says, "Maya Kern") {
		t.Errorf("the board says %q", says)
	}
}

func TestACoverWhoseSessionIsOverIsNotAskedForAPassword(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	form := p.Covers(t, p.CoverLink(t, "8B", "12:15"), "Nina Roth").Filled(unlistedPage, "form.card", "name", "Maya Kern")
	if says := p.Visit(t).Post(unlistedPage, form).Text("main"); !strings.Contains(says, "ask the office for a new one.") {
		t.Errorf("it says %q", says)
	}
}
