package faults_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// times are the faults of clocks and calendars.
func times() map[string]func(*testing.T) {
	return map[string]func(*testing.T){
		"T01": aRollOverMidnightIsNotDatedAnew,
		"T03": aClockThatJumpsChangesNoOrder,
		"T04": aPageOfYesterdaySavesNothing,
	}
}

// saysOver is the answer to a press whose day is over.
const saysOver = "Nothing was saved: this roll is for Thursday 19 November, and that day is over.Open today's roll"

func aRollOverMidnightIsNotDatedAnew(t *testing.T) {
	beforeMidnight := time.Date(2026, time.November, 19, 23, 59, 50, 0, time.UTC)
	apptest.PlayIn(t, beforeMidnight, apptest.Options{}, func(t *testing.T, s *apptest.Scene) {
		v := s.As(t, apptest.Teacher)
		page := v.Get(apptest.EightB)
		breaks(t, s, sandbox.Fault{Hang: sandbox.HangBefore})
		accepted := presses(t, s, v, "Late", 9)
		apptest.Pass(20 * time.Second)
		wantOver(t, s, v, page)
		s.Sandbox.Heal(apptest.HarbourCode)
		apptest.Pass(time.Hour)
		outcome := accepted.Story(t).Marks[0].Outcome
		if calls := s.Sandbox.Arrivals(apptest.HarbourCode); len(calls) != 1 || outcome != roll.Stopped {
			t.Errorf("what was accepted before midnight is %s after %d calls", outcome, len(calls))
		}
	})
}

// wantOver presses Save on a page whose day is over, with and without scripts: nothing is stored, and the
// ticks remain.
func wantOver(t *testing.T, s *apptest.Scene, v *apptest.Visitor, page apptest.Answer) {
	t.Helper()
	ticked := page.Enrolments(t, 3, 12)
	p := pressesOf(t, s, v, page, "Absent", ticked...)
	if text := p.Answer.Want(t, http.StatusConflict).Text("#summary"); text != saysOver {
		t.Errorf("it says %q", text)
	}
	form := page.Press(t, "Absent", ticked...)
	whole := v.Post(apptest.RollPath, form).Want(t, http.StatusConflict)
	if text := whole.Text("#summary"); text != saysOver {
		t.Errorf("without scripts it says %q", text)
	}
	for _, place := range []int{3, 12} {
		if row := whole.Rows(t)[place]; !row.Ticked || row.Outcome != string(roll.None) {
			t.Errorf("the row is %+v", row)
		}
	}
	wantNothingStored(t, p)
}

// aClockThatJumpsChangesNoOrder: the later press wins, and nothing waits for an hour because of the jump.
func aClockThatJumpsChangesNoOrder(t *testing.T) {
	for name, jump := range map[string]time.Duration{"an hour ahead": time.Hour, "an hour back": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
				v := s.As(t, apptest.Teacher)
				presses(t, s, v, "Absent", 0, 1).Settles(t, time.Second)
				s.Clock.Forward(jump)
				second := presses(t, s, v, "Late", 0, 1)
				second.Settles(t, time.Second)
				for _, mark := range second.Story(t).Marks {
					if mark.Version != 2 {
						t.Errorf("the mark of after the jump is number %d", mark.Version)
					}
				}
			})
		})
	}
	for name, fault := range map[string]sandbox.Fault{
		"back while an answer is missing":   {Calls: 1, Reset: sandbox.ResetApplied},
		"back while a request is under way": {Calls: 1, DelayBeforeMs: 10_000},
		"back while the service is unknown": {Calls: 3, Status: http.StatusBadGateway},
		"back while it asks for a wait":     {Calls: 1, Status: http.StatusTooManyRequests},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
				breaks(t, s, fault)
				p := presses(t, s, s.As(t, apptest.Teacher), "Absent", 0, 1)
				p.Until(t, 2*time.Second)
				s.Clock.Forward(-time.Hour)
				p.Until(t, 2*time.Minute+20*time.Second)
				p.ShowsFor(t, p.Enrolments[0], roll.Saved, "Absent")
				wantHeld(t, s, "Absent", p.Enrolments...)
				wantOneAtATime(t, s)
				if calls := len(p.Sent()); calls > 8 {
					t.Errorf("%d calls were made", calls)
				}
			})
		})
	}
}

// aPageOfYesterdaySavesNothing, neither for its day nor for today: its page did not ask about today.
func aPageOfYesterdaySavesNothing(t *testing.T) {
	morning := time.Date(2026, time.November, 20, 7, 50, 0, 0, time.UTC)
	asleepFor := apptest.Fewer(t, "asleep", 16*time.Hour+50*time.Minute, 9*time.Hour)
	apptest.PlayIn(t, morning.Add(-asleepFor), apptest.Options{}, func(t *testing.T, s *apptest.Scene) {
		v := s.As(t, apptest.Teacher)
		page := v.Get(apptest.EightB)
		apptest.Pass(asleepFor)
		asleep := pressesOf(t, s, v, page, "Absent", page.Enrolments(t, 3)...)
		if to := asleep.Answer.Want(t, http.StatusUnauthorized).Header.Get("HX-Redirect"); !strings.HasPrefix(to, "/sign-in") {
			t.Errorf("it leads to %q", to)
		}
		signsIn(v, apptest.Teacher)
		wantOver(t, s, v, page)
		tomorrow := v.Get(apptest.EightB).Want(t, http.StatusOK)
		if date := tomorrow.Form("#roll").Get("date"); date != "2026-11-20" || apptest.Count(tomorrow.Rows(t), "none", "") != apptest.EightBSize {
			t.Errorf("the roll of %s is not untouched", date)
		}
		if calls := s.Sandbox.Arrivals(""); len(calls) > 0 {
			t.Errorf("%d calls were made", len(calls))
		}
	})
}

// signsIn signs in again with the form.
func signsIn(v *apptest.Visitor, email string) {
	v.T.Helper()
	form := v.Get("/sign-in").Form("main form")
	form.Set("email", email)
	form.Set("password", apptest.EveryPassword)
	v.Post("/sign-in", form).Want(v.T, http.StatusSeeOther)
}
