package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
)

// silences are the faults in which no answer comes, or one that says nothing.
func silences() map[string]func(*testing.T) {
	return map[string]func(*testing.T){
		"U01": aSlowServiceIsWaitedFor,
		"U02": aServiceThatNeverAnswersIsAskedAgain,
		"U04": aConnectionThatBreaksBeforeTheRequestIsRead,
		"U05": aConnectionThatBreaksAfterTheRequestWasRead,
		"U07": serverErrorsSayNothing,
		"U14": emptyAnswersSayNothing,
		"U15": anEndlessAnswerIsNotRead,
	}
}

func aSlowServiceIsWaitedFor(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		s.breaks(t, sandbox.Fault{DelayBeforeMs: 12_000})
		p := s.presses(t, s.as(t, teacher), "Absent", 0, 1, 2)
		p.shows(t, 2*time.Second, roll.Waiting, saysWaiting)
		p.shows(t, 12*time.Second-time.Millisecond, roll.Waiting, saysWaiting)
		p.settles(t, 12*time.Second)
		p.wantAttempts(t, roll.Answered)
	})
}

func aServiceThatNeverAnswersIsAskedAgain(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		s.breaks(t, sandbox.Fault{Calls: 1, Hang: sandbox.HangBefore})
		p := s.presses(t, s.as(t, teacher), "Absent", 0, 1, 2)
		p.shows(t, 2*time.Second, roll.Waiting, saysWaiting)
		p.shows(t, 14*time.Second, roll.Waiting, saysWaiting)
		p.shows(t, 15500*time.Millisecond, roll.Confirming, saysConfirming)
		first := p.story(t).Attempts[0]
		if open := first.ClosedAt.Sub(first.ClaimedAt); first.State != roll.Unknown || open < 14500*time.Millisecond || open > 15500*time.Millisecond {
			t.Errorf("the attempt closed as %s after %v", first.State, open)
		}
		p.shows(t, 74*time.Second, roll.Confirming, saysConfirming)
		p.settles(t, 77*time.Second)
		p.wantAttempts(t, roll.Unknown, roll.Answered, roll.Answered)
	})
}

// aConnectionThatBreaksBeforeTheRequestIsRead is unknown as soon as a byte was written,
// and else not sent.
func aConnectionThatBreaksBeforeTheRequestIsRead(t *testing.T) {
	t.Run("before a byte", func(t *testing.T) {
		t.Parallel()
		play(t, func(t *testing.T, s *scene) {
			v := s.as(t, teacher)
			page := v.get(eightB)
			mended := s.network.slam(serviceHost)
			p := s.pressesOf(t, v, page, "Absent", page.enrolments(t, 0, 1, 2)...)
			p.shows(t, 2*time.Second, roll.Waiting, saysWaiting)
			mended()
			p.settles(t, 6*time.Second)
			p.wantAttempts(t, roll.NotSent, roll.Answered)
			p.wantSent(t, span{2 * time.Second, 5 * time.Second})
		})
	})
	t.Run("after the head", func(t *testing.T) {
		t.Parallel()
		lost(t, sandbox.Fault{Calls: 1, Reset: sandbox.ResetUnread})
	})
}

func aConnectionThatBreaksAfterTheRequestWasRead(t *testing.T) {
	for name, fault := range map[string]sandbox.Fault{
		"nothing applied": {Calls: 1, Reset: sandbox.ResetRead},
		"applied":         {Calls: 1, Reset: sandbox.ResetApplied},
		"applied late":    {Calls: 1, LateMs: 59_000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lost(t, fault)
		})
	}
}

// lost is a press whose first reply is lost: it is sent again soon, and once more when
// the first can have no effect any more.
func lost(t *testing.T, fault sandbox.Fault) {
	t.Helper()
	play(t, func(t *testing.T, s *scene) {
		s.breaks(t, fault)
		p := s.presses(t, s.as(t, teacher), "Absent", 0, 1, 2)
		p.shows(t, 2*time.Second, roll.Confirming, saysConfirming)
		p.shows(t, 59*time.Second, roll.Confirming, saysConfirming)
		p.settles(t, 62*time.Second)
		p.wantAttempts(t, roll.Unknown, roll.Answered, roll.Answered)
		p.wantSent(t, around(0), span{2 * time.Second, 5 * time.Second}, around(60*time.Second))
	})
}

// serverErrorsSayNothing, and nothing of their pages is shown or logged.
func serverErrorsSayNothing(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		key := s.renewKey(t)
		page := `<html><script>alert("broken")</script>` + key + `</html>`
		v := s.as(t, teacher)
		var all []*pressed
		for i, status := range []int{500, 502, 503, 504, 500, 502, 503, 504} {
			s.breaks(t, sandbox.Fault{Calls: 1, Status: status, Applied: i < 4, Body: &page})
			p := s.presses(t, v, "Absent", i)
			p.shows(t, 2*time.Second, roll.Confirming, saysConfirming)
			all = append(all, p)
		}
		s.wantNowhere(t, key, all[7])
		s.wantNowhere(t, "<script>alert", all[7])
		for _, p := range all {
			p.until(t, max(time.Since(p.at), 75*time.Second))
			p.showsFor(t, p.enrolments[0], roll.Saved, "Absent")
			s.holds(t, "Absent", p.enrolments...)
		}
		s.wantOneAtATime(t)
	})
}

// renewKey is a fresh key of the first school, which its calls use from now on.
func (s *scene) renewKey(t *testing.T) string {
	t.Helper()
	_, key, err := s.sandbox.CreateKey(t.Context(), harbourCode, "Another")
	must(t, err)
	s.useKey(t, key)
	return key
}

// wantNowhere looks for the text on every page about the press, and in the log.
func (s *scene) wantNowhere(t *testing.T, text string, p *pressed) {
	t.Helper()
	v := s.as(t, administrator)
	save := savesPath + string(p.token)
	for _, path := range []string{eightB, rollPath + "/statuses?class=8B", save, save + "/request", connectionPath, connectionPath + "/waiting"} {
		if body := v.get(path).want(t, http.StatusOK).body; strings.Contains(string(body), text) {
			t.Errorf("%q stands on %s", text, path)
		}
	}
	if strings.Contains(s.log.String(), text) {
		t.Errorf("%q is in the log", text)
	}
}

// emptyAnswersSayNothing: an array without the students that were sent is not valid.
// What lasts ends with the save's half hour.
func emptyAnswersSayNothing(t *testing.T) {
	t.Run("once", func(t *testing.T) {
		t.Parallel()
		play(t, func(t *testing.T, s *scene) {
			v := s.as(t, teacher)
			for i, body := range []string{"null", "[]", "{}", `""`, ""} {
				s.breaks(t, sandbox.Fault{Calls: 1, Body: &body})
				p := s.presses(t, v, "Absent", i)
				p.shows(t, 2*time.Second, roll.Confirming, saysConfirming)
				p.settles(t, 66*time.Second)
				p.wantAttempts(t, roll.Unknown, roll.Answered, roll.Answered)
			}
		})
	})
	t.Run("always", func(t *testing.T) {
		t.Parallel()
		play(t, func(t *testing.T, s *scene) {
			empty := "[]"
			s.breaks(t, sandbox.Fault{Body: &empty})
			p := s.presses(t, s.as(t, teacher), "Absent", 0, 1)
			p.shows(t, 29*time.Minute, roll.Confirming, saysConfirming)
			p.shows(t, 30*time.Minute+time.Second, roll.Stopped, saysStopped)
			sent := len(p.sent())
			p.until(t, fewer(t, "after the press", 2*time.Hour, 45*time.Minute))
			if after := len(p.sent()); after != sent || sent > 30*60/15+5 {
				t.Errorf("%d calls before the save stopped, %d after it", sent, after-sent)
			}
		})
	})
}

// anEndlessAnswerIsNotRead further than a valid one of that many students can go.
func anEndlessAnswerIsNotRead(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		v := s.as(t, teacher)
		page := v.get(eightB)
		before := s.network.received(serviceHost)
		s.breaks(t, sandbox.Fault{Calls: 1, EndlessBytes: 200 << 20})
		p := s.pressesOf(t, v, page, "Absent", page.enrolments(t, 0, 1)...)
		p.shows(t, 2*time.Second, roll.Confirming, saysConfirming)
		const limit, buffers = 64<<10 + 2*256, 16 << 10
		if read := s.network.received(serviceHost) - before; read > limit+buffers {
			t.Errorf("%d bytes were read", read)
		}
		p.settles(t, 62*time.Second)
		p.wantAttempts(t, roll.Unknown, roll.Answered, roll.Answered)
	})
}
