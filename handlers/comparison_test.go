package handlers_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
)

const comparisonPath = "/schools/harbour/comparison"

// setElsewhere enters a mark in the school system itself.
func (s *scene) setElsewhere(t *testing.T, page answer, status string, enrolments ...string) {
	t.Helper()
	for _, id := range numbers(t, enrolments...) {
		must(t, s.sandbox.SetMark(t.Context(), harbourCode, sandbox.Mark{
			EnrolmentID: id, Date: today, StatusID: numbers(t, page.status(t, status))[0],
		}))
	}
}

func TestTheOfficeIsToldWhatSomebodyChangedInTheSchoolSystem(t *testing.T) {
	t.Parallel()
	play(t, func(t *testing.T, s *scene) {
		s.makeReadable(t)
		v := s.as(t, teacher)
		page := v.get(eightB)
		p := s.pressesOf(t, v, page, "Absent", page.enrolments(t, 0, 1)...)
		p.showsFor(t, p.enrolments[0], roll.Saved, "Absent")
		s.setElsewhere(t, page, "Excused", page.enrolments(t, 1)...)
		s.setElsewhere(t, page, "Late", page.enrolments(t, 4)...)
		pass(5 * time.Minute)

		office := s.as(t, officeWorker)
		office.get(comparisonPath).want(t, http.StatusOK)
		pass(time.Second)
		home := office.get("/schools/harbour").want(t, http.StatusOK)
		if says := home.text("#compared"); says != "Compared with the school system at 08:35: 1 the same, 2 differ. Show" {
			t.Errorf("the office reads %q", says)
		}
		shown := office.get(comparisonPath).want(t, http.StatusOK)
		rows := shown.page.Find("[data-difference]")
		if text := rows.Text(); rows.Length() != 2 || !strings.Contains(text, "Absent → is now Excused") || !strings.Contains(text, "No mark → is now Late") {
			t.Errorf("it shows %s", text)
		}
		if says := v.get("/schools/harbour").text("#compared"); says != "" {
			t.Errorf("a teacher reads %q", says)
		}
		v.get(comparisonPath).want(t, http.StatusForbidden)
	})
}

func TestASchoolThatCannotBeReadIsNotCompared(t *testing.T) {
	t.Parallel()
	play(t, func(t *testing.T, s *scene) {
		office := s.as(t, officeWorker)
		office.get("/schools/harbour").want(t, http.StatusOK)
		pass(time.Minute)
		if says := office.get("/schools/harbour").text("#compared"); says != "" {
			t.Errorf("the office reads %q", says)
		}
		office.get(comparisonPath).want(t, http.StatusOK)
		for path := range s.sandbox.Calls()[harbourCode] {
			if strings.Contains(path, "attendance/daily/list") {
				t.Error("the day is read")
			}
		}
	})
}

// readAgain opens the roll so that a reading is begun, and lets it end.
func (s *scene) readAgain(t *testing.T, v *visitor) answer {
	t.Helper()
	pass(5 * time.Minute)
	v.get(eightB).want(t, http.StatusOK)
	pass(time.Second)
	return v.get(eightB).want(t, http.StatusOK)
}

func TestAMarkMadeInTheSchoolSystemIsShownAndNotAmongTheOthers(t *testing.T) {
	t.Parallel()
	play(t, func(t *testing.T, s *scene) {
		s.makeReadable(t)
		v := s.as(t, teacher)
		page := v.get(eightB)
		made := page.enrolments(t, 4)[0]
		s.setElsewhere(t, page, "Excused", made)
		shown := s.readAgain(t, v)
		row := shown.page.Find("[data-enrolment='" + made + "']")
		if status := row.Find("[data-status]").AttrOr("data-status", ""); status != "Excused" || !strings.Contains(row.Text(), "school system") {
			t.Errorf("the row says %s", row.Text())
		}
		if others := shown.form("#roll")["other"]; len(others) == 0 || slices.Contains(others, made) {
			t.Errorf("the others are %v", others)
		}
		if says := shown.text("#recorded"); says != "1 recorded" {
			t.Errorf("it counts %q", says)
		}
		if calls := len(s.sandbox.Arrivals(harbourCode)); calls != 0 {
			t.Errorf("%d saves were sent", calls)
		}
	})
}

func TestASettledMarkThatSomebodyChangedInTheSchoolSystemIsAskedAbout(t *testing.T) {
	t.Parallel()
	play(t, func(t *testing.T, s *scene) {
		s.makeReadable(t)
		v := s.as(t, teacher)
		page := v.get(eightB)
		p := s.pressesOf(t, v, page, "Absent", page.enrolments(t, 0, 1, 2)...)
		pass(2 * time.Minute)
		s.setElsewhere(t, page, "Excused", p.enrolments[:2]...)
		shown := s.readAgain(t, v)
		for _, id := range p.enrolments[:2] {
			p.showsFor(t, id, roll.Conflict, "Somebody in the school system marked Excused")
		}
		p.showsFor(t, p.enrolments[2], roll.Saved, "Absent")
		path := savesPath + string(p.token) + "/decisions"
		seen := shown.form("#roll")["seen"]
		v.post(path, url.Values{"keep": {p.enrolments[0]}, "seen": seen}).want(t, http.StatusSeeOther)
		v.post(path, url.Values{"change": {p.enrolments[1]}, "seen": seen}).want(t, http.StatusSeeOther)
		s.readAgain(t, v)
		s.holds(t, "Excused", p.enrolments[0])
		s.holds(t, "Absent", p.enrolments[1])
		p.showsFor(t, p.enrolments[0], roll.Differs, "Excused")
		p.showsFor(t, p.enrolments[1], roll.Saved, "Absent")
		history := v.get("/schools/harbour/students/" + p.enrolments[1] + "/history").text("main")
		if !strings.Contains(history, "Somebody in the school system") || !strings.Contains(history, "Seen when the day was read at") {
			t.Errorf("the history says %s", history)
		}
	})
}

func TestEveryPageThatShowsMarksSaysWhoseTheyAreWhereTheDayCannotBeRead(t *testing.T) {
	t.Parallel()
	play(t, func(t *testing.T, s *scene) {
		v := s.as(t, officeWorker)
		page := v.get(eightB)
		p := s.pressesOf(t, v, page, "Absent", page.enrolments(t, 0)...)
		student := historyPath + p.enrolments[0]
		addresses := []string{
			"/schools/harbour", eightB, "/schools/harbour/day", "/schools/harbour/students?q=sean", "/schools/harbour/evacuation",
			"/schools/harbour/reminders", "/schools/harbour/exports/print", savesPath + string(p.token),
			student + "/history", student + "/days", student + "/month",
		}
		says := func(want bool) {
			t.Helper()
			for _, address := range addresses {
				text := v.get(address).want(t, http.StatusOK).text("main")
				if strings.Contains(text, "Shows marks made in Rollbook.") != want {
					t.Errorf("%s says whose its marks are: %t", address, !want)
				}
			}
		}
		says(true)
		s.makeReadable(t)
		says(false)
	})
}
