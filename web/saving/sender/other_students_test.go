package sender

import (
	"testing"
	"time"

	"rollbook/web/roll"
)

// listed are the students in the lists of the bubble's schools.
func listed() map[roll.StudentID]bool {
	listed := make(map[roll.StudentID]bool)
	for _, student := range upTo(28) {
		listed[roll.StudentID(enrolmentOf(0, student))+5000] = true
	}
	return listed
}

// namingOthers is an answer about the students with numbers higher by the given number.
func namingOthers(by int) func(roll.Attempt) roll.Reply {
	return func(attempt roll.Attempt) roll.Reply {
		var items []roll.Item
		for _, mark := range attempt.Marks {
			items = append(items, roll.Item{Student: mark.Student + roll.StudentID(by), Status: attempt.Status.Name, Date: attempt.Date})
		}
		reply := roll.Reply{State: roll.Answered, HTTPStatus: 200, Reading: roll.Read(attempt.Rows(), attempt.Date, items, listed())}
		if !reply.Reading.Valid {
			reply.State, reply.Problem = roll.Unknown, "other_students"
		}
		return reply
	}
}

func TestTheSecondAnswerAboutOtherStudentsPausesTheSchool(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(namingOthers(10))
		b.save(2, 1, 2)
		b.outcomes(roll.Confirming, 1, 2)
		if pause := b.connection().Pause; pause != roll.NotPaused {
			b.Errorf("the first answer paused the school by %q", pause)
		}
		b.pass(10 * time.Second)
		if pause, calls := b.connection().Pause, len(b.service.calls()); pause != roll.PausedStudents || calls != 2 {
			b.Errorf("after %d calls it is paused by %q", calls, pause)
		}
		b.service.answers(accepts)
		b.save(2, 3)
		b.pass(20 * time.Minute)
		b.outcomes(roll.Confirming, 1, 2)
		b.outcomes(roll.Waiting, 3)
		if calls := len(b.service.calls()); calls != 2 {
			b.Errorf("%d calls were made in the end", calls)
		}
		b.confirmOthers()
		b.pass(2 * time.Minute)
		b.outcomes(roll.Saved, 1, 2, 3)
	})
}

// confirmOthers makes an admin confirm that the students named in answers are right.
func (b *bubble) confirmOthers() {
	b.Helper()
	school, err := b.store.School(b.Context(), (&run{}).school(0))
	if err == nil {
		err = b.store.ConfirmOthers(b.Context(), school, roll.ConnectionDecision{Kind: roll.OthersAreRight, Reason: "looked up"})
	}
	if err != nil {
		b.Fatal(err)
	}
}

func TestNeitherAKeyNorAProbeNorARefusalEndsThePauseForOtherStudents(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(namingOthers(10))
		b.save(2, 1)
		b.pass(10 * time.Second)
		if err := b.store.Pause(b.Context(), (&run{}).school(0), roll.PausedKey, 0); err != nil {
			b.Fatal(err)
		}
		b.service.answers(accepts)
		b.pass(3 * time.Minute)
		if b.service.probed() == 0 {
			b.Error("the key's pause was not probed")
		}
		if pause := b.connection().Pause; pause != roll.PausedStudents {
			b.Errorf("it is paused by %q", pause)
		}
		b.outcomes(roll.Confirming, 1)
	})
}

func TestAdditionalStudentsInAnAnswerPauseNothing(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			items := []roll.Item{{Student: roll.StudentID(enrolmentOf(0, 20)) + 5000, Status: "Present", Date: attempt.Date}}
			for _, mark := range attempt.Marks {
				items = append(items, roll.Item{Student: mark.Student, Status: attempt.Status.Name, Date: attempt.Date})
			}
			return roll.Reply{State: roll.Answered, HTTPStatus: 200, Reading: roll.Read(attempt.Rows(), attempt.Date, items, listed())}
		})
		for student := range 4 {
			b.save(2, student+1)
		}
		b.outcomes(roll.Saved, 1, 2, 3, 4)
		named, err := b.store.OthersNamed(b.Context(), (&run{}).school(0))
		if err != nil || len(named) != 1 || named[0].Instead || b.connection().Pause != roll.NotPaused {
			b.Errorf("kept are %+v (%v), the connection is %+v", named, err, b.connection())
		}
	})
}
