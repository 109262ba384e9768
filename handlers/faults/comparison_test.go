package faults_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

func TestTheOfficeSeesChangesMadeInTheSchoolSystem(t *testing.T) {
	t.Parallel()
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		s.MakeReadable(t)
		v := s.As(t, apptest.Teacher)
		page := v.Get(apptest.EightB)
		p := pressesOf(t, s, v, page, "Absent", page.Enrolments(t, 0, 1)...)
		p.ShowsFor(t, p.Enrolments[0], roll.Saved, "Absent")
		s.SetElsewhere(t, page, "Excused", page.Enrolments(t, 1)...)
		s.SetElsewhere(t, page, "Late", page.Enrolments(t, 4)...)
		apptest.Pass(5 * time.Minute)

		office := s.As(t, apptest.OfficeWorker)
		office.Get(apptest.ComparisonPath).Want(t, http.StatusOK)
		apptest.Pass(time.Second)
		home := office.Get("/schools/harbour").Want(t, http.StatusOK)
		if says := home.Text("#compared"); says != "Compared with the school system at 08:35: 1 the same, 2 different. Show" {
			t.Errorf("the office reads %q", says)
		}
		shown := office.Get(apptest.ComparisonPath).Want(t, http.StatusOK)
		rows := shown.Page.Find("[data-difference]")
		if text := rows.Text(); rows.Length() != 2 || !strings.Contains(text, "Absent → is now Excused") || !strings.Contains(text, "No mark → is now Late") {
			t.Errorf("it shows %s", text)
		}
		if says := v.Get("/schools/harbour").Text("#compared"); says != "" {
			t.Errorf("a teacher reads %q", says)
		}
		v.Get(apptest.ComparisonPath).Want(t, http.StatusForbidden)
	})
}

func TestASchoolThatCannotBeReadIsNotCompared(t *testing.T) {
	t.Parallel()
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		office := s.As(t, apptest.OfficeWorker)
		office.Get("/schools/harbour").Want(t, http.StatusOK)
		apptest.Pass(time.Minute)
		if says := office.Get("/schools/harbour").Text("#compared"); says != "" {
			t.Errorf("the office reads %q", says)
		}
		office.Get(apptest.ComparisonPath).Want(t, http.StatusOK)
		for path := range s.Sandbox.Calls()[apptest.HarbourCode] {
			if strings.Contains(path, "attendance/daily/list") {
				t.Error("the day is read")
			}
		}
	})
}

// readAgain opens the roll, which starts a reading of the day, and waits for its end.
func readAgain(t *testing.T, v *apptest.Visitor) apptest.Answer {
	t.Helper()
	apptest.Pass(5 * time.Minute)
	v.Get(apptest.EightB).Want(t, http.StatusOK)
	apptest.Pass(time.Second)
	return v.Get(apptest.EightB).Want(t, http.StatusOK)
}

func TestAMarkMadeInTheSchoolSystemIsShownAndNotAmongTheOthers(t *testing.T) {
	t.Parallel()
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		s.MakeReadable(t)
		v := s.As(t, apptest.Teacher)
		page := v.Get(apptest.EightB)
		made := page.Enrolments(t, 4)[0]
		s.SetElsewhere(t, page, "Excused", made)
		shown := readAgain(t, v)
		row := shown.Page.Find("[data-enrolment='" + made + "']")
		if status := row.Find("[data-status]").AttrOr("data-status", ""); status != "Excused" || !strings.Contains(row.Text(), "school system") {
			t.Errorf("the row says %s", row.Text())
		}
		if others := shown.Form("#roll")["other"]; len(others) == 0 || slices.Contains(others, made) {
			t.Errorf("the others are %v", others)
		}
		if says := shown.Text("#recorded"); says != "1 marked" {
			t.Errorf("it counts %q", says)
		}
		if calls := len(s.Sandbox.Arrivals(apptest.HarbourCode)); calls != 0 {
			t.Errorf("%d saves were sent", calls)
		}
	})
}

func TestASettledMarkChangedInTheSchoolSystemIsAskedAbout(t *testing.T) {
	t.Parallel()
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		s.MakeReadable(t)
		v := s.As(t, apptest.Teacher)
		page := v.Get(apptest.EightB)
		p := pressesOf(t, s, v, page, "Absent", page.Enrolments(t, 0, 1, 2)...)
		apptest.Pass(2 * time.Minute)
		s.SetElsewhere(t, page, "Excused", p.Enrolments[:2]...)
		shown := readAgain(t, v)
		for _, id := range p.Enrolments[:2] {
			p.ShowsFor(t, id, roll.Conflict, "Somebody in the school system marked Excused")
		}
		p.ShowsFor(t, p.Enrolments[2], roll.Saved, "Absent")
		path := apptest.SavesPath + string(p.Token) + "/decisions"
		seen := shown.Form("#roll")["seen"]
		v.Post(path, url.Values{"keep": {p.Enrolments[0]}, "seen": seen}).Want(t, http.StatusSeeOther)
		v.Post(path, url.Values{"change": {p.Enrolments[1]}, "seen": seen}).Want(t, http.StatusSeeOther)
		readAgain(t, v)
		wantHeld(t, s, "Excused", p.Enrolments[0])
		wantHeld(t, s, "Absent", p.Enrolments[1])
		p.ShowsFor(t, p.Enrolments[0], roll.Differs, "Excused")
		p.ShowsFor(t, p.Enrolments[1], roll.Saved, "Absent")
		history := v.Get("/schools/harbour/students/" + p.Enrolments[1] + "/history").Text("main")
		if !strings.Contains(history, "Somebody in the school system") || !strings.Contains(history, "made some time before") {
			t.Errorf("the history says %s", history)
		}
	})
}

// ownMarksSaid returns, by path, how often a page must explain that it shows only Rollbook's marks, if the
// school system's day cannot be read: once where people act on marks or pass them on.
func ownMarksSaid(student string, token roll.Token) map[string]int {
	return map[string]int{
		apptest.EightB: 1, apptest.EightB + "&date=" + apptest.Yesterday: 1, "/schools/harbour/day": 1,
		"/schools/harbour/evacuation": 1, "/schools/harbour/exports/print": 1,
		"/schools/harbour": 0, "/schools/harbour/students?q=sean": 0, "/schools/harbour/reminders": 0, "/schools/harbour/exports": 0,
		"/schools/harbour/month?class=8B": 0, apptest.SavesPath + string(token): 0,
		student + "/history": 0, student + "/days": 0, student + "/month": 0,
	}
}

func TestPagesExplainOnceThatTheyShowOnlyRollbooksMarks(t *testing.T) {
	t.Parallel()
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		v := s.As(t, apptest.OfficeWorker)
		page := v.Get(apptest.EightB)
		p := pressesOf(t, s, v, page, "Absent", page.Enrolments(t, 0)...)
		student := apptest.HistoryPath + p.Enrolments[0]
		says := func(times int) {
			t.Helper()
			for address, want := range ownMarksSaid(student, p.Token) {
				text := v.Get(address).Want(t, http.StatusOK).Text("main")
				if got := strings.Count(text, "Changes made in the school system do not appear here."); got != want*times {
					t.Errorf("%s says %d times whose its marks are, not %d", address, got, want*times)
				}
			}
		}
		says(1)
		s.MakeReadable(t)
		says(0)
	})
}
