package absences_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// told tells an absence with the fields, and answers the questions by pressing the button again.
func told(v *apptest.Visitor, students []string, fields url.Values, untick ...string) (asked, after apptest.Answer) {
	v.T.Helper()
	asked = tells(v, students, fields).Want(v.T, http.StatusUnprocessableEntity)
	form := asked.Form("#absence")
	for _, day := range untick {
		var left []string
		for _, value := range form["correct"] {
			if !strings.HasPrefix(value, day) {
				left = append(left, value)
			}
		}
		form["correct"] = left
	}
	posted := v.Post(absencesPath, form).Want(v.T, http.StatusSeeOther)
	v.Post(absencesPath, form).Want(v.T, http.StatusSeeOther)
	return asked, v.Follow(posted).Want(v.T, http.StatusOK)
}

func TestAnAbsenceToldTooLateCorrectsItsDaysInTheSameSave(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	page, students := teacher.EightB()
	first := p.Today()
	teacher.Follow(teacher.Post(page.Address("#roll"), page.Press(t, "Absent", students[0]))).Want(t, http.StatusOK)
	page, _ = teacher.EightB()
	teacher.Follow(teacher.Post(page.Address("#roll"), page.Press(t, "Present", students[1]))).Want(t, http.StatusOK)
	p.Settled(t, apptest.Harbour)
	calls := len(p.Sandbox.Arrivals(apptest.HarbourCode))
	clock.Forward(7 * 24 * time.Hour)
	both := url.Values{"from": {string(first)}, "to": {string(first.AddDays(1))}}
	asked, after := told(office, students[:2], both)
	says := strings.Join(strings.Fields(asked.Text("#questions")), " ")
	for _, want := range []string{"These days are over.", "Absent, then Excused", "Present, then Excused", "No mark yet, then Excused"} {
		if !strings.Contains(says, want) {
			t.Errorf("it asks %q, not %q", says, want)
		}
	}
	if ticked := len(asked.Form("#absence")["correct"]); ticked != 3 {
		t.Errorf("ticked are %d of 4: one was seen there", ticked)
	}
	p.Settled(t, apptest.Harbour)
	if made := len(p.Sandbox.Arrivals(apptest.HarbourCode)) - calls; made != 2 {
		t.Errorf("two days made %d calls", made)
	}
	if done := after.Text("main"); !strings.Contains(done, "marks of days that are over are corrected") {
		t.Errorf("then it says %q", done)
	}
	then := office.Get(apptest.RollPath+"?class=8B&date="+string(first)).Want(t, http.StatusOK)
	apptest.WantSaved(t, then, "Excused", students[0])
	apptest.WantSaved(t, then, "Present", students[1])
}

func TestARangeThatHasBegunCorrectsOnlyTheChosenDaysThatAreOver(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	_, students := office.EightB()
	from, left := p.Today().AddDays(-3), p.Today().AddDays(-1)
	_, after := told(office, students[:1], url.Values{"from": {string(from)}, "to": {string(p.Today().AddDays(1))}}, string(left))
	if says := after.Text("main"); strings.Count(says, "Excused") < 2 || after.Page.Find("[data-date='"+string(left)+"']").Length() != 0 {
		t.Errorf("the page of the days says %q", says)
	}
	page, _ := office.EightB()
	if note := page.Note(students[0]); note != "No mark yet. Excused till Fri" {
		t.Errorf("today's row says %q", note)
	}
}

func TestAFormLeftOpenOvernightSaysThatItsDayIsOver(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	office := p.As(t, apptest.OfficeWorker)
	_, students := office.EightB()
	form := office.Get(absencesPath + "?student=" + students[0]).Form("#absence")
	clock.Forward(12 * time.Hour)
	clock.Forward(10 * time.Hour)
	answer := p.As(t, apptest.OfficeWorker).Post(absencesPath, form).Want(t, http.StatusUnprocessableEntity)
	if says := answer.Text("#questions"); !strings.Contains(says, "These days are over.") {
		t.Errorf("it says %q", says)
	}
}

func TestAnAbsenceThatSharesDaysWithAnotherIsAskedAboutBeforeItIsKept(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page, students := office.EightB()
	name := strings.Join(strings.Fields(page.Page.Find("[data-enrolment='"+students[0]+"'] bdi").Text()), " ")
	days := url.Values{"to": {string(p.Today().AddDays(1))}}
	tells(office, students[:1], days).Want(t, http.StatusSeeOther)
	days.Set("status", statusOf(office, students[0], "Absent"))
	asked, after := told(office, students[:1], days)
	if says := asked.Text("#questions"); !strings.Contains(says, name+" is already Excused on Thu") || !strings.Contains(says, "Fri. Change it?") {
		t.Errorf("it asks %q", says)
	}
	if button := asked.Text("#absence .primary"); button != "Change it" {
		t.Errorf("the button says %q", button)
	}
	if kept := after.Page.Find("ul.known [data-known]").Length(); kept != 2 || !strings.Contains(after.Text("details.card"), "Taken back") {
		t.Errorf("there are %d, and %q", kept, after.Text("details.card"))
	}
	page, _ = office.EightB()
	if note := page.Note(students[0]); note != "No mark yet. Absent till Fri" {
		t.Errorf("the row says %q", note)
	}
	// The same file twice, in two presses.
	number := page.Page.Find("[data-enrolment='"+students[1]+"']").AttrOr("data-student", "")
	for _, status := range []int{http.StatusSeeOther, http.StatusUnprocessableEntity} {
		form := office.Get(absencesPath).Form("#file")
		office.SendFile(absencesPath+"/file", "a.csv", "Student;From\r\n"+number+";"+string(p.Today()), url.Values{"press": {form.Get("press")}}).Want(t, status)
	}
}

func TestADayOfAnotherPressIsAskedAboutAgain(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	_, students := office.EightB()
	yesterday := p.Today().AddDays(-1)
	asked := tells(office, students[:1], url.Values{"from": {string(yesterday)}}).Want(t, http.StatusUnprocessableEntity)
	press := office.Get(apptest.RollPath + "?class=8B&date=" + string(yesterday))
	marked := press.Press(t, "Late", students[0])
	marked.Set("reason", "came at nine")
	office.Follow(office.Post(apptest.RollPath, marked)).Want(t, http.StatusOK)
	again := office.Post(absencesPath, asked.Form("#absence")).Want(t, http.StatusUnprocessableEntity)
	if says := strings.Join(strings.Fields(again.Text("#questions")), " "); !strings.Contains(says, "Late, then Excused") || len(again.Form("#absence")["correct"]) != 0 {
		t.Errorf("it asks %q", says)
	}
	broken := asked.Form("#absence")
	broken.Set("asked", "soon")
	office.Post(absencesPath, broken).Want(t, http.StatusBadRequest)
	if page, _ := office.EightB(); page.Note(students[0]) != "No mark yet" {
		t.Error("something was kept")
	}
}

func TestTheFormKeepsItsFieldsWhenTheSessionEnds(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	office, other := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Administrator)
	_, students := office.EightB()
	opened := absencesPath + "?student=" + students[0]
	form := office.Get(opened).Form("#absence")
	form.Set("to", "2026-12-18")
	form.Set("until", "10:30")
	form["weekday"] = []string{"1", "4"}
	form.Set("status", statusOf(office, students[0], "Absent"))
	form.Set("reason", "Illness")
	form.Set("told_by", "Mrs Byron")
	back := func(form url.Values) string {
		t.Helper()
		next := p.Visit(t).Post(absencesPath, form, "Referer", p.Address+opened).Leads()
		if strings.Contains(next, "Illness") || strings.Contains(next, "Byron") {
			t.Errorf("the address says %q", next)
		}
		address, err := url.Parse(next)
		apptest.Must(t, err)
		return address.Query().Get("next")
	}
	next := back(form)
	for range 2 {
		kept := office.Get(next).Want(t, http.StatusOK).Form("#absence")
		for _, field := range []string{"student", "from", "to", "until", "status", "reason", "told_by"} {
			if kept.Get(field) != form.Get(field) {
				t.Errorf("%s is %q, not %q", field, kept.Get(field), form.Get(field))
			}
		}
		if len(kept["weekday"]) != 2 {
			t.Errorf("the days are %q", kept["weekday"])
		}
	}
	if others := other.Get(next).Want(t, http.StatusOK).Form("#absence"); others.Get("reason")+others.Get("told_by") != "" {
		t.Errorf("another person reads %q", others)
	}
	foreign := url.Values{"press": {"AAAA"}, "reason": {"Illness"}, "student": {students[0]}}
	if kept := office.Get(back(foreign)).Want(t, http.StatusOK).Form("#absence"); kept.Get("reason") != "" {
		t.Errorf("without a token of this server the reason is %q", kept.Get("reason"))
	}
	clock.Forward(31 * time.Minute)
	if late := p.As(t, apptest.OfficeWorker).Get(next).Form("#absence"); late.Get("reason")+late.Get("told_by") != "" {
		t.Errorf("half an hour later the form has %q", late)
	}
}
