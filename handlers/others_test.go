package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
)

const othersPath = connectionPath + "/others"

// namesOthers is a scene whose school system has answered two presses for other students.
func namesOthers(t *testing.T, s *scene) (anna *visitor) {
	t.Helper()
	must(t, s.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, NameOthers: true}))
	anna = s.as(t, teacher)
	anna.takes("Absent", 0, 1)
	if connection, err := s.app.Store.Connection(t.Context(), harbour); err != nil || connection.Pause != roll.NotPaused {
		t.Errorf("after the first answer the school is paused by %q, %v", connection.Pause, err)
	}
	anna.takes("Late", 3)
	pass(time.Second)
	return anna
}

// paused tells whether the school is paused because of other students.
func (s *scene) paused(t *testing.T) bool {
	t.Helper()
	connection, err := s.app.Store.Connection(t.Context(), harbour)
	must(t, err)
	return connection.Pause == roll.PausedStudents
}

func TestAnswersForOtherStudentsPauseTheSchoolUntilAnAdminHasLooked(t *testing.T) {
	t.Parallel()
	play(t, func(t *testing.T, s *scene) {
		anna := namesOthers(t, s)
		if !s.paused(t) {
			t.Fatal("the second answer pauses nothing")
		}
		sent := len(s.sandbox.Arrivals(harbourCode))
		s.sandbox.Heal(harbourCode)
		anna.takes("Absent", 7)
		const words = "Kept safe; the office is checking the connection."
		kept := anna.get(eightB)
		if kept.text("#light") != words || strings.Count(kept.why(), words) != 4 || strings.Contains(kept.why(), "by itself") {
			t.Errorf("the teacher reads %q and %q", kept.text("#light"), kept.why())
		}
		ada := s.as(t, administrator)
		light := ada.get(dayPath).page.Find("#light")
		if light.AttrOr("data-light", "") != "others" || light.Find("a").AttrOr("href", "") != othersPath {
			t.Errorf("the admin's page says %q", light.Text())
		}
		page := ada.get(othersPath).want(t, http.StatusOK)
		for _, want := range []string{"Anna Lindqvist marked 2 students as Absent (8B)", "in place of some of them", "8B: Absent, ", "Mend the numbers"} {
			if !strings.Contains(page.text("main"), want) {
				t.Errorf("the page does not say %q: %s", want, page.text("main"))
			}
		}
		office := s.as(t, officeWorker)
		read := office.get(othersPath).want(t, http.StatusOK)
		if read.page.Find("main form").Length() > 0 || read.page.Find(".answered").Length() != 2 {
			t.Errorf("the office reads %q", read.text("main"))
		}
		office.post(othersPath, url.Values{"reason": {"it is so"}}).want(t, http.StatusForbidden)
		anna.get(othersPath).want(t, http.StatusForbidden)
		nothingElseEndsIt(t, s, ada)
		ada.post(othersPath, url.Values{"reason": {" "}}).want(t, http.StatusUnprocessableEntity)
		if got := len(s.sandbox.Arrivals(harbourCode)); got != sent || !s.paused(t) {
			t.Fatalf("%d saves were sent while the school was paused", got-sent)
		}
		said := ada.follow(ada.post(othersPath, url.Values{"reason": {"looked them up"}})).want(t, http.StatusOK)
		if text := said.text("main"); !strings.Contains(text, "Ada Byron said that the students named are the right ones") || !strings.Contains(text, "looked them up") {
			t.Errorf("it says %q", text)
		}
		pass(200 * time.Millisecond)
		if rows := anna.get(eightB).rows(t); rows[7].outcome != "saved" {
			t.Errorf("what was held is %s", rows[7].outcome)
		}
		pass(3 * time.Minute)
		if rows := anna.get(eightB).rows(t); count(rows, "saved", "Absent") != 3 || count(rows, "saved", "Late") != 1 {
			t.Errorf("then the roll shows %+v", rows[:8])
		}
	})
}

// nothingElseEndsIt tries what ends other pauses.
func nothingElseEndsIt(t *testing.T, s *scene, ada *visitor) {
	t.Helper()
	must(t, s.app.Store.Resume(t.Context(), harbour))
	ada.post(connectionPath+"/key", url.Values{"key": {s.newKey(t, harbourCode).Reveal()}}).want(t, http.StatusSeeOther)
	ada.switches()
	ada.post(connectPath+"/right", nil)
	pass(2 * time.Minute)
	if light := ada.get(connectionPath).page.Find("#light").AttrOr("data-light", ""); light != "others" {
		t.Errorf("the connection is said to be %s", light)
	}
}

func TestMendingTheNumbersEndsThePauseBecauseOfOtherStudents(t *testing.T) {
	t.Parallel()
	play(t, func(t *testing.T, s *scene) {
		namesOthers(t, s)
		school, err := s.app.Store.School(t.Context(), harbour)
		must(t, err)
		school.Proof = roll.Unproven
		must(t, s.app.Store.SetMapping(t.Context(), school, true))
		if s.paused(t) {
			t.Error("it stands")
		}
		if light := s.as(t, administrator).get(dayPath).text("#light"); !strings.Contains(light, "not switched on yet") {
			t.Errorf("then the light says %q", light)
		}
	})
}

func TestTheOfficeIsToldOnceOfStudentsWhomNobodySent(t *testing.T) {
	t.Parallel()
	p := boot(t)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, EchoClass: true}))
	anna := p.as(t, teacher)
	anna.takes("Absent", 0, 1)
	p.quiet(t)
	if rows := anna.get(eightB).rows(t); count(rows, "saved", "Absent") != 2 {
		t.Errorf("the roll shows %+v", rows[:2])
	}
	office := p.as(t, officeWorker)
	if !strings.Contains(office.get(dayPath).text("main"), "named students for whom nobody sent a mark") {
		t.Error("the day says nothing of it")
	}
	page := office.get(connectionPath).want(t, http.StatusOK)
	if named := page.page.Find("#besides .answered li").Length(); named != 28 {
		t.Errorf("%d students are named: %s", named, page.text("#besides"))
	}
	office.follow(office.post(page.address("#besides form"), page.form("#besides form"))).want(t, http.StatusOK)
	anna.takes("Late", 2)
	p.quiet(t)
	if office.get(connectionPath).page.Find("#besides").Length() > 0 || strings.Contains(office.get(dayPath).text("main"), "nobody sent a mark") {
		t.Error("the office is told again")
	}
}
