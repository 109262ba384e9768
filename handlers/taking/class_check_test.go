package taking_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

const checkForm = "form#class-check"

// answers presses an answer to "Is this your class?" on the roll.
func answers(t *testing.T, v *apptest.Visitor, path string, answer roll.ClassCheckAnswer) apptest.Answer {
	t.Helper()
	page := v.Get(path)
	address, asked := page.Page.Find(checkForm).Attr("action")
	if !asked {
		t.Fatalf("%s does not ask about the list", path)
	}
	form := page.Form(checkForm)
	form.Set("answer", string(answer))
	return v.Post(address, form)
}

// morningAfter boots a school whose first list came into use the day before.
func morningAfter(t *testing.T) *apptest.Program {
	t.Helper()
	clock := apptest.NewMovingClock(apptest.BootHour().Add(-24 * time.Hour))
	p := apptest.BootAt(t, clock.Now)
	p.As(t, apptest.OfficeWorker).Get(apptest.DayPath)
	clock.Forward(24 * time.Hour)
	return p
}

func TestATeacherIsAskedOnceWhetherANewListIsHerClass(t *testing.T) {
	t.Parallel()
	p := morningAfter(t)
	anna, office := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker)
	if asks := office.Get(apptest.RollPath + "?class=8B").Page.Find(checkForm).Length(); asks != 0 {
		t.Error("the office is asked")
	}
	heard := office.Hears(t, apptest.DayPath+"/events", "1 of ")
	answers(t, anna, apptest.RollPath+"?class=8B", roll.ClassRight).Want(t, http.StatusSeeOther)
	<-heard
	if asks := anna.Get(apptest.RollPath + "?class=8B").Page.Find(checkForm).Length(); asks != 0 {
		t.Error("she is asked again")
	}
	if says := office.Get(apptest.DayPath).Text("#day-checks"); !strings.HasPrefix(says, "New lists: 1 of ") {
		t.Errorf("the board says %q", says)
	}
}

func TestTheBoardNamesAClassThatIsNotRightUntilItsTeacherIsAskedAgain(t *testing.T) {
	t.Parallel()
	for _, wrong := range []struct {
		answer roll.ClassCheckAnswer
		says   string
	}{
		{roll.StudentMissing, "8B Somebody is missing Told by Anna Lindqvist, 08:30"},
		{roll.OtherClass, "8B Not my class Told by Anna Lindqvist, 08:30"},
	} {
		answer, says := wrong.answer, wrong.says
		t.Run(string(answer), func(t *testing.T) {
			t.Parallel()
			p := morningAfter(t)
			anna, office := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker)
			next := answers(t, anna, apptest.RollPath+"?class=8B", answer)
			if answer == roll.StudentMissing && next.Page.Find("input[name=name]").Length() != 1 {
				t.Error("the next page does not ask for the name")
			}
			const again = "#day-checks form"
			board := office.Get(apptest.DayPath)
			if text := board.Text("#day-checks"); !strings.Contains(text, says) {
				t.Errorf("the board says %q, not %q", text, says)
			}
			address, _ := board.Page.Find(again).Attr("action")
			anna.Post(address, board.Form(again)).Want(t, http.StatusForbidden)
			office.Post(address, board.Form(again)).Want(t, http.StatusSeeOther)
			if text := office.Get(apptest.DayPath).Text("#day-checks"); text != "" {
				t.Errorf("the board still says %q", text)
			}
			answers(t, anna, apptest.RollPath+"?class=8B", roll.ClassRight).Want(t, http.StatusSeeOther)
		})
	}
}

func TestTheDayOfTheFirstListAsksNobody(t *testing.T) {
	t.Parallel()
	if asks := apptest.Boot(t).As(t, apptest.Teacher).Get(apptest.RollPath + "?class=8B").Page.Find(checkForm); asks.Length() != 0 {
		t.Error("the roll asks about the list that the office has just looked at")
	}
}

func TestATeacherWithAClassIsNotAskedAboutAColleagues(t *testing.T) {
	t.Parallel()
	p := morningAfter(t)
	p.Teach(t, "9A", "Anna Lindqvist", apptest.Teacher)
	anna := p.As(t, apptest.Teacher)
	for class, want := range map[string]int{"8B": 0, "9A": 1} {
		if asks := anna.Get(apptest.RollPath + "?class=" + class).Page.Find(checkForm).Length(); asks != want {
			t.Errorf("the roll of %s asks %d times", class, asks)
		}
	}
}
