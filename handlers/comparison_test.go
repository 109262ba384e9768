package handlers_test

import (
	"net/http"
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
		pass(time.Second)
		s.setElsewhere(t, page, "Excused", page.enrolments(t, 1)...)
		s.setElsewhere(t, page, "Late", page.enrolments(t, 4)...)

		office := s.as(t, officeWorker)
		office.get(comparisonPath).want(t, http.StatusOK)
		pass(time.Second)
		home := office.get("/schools/harbour").want(t, http.StatusOK)
		if says := home.text("#compared"); says != "Compared with the school system at 08:30: 1 the same, 2 differ. Show" {
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
