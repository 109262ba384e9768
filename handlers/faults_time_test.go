package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
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

// saysOver is what a press is told whose day is over.
const saysOver = "Nothing was saved: this roll is for Thursday 19 November, and that day is over. Open today's roll."

func aRollOverMidnightIsNotDatedAnew(t *testing.T) {
	beforeMidnight := time.Date(2026, time.November, 19, 23, 59, 50, 0, time.UTC)
	playIn(t, setting{start: beforeMidnight}, func(t *testing.T, s *scene) {
		v := s.as(t, teacher)
		page := v.get(eightB)
		s.breaks(t, sandbox.Fault{Hang: sandbox.HangBefore})
		accepted := s.presses(t, v, "Late", 9)
		pass(20 * time.Second)
		s.wantOver(t, v, page)
		s.sandbox.Heal(harbourCode)
		pass(time.Hour)
		outcome := accepted.story(t).Marks[0].Outcome
		if calls := s.sandbox.Arrivals(harbourCode); len(calls) != 1 || outcome != roll.Stopped {
			t.Errorf("what was accepted before midnight is %s after %d calls", outcome, len(calls))
		}
	})
}

// wantOver presses Save on a page whose day is over, with and without scripts: nothing
// is stored, and the ticks stay.
func (s *scene) wantOver(t *testing.T, v *visitor, page answer) {
	t.Helper()
	ticked := page.enrolments(t, 3, 12)
	p := s.pressesOf(t, v, page, "Absent", ticked...)
	if text := p.answer.want(t, http.StatusConflict).text("#summary"); text != saysOver {
		t.Errorf("it says %q", text)
	}
	form := page.press(t, "Absent", ticked...)
	whole := v.post(rollPath, form).want(t, http.StatusConflict)
	if text := whole.text("#summary"); text != saysOver {
		t.Errorf("without scripts it says %q", text)
	}
	for _, place := range []int{3, 12} {
		if row := whole.rows(t)[place]; !row.ticked || row.outcome != string(roll.None) {
			t.Errorf("the row is %+v", row)
		}
	}
	p.wantNothingStored(t)
}

// aClockThatJumpsChangesNoOrder: what is pressed later stands, and nothing waits for an
// hour because of it.
func aClockThatJumpsChangesNoOrder(t *testing.T) {
	for name, jump := range map[string]time.Duration{"an hour ahead": time.Hour, "an hour back": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			play(t, func(t *testing.T, s *scene) {
				v := s.as(t, teacher)
				s.presses(t, v, "Absent", 0, 1).settles(t, time.Second)
				s.clock.forward(jump)
				second := s.presses(t, v, "Late", 0, 1)
				second.settles(t, time.Second)
				for _, mark := range second.story(t).Marks {
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
			play(t, func(t *testing.T, s *scene) {
				s.breaks(t, fault)
				p := s.presses(t, s.as(t, teacher), "Absent", 0, 1)
				p.until(t, 2*time.Second)
				s.clock.forward(-time.Hour)
				p.until(t, 2*time.Minute+20*time.Second)
				p.showsFor(t, p.enrolments[0], roll.Saved, "Absent")
				s.holds(t, "Absent", p.enrolments...)
				s.wantOneAtATime(t)
				if calls := len(p.sent()); calls > 8 {
					t.Errorf("%d calls were made", calls)
				}
			})
		})
	}
}

// aPageOfYesterdaySavesNothing, neither for its day nor for today: nobody was asked
// about today.
func aPageOfYesterdaySavesNothing(t *testing.T) {
	morning := time.Date(2026, time.November, 20, 7, 50, 0, 0, time.UTC)
	asleepFor := fewer(t, "asleep", 16*time.Hour+50*time.Minute, 9*time.Hour)
	playIn(t, setting{start: morning.Add(-asleepFor)}, func(t *testing.T, s *scene) {
		v := s.as(t, teacher)
		page := v.get(eightB)
		pass(asleepFor)
		asleep := s.pressesOf(t, v, page, "Absent", page.enrolments(t, 3)...)
		if to := asleep.answer.want(t, http.StatusUnauthorized).header.Get("HX-Redirect"); !strings.HasPrefix(to, "/sign-in") {
			t.Errorf("it leads to %q", to)
		}
		v.signsIn(teacher)
		s.wantOver(t, v, page)
		tomorrow := v.get(eightB).want(t, http.StatusOK)
		if date := tomorrow.form("#roll").Get("date"); date != "2026-11-20" || count(tomorrow.rows(t), "none", "") != eightBSize {
			t.Errorf("the roll of %s is not untouched", date)
		}
		if calls := s.sandbox.Arrivals(""); len(calls) > 0 {
			t.Errorf("%d calls were made", len(calls))
		}
	})
}

// signsIn signs in again by the form.
func (v *visitor) signsIn(email string) {
	v.t.Helper()
	form := v.get("/sign-in").form("main form")
	form.Set("email", email)
	form.Set("password", everyPassword)
	v.post("/sign-in", form).want(v.t, http.StatusSeeOther)
}
