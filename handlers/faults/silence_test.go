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

// silences are the faults without an answer, or with a meaningless one.
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
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		breaks(t, s, sandbox.Fault{DelayBeforeMs: 12_000})
		p := presses(t, s, s.As(t, apptest.Teacher), "Absent", 0, 1, 2)
		p.Shows(t, 2*time.Second, roll.Waiting, saysWaiting)
		p.Shows(t, 12*time.Second-time.Millisecond, roll.Waiting, saysWaiting)
		p.Settles(t, 12*time.Second)
		wantAttempts(t, p, roll.Answered)
	})
}

func aServiceThatNeverAnswersIsAskedAgain(t *testing.T) {
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		breaks(t, s, sandbox.Fault{Calls: 1, Hang: sandbox.HangBefore})
		p := presses(t, s, s.As(t, apptest.Teacher), "Absent", 0, 1, 2)
		p.Shows(t, 2*time.Second, roll.Waiting, saysWaiting)
		p.Shows(t, 14*time.Second, roll.Waiting, saysWaiting)
		p.Shows(t, 15500*time.Millisecond, roll.Confirming, saysConfirming)
		first := p.Story(t).Attempts[0]
		if open := first.ClosedAt.Sub(first.ClaimedAt); first.State != roll.Unknown || open < 14500*time.Millisecond || open > 15500*time.Millisecond {
			t.Errorf("the attempt closed as %s after %v", first.State, open)
		}
		p.Shows(t, 74*time.Second, roll.Confirming, saysConfirming)
		p.Settles(t, 77*time.Second)
		wantAttempts(t, p, roll.Unknown, roll.Answered, roll.Answered)
	})
}

// aConnectionThatBreaksBeforeTheRequestIsRead makes the attempt's outcome unknown once a byte was written;
// before that the attempt counts as not sent.
func aConnectionThatBreaksBeforeTheRequestIsRead(t *testing.T) {
	t.Run("before a byte", func(t *testing.T) {
		t.Parallel()
		apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
			v := s.As(t, apptest.Teacher)
			page := v.Get(apptest.EightB)
			mended := slam(s.Network, apptest.ServiceHost)
			p := pressesOf(t, s, v, page, "Absent", page.Enrolments(t, 0, 1, 2)...)
			p.Shows(t, 2*time.Second, roll.Waiting, saysWaiting)
			mended()
			p.Settles(t, 6*time.Second)
			wantAttempts(t, p, roll.NotSent, roll.Answered)
			p.WantSent(t, span{From: 2 * time.Second, To: 5 * time.Second})
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

// lost makes a press whose first reply is lost: it is sent again soon, and once more when the first can no
// longer have an effect.
func lost(t *testing.T, fault sandbox.Fault) {
	t.Helper()
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		breaks(t, s, fault)
		p := presses(t, s, s.As(t, apptest.Teacher), "Absent", 0, 1, 2)
		p.Shows(t, 2*time.Second, roll.Confirming, saysConfirming)
		p.Shows(t, 59*time.Second, roll.Confirming, saysConfirming)
		p.Settles(t, 62*time.Second)
		wantAttempts(t, p, roll.Unknown, roll.Answered, roll.Answered)
		p.WantSent(t, around(0), span{From: 2 * time.Second, To: 5 * time.Second}, around(60*time.Second))
	})
}

// serverErrorsSayNothing, and their pages are neither shown nor logged.
func serverErrorsSayNothing(t *testing.T) {
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		key := renewKey(t, s)
		page := `<html><script>alert("broken")</script>` + key + `</html>`
		v := s.As(t, apptest.Teacher)
		var all []*pressed
		for i, status := range []int{500, 502, 503, 504, 500, 502, 503, 504} {
			breaks(t, s, sandbox.Fault{Calls: 1, Status: status, Applied: i < 4, Body: &page})
			p := presses(t, s, v, "Absent", i)
			p.Shows(t, 2*time.Second, roll.Confirming, saysConfirming)
			all = append(all, p)
		}
		wantNowhere(t, s, key, all[7])
		wantNowhere(t, s, "<script>alert", all[7])
		for _, p := range all {
			p.Until(t, max(time.Since(p.At), 75*time.Second))
			p.ShowsFor(t, p.Enrolments[0], roll.Saved, "Absent")
			wantHeld(t, s, "Absent", p.Enrolments...)
		}
		wantOneAtATime(t, s)
	})
}

// renewKey makes and returns a new key of the first school, which its calls use from now on.
func renewKey(t *testing.T, s *apptest.Scene) string {
	t.Helper()
	_, key, err := s.Sandbox.CreateKey(apptest.HarbourCode, "Another")
	apptest.Must(t, err)
	useKey(t, s, key)
	return key
}

// wantNowhere expects the text on no page about the press, and not in the log.
func wantNowhere(t *testing.T, s *apptest.Scene, text string, p *pressed) {
	t.Helper()
	v := s.As(t, apptest.Administrator)
	save := apptest.SavesPath + string(p.Token)
	for _, path := range []string{apptest.EightB, apptest.RollPath + "/statuses?class=8B", save, save + "/request", apptest.ConnectionPath, apptest.ConnectionPath + "/waiting"} {
		if body := v.Get(path).Want(t, http.StatusOK).Body; strings.Contains(string(body), text) {
			t.Errorf("%q stands on %s", text, path)
		}
	}
	if strings.Contains(s.Log.String(), text) {
		t.Errorf("%q is in the log", text)
	}
}

// emptyAnswersSayNothing: an array without the sent students is not valid. If that continues, the attempts
// end with the save's half hour.
func emptyAnswersSayNothing(t *testing.T) {
	t.Run("once", func(t *testing.T) {
		t.Parallel()
		apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
			v := s.As(t, apptest.Teacher)
			for i, body := range []string{"null", "[]", "{}", `""`, ""} {
				breaks(t, s, sandbox.Fault{Calls: 1, Body: &body})
				p := presses(t, s, v, "Absent", i)
				p.Shows(t, 2*time.Second, roll.Confirming, saysConfirming)
				p.Settles(t, 66*time.Second)
				wantAttempts(t, p, roll.Unknown, roll.Answered, roll.Answered)
			}
		})
	})
	t.Run("always", func(t *testing.T) {
		t.Parallel()
		apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
			empty := "[]"
			breaks(t, s, sandbox.Fault{Body: &empty})
			p := presses(t, s, s.As(t, apptest.Teacher), "Absent", 0, 1)
			p.Shows(t, 29*time.Minute, roll.Confirming, saysConfirming)
			p.Shows(t, 30*time.Minute+time.Second, roll.Stopped, saysStopped)
			sent := len(p.Sent())
			p.Until(t, apptest.Fewer(t, "after the press", 2*time.Hour, 45*time.Minute))
			if after := len(p.Sent()); after != sent || sent > 30*60/15+5 {
				t.Errorf("%d calls before the save stopped, %d after it", sent, after-sent)
			}
		})
	})
}

// anEndlessAnswerIsNotRead beyond the maximum length of a valid one for that many students.
func anEndlessAnswerIsNotRead(t *testing.T) {
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		received := receivedFrom(s.Network, apptest.ServiceHost)
		v := s.As(t, apptest.Teacher)
		page := v.Get(apptest.EightB)
		before := received.Load()
		breaks(t, s, sandbox.Fault{Calls: 1, EndlessBytes: 200 << 20})
		p := pressesOf(t, s, v, page, "Absent", page.Enrolments(t, 0, 1)...)
		p.Shows(t, 2*time.Second, roll.Confirming, saysConfirming)
		const limit, buffers = 64<<10 + 2*256, 16 << 10
		if read := received.Load() - before; read > limit+buffers {
			t.Errorf("%d bytes were read", read)
		}
		p.Settles(t, 62*time.Second)
		wantAttempts(t, p, roll.Unknown, roll.Answered, roll.Answered)
	})
}
