package sender

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/roll"
)

func TestALostReplyIsConfirmingAndItsSaveIsRepeatedOnceItCannotArrive(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(always(roll.Reply{State: roll.Unknown, Problem: "reset"}))
		b.save(2, 1, 2, 3)
		lost := time.Now()
		b.outcomes(roll.Confirming, 1, 2, 3)
		b.service.answers(accepts)
		b.pass(59 * time.Second)
		b.outcomes(roll.Confirming, 1, 2, 3)
		b.pass(3 * time.Second)
		b.outcomes(roll.Saved, 1, 2, 3)
		calls := b.service.calls()
		if len(calls) != 3 {
			b.Fatalf("%d calls were made", len(calls))
		}
		for i, call := range calls {
			if len(call.attempt.Marks) != 3 {
				b.Errorf("call %d has %d students", i, len(call.attempt.Marks))
			}
		}
		if again := calls[1].at.Sub(lost); again < 2*time.Second || again > 5*time.Second {
			b.Errorf("it was sent again after %v", again)
		}
		if repeated := calls[2].at.Sub(lost); repeated < time.Minute || repeated > 62*time.Second {
			b.Errorf("it was repeated after %v", repeated)
		}
	})
}

func TestUnsentMarksAreNeverConfirmingAndNeedNoRepetition(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(always(roll.Reply{State: roll.NotSent, Problem: "dns"}))
		b.save(2, 1, 2)
		b.pass(time.Minute)
		b.outcomes(roll.Waiting, 1, 2)
		if connection := b.connection(); !connection.Failing() || connection.Problem != "dns" {
			b.Errorf("the connection is %+v", connection)
		}
		failed := len(b.service.calls())
		if failed < 3 || failed > 8 {
			b.Errorf("%d calls were tried in a minute", failed)
		}
		b.service.answers(accepts)
		b.pass(31 * time.Second)
		b.outcomes(roll.Saved, 1, 2)
		if calls := len(b.service.calls()); calls != failed+1 {
			b.Errorf("%d calls were made after the failures", calls-failed)
		}
	})
}

func TestAnOutageIsTwoLinesOfTheLog(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(always(roll.Reply{State: roll.NotSent, Problem: "dns"}))
		b.save(2, 1, 2)
		b.save(2, 3)
		b.pass(time.Minute)
		b.service.answers(accepts)
		b.save(2, 4)
		b.pass(time.Minute)
		b.outcomes(roll.Saved, 1, 2, 3, 4)
		lines := strings.Split(strings.TrimSpace(b.log.String()), "\n")
		if len(lines) != 2 || !strings.Contains(lines[0], "does not answer as it should") || !strings.Contains(lines[1], "answers again") || !strings.Contains(lines[1], "waiting_marks=") {
			b.Errorf("the log says %q", lines)
		}
	})
}

func TestOneSuccessHurriesTheBacklogUp(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(always(roll.Reply{State: roll.NotSent, Problem: "refused"}))
		for i := range 6 {
			b.save(2, i+1)
			b.pass(time.Minute)
		}
		b.service.answers(accepts)
		for !b.anySaved() {
			b.pass(time.Second)
		}
		b.pass(5 * time.Second)
		b.outcomes(roll.Saved, upTo(6)...)
	})
}

func (b *bubble) anySaved() bool {
	b.Helper()
	for _, mark := range b.marks(0) {
		if mark.Outcome == roll.Saved {
			return true
		}
	}
	return false
}

func (b *bubble) connection() roll.Connection {
	b.Helper()
	connection, err := b.store.Connection(b.Context(), "school-0")
	if err != nil {
		b.Fatal(err)
	}
	return connection
}

func TestARefusedKeyPausesTheSchoolUntilAProbeIsAnswered(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(always(roll.Reply{State: roll.KeyRefused, HTTPStatus: 401}))
		b.service.probes(func(roll.School) error { return errKeyRefused })
		for i := range 5 {
			b.save(2, i+1)
		}
		b.outcomes(roll.Waiting, upTo(5)...)
		if b.connection().Pause != roll.PausedKey {
			b.Errorf("the connection is %+v", b.connection())
		}
		b.pass(5 * time.Minute)
		if calls, probes := len(b.service.calls()), b.service.probed(); calls != 1 || probes < 4 || probes > 5 {
			b.Errorf("%d calls and %d probes in five minutes", calls, probes)
		}
		b.service.probes(func(roll.School) error { return nil })
		b.service.answers(accepts)
		b.pass(65 * time.Second)
		b.outcomes(roll.Saved, upTo(5)...)
		if pause := b.connection().Pause; pause != roll.NotPaused {
			b.Errorf("the school is paused for its %s", pause)
		}
	})
}

func TestANewKeyIsTriedAtOnce(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(always(roll.Reply{State: roll.KeyRefused, HTTPStatus: 401}))
		b.save(2, 1)
		b.service.answers(accepts)
		b.pass(10 * time.Second)
		if err := b.store.ReplaceKey(b.Context(), "school-0", newKey()); err != nil {
			b.Fatal(err)
		}
		b.pass(2 * time.Second)
		b.outcomes(roll.Saved, 1)
	})
}

func TestACallWithTheOldKeyThatIsRefusedAfterTheSwitchCostsNoTime(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(func(roll.Attempt) roll.Reply {
			// The admin replaces and revokes the old key while the call is under way.
			if err := b.store.ReplaceKey(b.Context(), "school-0", newKey()); err != nil {
				b.Error(err)
			}
			b.service.answers(accepts)
			return roll.Reply{State: roll.KeyRefused, HTTPStatus: 401}
		})
		b.service.probes(func(roll.School) error { return nil })
		b.save(2, 1)
		b.pass(3 * time.Second)
		b.outcomes(roll.Saved, 1)
	})
}

func TestWaitingMarksAreTriedAtOnceWhenTheSchoolSystemReports(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(always(roll.Reply{State: roll.NotSent}))
		b.save(2, 1)
		b.pass(2 * time.Minute)
		calls := len(b.service.calls())
		b.service.answers(accepts)
		b.sender.LookAgain(b.Context(), "school-0")
		synctest.Wait()
		if more := len(b.service.calls()) - calls; more != 1 {
			b.Errorf("%d calls were made", more)
		}
		b.outcomes(roll.Saved, 1)
	})
}

func TestAWrongAddressPausesTheSchoolUntilAProbeSucceeds(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(always(roll.Reply{State: roll.Misdirected, HTTPStatus: 301}))
		b.save(2, 1)
		b.service.probes(func(roll.School) error { return errKeyRefused })
		b.service.answers(accepts)
		b.pass(10 * time.Minute)
		if calls, probes := len(b.service.calls()), b.service.probed(); calls != 1 || probes < 9 || probes > 11 {
			b.Errorf("%d calls and %d probes", calls, probes)
		}
		b.outcomes(roll.Waiting, 1)
		b.service.probes(func(roll.School) error { return nil })
		b.pass(62 * time.Second)
		b.outcomes(roll.Saved, 1)
	})
}

func TestAServiceThatAsksForAWaitIsLeftAloneAndTheOthersAreNot(t *testing.T) {
	t.Parallel()
	template := modelTemplate(t)
	for asked, waits := range map[time.Duration]time.Duration{30 * time.Second: 30 * time.Second, 24 * time.Hour: 5 * time.Minute, 0: leastWait} {
		alone(t, template, func(b *bubble) {
			b.service.answers(func(attempt roll.Attempt) roll.Reply {
				if attempt.School == "school-0" {
					return roll.Reply{State: roll.AskedToWait, HTTPStatus: 429, RetryAfter: asked}
				}
				return accepts(attempt)
			})
			b.save(2, 1)
			b.save(2, 2)
			b.sender.kick(b.keep(1, 2, 1))
			b.pass(waits - time.Second)
			if calls := b.callsOf("school-0"); len(calls) != 1 {
				b.Errorf("asked to wait %v: %d calls within the wait", asked, len(calls))
			}
			if calls := b.callsOf("school-1"); len(calls) != 1 {
				b.Errorf("the other school had %d calls", len(calls))
			}
			b.outcomes(roll.Waiting, 1, 2)
			b.service.answers(accepts)
			b.pass(3 * time.Second)
			b.outcomes(roll.Saved, 1, 2)
		})
	}
}

func (b *bubble) callsOf(school roll.SchoolID) []call {
	b.Helper()
	return slices.DeleteFunc(b.service.calls(), func(c call) bool { return c.attempt.School != school })
}

func TestAServerErrorThatAsksForAWaitGetsIt(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(always(roll.Reply{State: roll.Unknown, HTTPStatus: 503, RetryAfter: 2 * time.Minute}))
		b.save(2, 1)
		b.pass(119 * time.Second)
		if calls := b.service.calls(); len(calls) != 1 {
			b.Errorf("%d calls were made within the wait", len(calls))
		}
		b.pass(2 * time.Second)
		if calls := b.service.calls(); len(calls) != 2 {
			b.Errorf("%d calls were made after the wait", len(calls))
		}
	})
}
