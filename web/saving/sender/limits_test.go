package sender

import (
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/schools"
)

func newKey() schools.Key { return schools.Key{Sealed: []byte("new"), LastFour: "9876"} }

func TestASaveThatCannotBeSentStopsAfterThirtyMinutes(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(always(roll.Reply{State: roll.NotSent, Problem: "dns"}))
		b.save(2, 1, 2)
		b.pass(30*time.Minute - time.Second)
		b.outcomes(roll.Waiting, 1, 2)
		b.pass(2 * time.Second)
		b.outcomes(roll.Stopped, 1, 2)
		tried := len(b.service.calls())
		b.service.answers(accepts)
		b.pass(time.Hour)
		b.outcomes(roll.Stopped, 1, 2)
		if calls := len(b.service.calls()); calls != tried {
			b.Errorf("%d calls were made after the stop", calls-tried)
		}
	})
}

func TestAHeldSaveStopsAtMidnight(t *testing.T) {
	t.Parallel()
	for what, hold := range map[string]func(b *bubble){
		"a service that cannot be reached": func(b *bubble) { b.service.answers(always(roll.Reply{State: roll.NotSent})) },
		"a refused key":                    func(b *bubble) { b.service.answers(always(roll.Reply{State: roll.KeyRefused, HTTPStatus: 401})) },
		"a wait that was asked for": func(b *bubble) {
			b.service.answers(always(roll.Reply{State: roll.AskedToWait, HTTPStatus: 429, RetryAfter: time.Hour}))
		},
	} {
		alone(t, modelTemplate(t), func(b *bubble) {
			hold(b)
			b.service.probes(func(roll.School) error { return errKeyRefused })
			b.zone = time.FixedZone("five minutes to midnight", -5*60)
			b.save(2, 1)
			b.pass(4*time.Minute + 59*time.Second)
			b.outcomes(roll.Waiting, 1)
			b.service.answers(accepts)
			b.service.probes(func(roll.School) error { return nil })
			made := len(b.service.calls())
			b.pass(2 * time.Second)
			if outcome := b.marks(0)[1].Outcome; outcome == roll.Waiting {
				b.Errorf("%s: after midnight it is %s", what, outcome)
			}
			for _, call := range b.service.calls()[made:] {
				if roll.DateOf(call.at, b.zone) != call.attempt.Date {
					b.Errorf("%s: a call for %s was made at %v", what, call.attempt.Date, call.at)
				}
			}
		})
	}
}

func TestARepetitionThatIsDueIsStillSentAfterTheStop(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(always(roll.Reply{State: roll.Unknown, Problem: "reset"}))
		b.save(2, 1)
		// The next try comes within 31 seconds of the last, and therefore before the stop; its repetition a
		// minute after the last, and therefore not before 29:57.5.
		b.pass(29*time.Minute + 28500*time.Millisecond)
		b.service.answers(accepts)
		b.pass(28 * time.Second)
		b.outcomes(roll.Confirming, 1)
		b.pass(2 * time.Minute)
		b.outcomes(roll.Saved, 1)
	})
}

func TestAnAnswerAfterTheLeaseChangesNothingShown(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			time.Sleep(40 * time.Second)
			return accepts(attempt)
		})
		token := b.save(2, 1)
		b.pass(22 * time.Second)
		b.outcomes(roll.Confirming, 1)
		b.service.answers(func(_ roll.Attempt) roll.Reply {
			time.Sleep(15 * time.Second)
			return roll.Reply{State: roll.Unknown, Problem: "timeout"}
		})
		b.pass(20 * time.Second)
		b.outcomes(roll.Confirming, 1)
		story, err := b.store.Story(b.Context(), "school-0", token)
		if err != nil {
			b.Fatal(err)
		}
		if first := story.Attempts[0]; first.State != roll.Unknown || first.Late != roll.Answered || first.ClosedAt.Sub(first.ClaimedAt) != 20*time.Second {
			b.Errorf("the first attempt is %+v", first)
		}
		b.service.answers(accepts)
		b.pass(3 * time.Minute)
		b.outcomes(roll.Saved, 1)
	})
}

func TestAProcessThatStartsLeavesTheCallsOfAnotherAlone(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			time.Sleep(10 * time.Second)
			return accepts(attempt)
		})
		b.save(2, 1)
		defer b.start()()
		b.pass(9 * time.Second)
		if calls := b.service.calls(); len(calls) != 1 {
			b.Errorf("%d calls were made", len(calls))
		}
		b.pass(2 * time.Second)
		b.outcomes(roll.Saved, 1)
	})
}

func TestTwoProcessesShareTheWorkAndSendNothingTwice(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		defer b.start()()
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			time.Sleep(2 * time.Second)
			return accepts(attempt)
		})
		for i := range 40 {
			b.keep(i%2, 2, 1+i/2)
		}
		b.pass(30 * time.Second)
		b.outcomes(roll.Saved, upTo(20)...)
		sent := make(map[roll.EnrolmentID]int)
		for _, call := range b.service.calls() {
			for _, mark := range call.attempt.Marks {
				sent[mark.Enrolment]++
			}
		}
		for enrolment, times := range sent {
			if times != 1 {
				b.Errorf("student %d was sent %d times", enrolment, times)
			}
		}
		if len(sent) != 40 {
			b.Errorf("%d students were sent", len(sent))
		}
		if most := b.service.mostOf("school-0"); most > 2*mostPerSchool {
			b.Errorf("%d calls of one school were under way", most)
		}
	})
}

func TestASlowSchoolCostsTheOthersNothing(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			if attempt.School == "school-0" {
				time.Sleep(15 * time.Second)
				return roll.Reply{State: roll.Unknown, Problem: "timeout"}
			}
			return accepts(attempt)
		})
		for i := range 30 {
			b.sender.kick(b.keep(0, 2, i+1))
		}
		b.pass(time.Second)
		for i := range 10 {
			b.sender.kick(b.keep(1, 2, i+1))
			b.pass(time.Millisecond)
		}
		for enrolment, mark := range b.marks(1) {
			if mark.Outcome != roll.Saved {
				b.Errorf("student %d of the other school is %s", enrolment, mark.Outcome)
			}
		}
		b.pass(time.Minute)
		if most := b.service.mostOf("school-0"); most > mostPerSchool {
			b.Errorf("%d calls of the slow school were under way", most)
		}
		if !b.sender.Failing("school-0") || b.sender.Failing("school-1") {
			b.Error("the slow school does not count as failing, or the other does")
		}
	})
}

func TestASenderThatEndsWaitsForItsCalls(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			time.Sleep(3 * time.Second)
			return accepts(attempt)
		})
		b.save(2, 1)
		b.end()
		b.outcomes(roll.Saved, 1)
	})
}
