package office_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

const pastEightB = apptest.EightB + "&date=" + apptest.Today

// afterANight boots a school whose office took the roll of 8B yesterday..
func afterANight(t *testing.T) (p *apptest.Program, students []roll.Enrolment) {
	t.Helper()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p = apptest.BootAt(t, clock.Now)
	office := p.As(t, apptest.OfficeWorker)
	office.TakesAll(apptest.EightB)
	students = p.List(t, apptest.Harbour, apptest.PeriodOffered(office))
	clock.Forward(24 * time.Hour)
	return p, students
}

// inEightB returns the index of the student at the place in 8B.
func inEightB(students []roll.Enrolment, place int) int {
	for i, one := range students {
		if one.Class == "8B" {
			if place--; place < 0 {
				return i
			}
		}
	}
	return -1
}

func TestANewStudentIsNotMissingOnDaysBeforeHerFirst(t *testing.T) {
	t.Parallel()
	p, students := afterANight(t)
	p.PutStudents(t, append(students, roll.Enrolment{ID: 990_000, Given: "New", Family: "Comer", Class: "8B", ClassName: "8B"}))
	office := p.As(t, apptest.OfficeWorker)
	rows := office.Get(pastEightB).Want(t, http.StatusOK).Rows(t)
	if len(rows) != apptest.EightBSize || apptest.Count(rows, "saved", "Present") != apptest.EightBSize {
		t.Errorf("yesterday's roll is %+v", rows)
	}
	board := office.Get(apptest.DayPath+"?date="+apptest.Today).Want(t, http.StatusOK)
	if state := board.Page.Find(`[data-class="8B"] [data-state], [data-class="8B"][data-state]`).AttrOr("data-state", ""); state != string(roll.ClassDone) {
		t.Errorf("8B is %q on yesterday's board", state)
	}
	if row := summaryOf(t, office, "from="+apptest.Today+"&to="+apptest.Today, "8B"); row["Not known"] != "0" {
		t.Errorf("yesterday's summary counts %s days of students as not known", row["Not known"])
	}
	if rows := office.Get(apptest.EightB).Want(t, http.StatusOK).Rows(t); len(rows) != apptest.EightBSize+1 {
		t.Errorf("today's roll has %d rows", len(rows))
	}
}

func TestALeaverStaysOnThePastRollAndCanBeCorrectedThere(t *testing.T) {
	t.Parallel()
	p, students := afterANight(t)
	at := inEightB(students, 2)
	left := students[at]
	p.PutStudents(t, slices.Delete(slices.Clone(students), at, at+1))
	office := p.As(t, apptest.OfficeWorker)
	page := office.Get(pastEightB).Want(t, http.StatusOK)
	row := `li[data-enrolment="` + left.ID.String() + `"]`
	if note := page.Text(row + " small"); note != "has left" {
		t.Errorf("the leaver's note is %q", note)
	}
	form := page.Press(t, "Late", left.ID.String())
	form.Set("reason", "came at nine")
	office.Post(apptest.RollPath, form).Saved(t)
	if status := office.Get(pastEightB).Text(row + " [data-status]"); status != "Late" {
		t.Errorf("the corrected mark reads %q", status)
	}
	month := office.Get("/schools/harbour/students/"+left.ID.String()+"/month?month=2026-11").Want(t, http.StatusOK)
	if !strings.Contains(month.Text("h1"), left.Family) || !strings.Contains(string(month.Body), "Late") {
		t.Errorf("the leaver's month is %q", month.Text("main"))
	}
	class := office.Get("/schools/harbour/month?class=8B&month=2026-11").Want(t, http.StatusOK)
	if !strings.Contains(class.Text("main"), left.Family) {
		t.Errorf("the class's month lacks the leaver: %q", class.Text("main"))
	}
}

func TestTheMarkOfANumberThatNamesAnotherChildNowStaysOnThePastRoll(t *testing.T) {
	t.Parallel()
	p, students := afterANight(t)
	at := inEightB(students, 2)
	now := slices.Clone(students)
	now[at].Student, now[at].Given, now[at].Family = 990_001, "Zed", "Quill"
	p.PutStudents(t, now)
	page := p.As(t, apptest.OfficeWorker).Get(pastEightB).Want(t, http.StatusOK)
	row := page.Page.Find(`li[data-enrolment="` + students[at].ID.String() + `"]`)
	if row.Find("[data-status]").Text() != "Present" || row.Find(".name b").Text() != students[at].Family {
		t.Errorf("the row is %q", row.Text())
	}
	if row.Find("input").Length() > 0 {
		t.Error("the mark can be changed, and would be sent for the other child")
	}
}
