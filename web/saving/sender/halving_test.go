package sender

import (
	"slices"
	"testing"
	"time"

	"rollbook/web/roll"
)

// refusing is a service that refuses every list with one of the students.
func refusing(reply roll.Reply, students ...int) func(roll.Attempt) roll.Reply {
	return func(attempt roll.Attempt) roll.Reply {
		for _, student := range (call{attempt: attempt}).students() {
			if slices.Contains(students, student) {
				return reply
			}
		}
		return accepts(attempt)
	}
}

func TestOneBadEnrolmentIsFoundAndTheOthersAreSaved(t *testing.T) {
	t.Parallel()
	template := modelTemplate(t)
	for _, bad := range []int{1, 14, 15, 28} {
		alone(t, template, func(b *bubble) {
			b.service.answers(refusing(roll.Reply{State: roll.Rejected, HTTPStatus: 422}, bad))
			b.save(2, upTo(28)...)
			b.pass(10 * time.Second)
			b.outcomes(roll.Refused, bad)
			b.outcomes(roll.Saved, slices.DeleteFunc(upTo(28), func(student int) bool { return student == bad })...)
			if calls := len(b.service.calls()); calls > 11 {
				b.Errorf("student %d cost %d calls", bad, calls)
			}
		})
	}
}

func TestAListRefusedInEveryPartCostsNoMoreThanItsLimit(t *testing.T) {
	t.Parallel()
	template := modelTemplate(t)
	for _, students := range []int{1, 2, 3, 5, 28, 60} {
		alone(t, template, func(b *bubble) {
			b.service.answers(func(roll.Attempt) roll.Reply {
				time.Sleep(100 * time.Millisecond)
				return roll.Reply{State: roll.Rejected, HTTPStatus: 400}
			})
			b.save(2, upTo(students)...)
			b.pass(5 * time.Minute)
			b.outcomes(roll.Refused, upTo(students)...)
			if calls := len(b.service.calls()); calls > roll.CallLimit(students) {
				b.Errorf("%d students cost %d calls instead of at most %d", students, calls, roll.CallLimit(students))
			}
		})
	}
}

func TestThePartsThatAreAcceptedAreRecordedAtOnce(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			if attempt.Part > 0 {
				time.Sleep(3 * time.Second)
			}
			return refusing(roll.Reply{State: roll.Rejected, HTTPStatus: 422}, 1)(attempt)
		})
		b.save(2, upTo(8)...)
		b.pass(4 * time.Second)
		b.outcomes(roll.Saved, 5, 6, 7, 8)
		b.outcomes(roll.Waiting, 1, 2, 3, 4)
	})
}

func TestTheLargestListIsLearnedAndUsedForTheNextSave(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			if len(attempt.Marks) > 50 {
				return roll.Reply{State: roll.Rejected, HTTPStatus: 413}
			}
			return accepts(attempt)
		})
		b.save(2, upTo(99)...)
		b.pass(5 * time.Second)
		b.outcomes(roll.Saved, upTo(99)...)
		learned := len(b.service.calls())
		if learned != 3 {
			b.Errorf("the first save cost %d calls", learned)
		}
		b.save(3, upTo(99)...)
		b.pass(5 * time.Second)
		b.outcomes(roll.Saved, upTo(99)...)
		calls := b.service.calls()[learned:]
		if len(calls) != 2 || len(calls[0].attempt.Marks) != 50 {
			b.Errorf("the next save cost %d calls, the first with %d students", len(calls), len(calls[0].attempt.Marks))
		}
	})
}

func TestABadEnrolmentTeachesNothingOfTheLargestList(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(refusing(roll.Reply{State: roll.Rejected, HTTPStatus: 422}, 3))
		b.save(2, upTo(28)...)
		b.pass(5 * time.Second)
		if school, err := b.store.School(b.Context(), "school-0"); school.LargestList != 0 || err != nil {
			b.Errorf("learned %d, %v", school.LargestList, err)
		}
	})
}

func TestThreeServerErrorsInARowForOneSaveAreTakenForABadEnrolment(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(refusing(roll.Reply{State: roll.Unknown, HTTPStatus: 500}, 5))
		b.save(2, upTo(8)...)
		for i := range 600 {
			if i%2 == 0 {
				b.save(2, 50+i%40)
			}
			b.pass(time.Second)
		}
		b.outcomes(roll.Refused, 5)
		b.outcomes(roll.Saved, 1, 2, 3, 4, 6, 7, 8)
		ofSave := slices.DeleteFunc(b.service.calls(), func(c call) bool { return c.attempt.Save != "save-1" })
		for i, want := range []int{8, 8, 8, 4} {
			if len(ofSave[i].attempt.Marks) != want {
				b.Errorf("call %d has %d students instead of %d", i, len(ofSave[i].attempt.Marks), want)
			}
		}
	})
}

func TestServerErrorsOfASchoolThatIsDownAreNoBadEnrolment(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(always(roll.Reply{State: roll.Unknown, HTTPStatus: 503}))
		b.save(2, upTo(8)...)
		b.pass(10 * time.Minute)
		for _, call := range b.service.calls() {
			if len(call.attempt.Marks) != 8 {
				b.Fatalf("a call has %d students", len(call.attempt.Marks))
			}
		}
		b.outcomes(roll.Confirming, upTo(8)...)
		b.service.answers(accepts)
		b.pass(2 * time.Minute)
		b.outcomes(roll.Saved, upTo(8)...)
	})
}
