package absences_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// openedFinder is the address of the finder with an open student of 8B, whose number follows.
const openedFinder = apptest.FindPath + "?q=8B&open="

func TestWhoIsExpectedLaterIsNotAmongTheOthersAndKeepsNoClassOpen(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	_, students := office.EightB()
	tells(office, students[:1], url.Values{"until": {"10:30"}}).Want(t, http.StatusSeeOther)
	page, _ := teacher.EightB()
	if note := page.Note(students[0]); note != "No mark yet. expected 10:30" {
		t.Errorf("the row says %q", note)
	}
	form := page.Form("#roll")
	if others := form["other"]; len(others) != len(students)-1 || strings.Contains(strings.Join(others, " "), students[0]) {
		t.Errorf("%d of %d are the others", len(others), len(students))
	}
	press := page.Press(t, "Absent", students[1])
	press.Set("others", page.Status(t, "Present"))
	press["other"] = form["other"]
	after := teacher.Follow(teacher.Post(page.Address("#roll"), press)).Want(t, http.StatusOK)
	apptest.WantSaved(t, after, "Present", students[2])
	if note := after.Note(students[0]); note != "No mark yet. expected 10:30" {
		t.Errorf("then the row says %q", note)
	}
	if says := after.Text("#recorded"); !strings.Contains(says, "done") || !strings.Contains(says, "1 expected later") {
		t.Errorf("the roll says %q", says)
	}
	if says := teacher.Get("/schools/harbour").Want(t, http.StatusOK).Text("main"); !strings.Contains(says, "1 of ") {
		t.Errorf("home says %q", says)
	}
	wantBoard := func(want string) {
		t.Helper()
		board := office.Get(apptest.DayPath).Want(t, http.StatusOK)
		if state := board.Page.Find("[data-class='8B'] .state").AttrOr("data-state", ""); state != "done" {
			t.Errorf("8B is %q on the board", state)
		}
		if says := board.Text("#day-late"); !strings.Contains(says, want) || want == "" && says != "" {
			t.Errorf("the board says %q, not %q", says, want)
		}
	}
	wantBoard("")
	clock.Forward(2*time.Hour + 9*time.Minute)
	wantBoard("")
	clock.Forward(time.Minute)
	wantBoard("Not in as expected: 1")
	gate := office.Get(openedFinder+students[0]).Want(t, http.StatusOK).Form("#gate")
	gate.Set("movement", "in")
	office.Follow(office.Post("/schools/harbour/students/movements", gate)).Want(t, http.StatusOK)
	wantBoard("")
}

func TestWhoLeavesLaterIsMarkedInTheMorningAndCountsAsInUntilOutIsPressed(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	_, students := office.EightB()
	days := url.Values{"after": {"11:00"}, "until": {"13:00"}, "to": {string(p.Today().AddDays(20))},
		"weekday": {"4"}}
	tells(office, students[:1], days).Want(t, http.StatusSeeOther)
	teacher.TakesAll(apptest.EightB)
	page, _ := teacher.EightB()
	apptest.WantSaved(t, page, "Present", students[0])
	if note := page.Note(students[0]); note != "Present leaves 11:00 · expected 13:00" {
		t.Errorf("the row says %q", note)
	}
	name := strings.Join(strings.Fields(page.Page.Find("[data-enrolment='"+students[0]+"'] bdi").Text()), " ")
	clock.Forward(3 * time.Hour)
	wantPlace := func(place roll.Place, note string) {
		t.Helper()
		list := teacher.Get("/schools/harbour/evacuation").Want(t, http.StatusOK)
		if says := strings.Join(strings.Fields(list.Text("[data-place="+string(place)+"]")), " "); !strings.Contains(says, name+" "+note) {
			t.Errorf("%s is not %s with %q", name, place, note)
		}
	}
	wantPlace(roll.In, "leaves 11:00 · expected 13:00")
	opened := office.Get(openedFinder+students[0]).Want(t, http.StatusOK)
	if says := opened.Text("#gate"); !strings.Contains(says, "Out 11:00") || !strings.Contains(says, "Planned") {
		t.Errorf("the office reads %q", says)
	}
	gate := opened.Form("#gate")
	gate.Set("movement", "out")
	office.Follow(office.Post("/schools/harbour/students/movements", gate)).Want(t, http.StatusOK)
	wantPlace(roll.Away, "Present · out 11:30 · expected 13:00")
	clock.Forward(2 * time.Hour)
	if says := office.Get(apptest.DayPath).Text("#day-late"); !strings.Contains(says, name) || !strings.Contains(says, "expected 13:00") {
		t.Errorf("the board says %q", says)
	}
}

func TestTheEvacuationListSaysWhyAStudentIsNotExpected(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	office := p.As(t, apptest.OfficeWorker)
	_, students := office.EightB()
	tells(office, students[:2], url.Values{"to": {string(p.Today().AddDays(1))}, "reason": {"Illness"}}).Want(t, http.StatusSeeOther)
	tells(office, students[2:3], url.Values{"until": {"10:30"}}).Want(t, http.StatusSeeOther)
	list := p.As(t, apptest.Teacher).Get("/schools/harbour/evacuation").Want(t, http.StatusOK)
	away := strings.Join(strings.Fields(list.Text("[data-place=away]")), " ")
	if strings.Count(away, "Excused till Fri") != 2 || !strings.Contains(away, "Excused · expected 10:30") || strings.Contains(away, "Illness") {
		t.Errorf("away are %q", away)
	}
	clock.Forward(2 * time.Hour)
	list = office.Get("/schools/harbour/evacuation").Want(t, http.StatusOK)
	if says := list.Text("[data-place=unaccounted]"); !strings.Contains(says, "expected 10:30") {
		t.Errorf("at 10:30 missing are %q", says)
	}
}
