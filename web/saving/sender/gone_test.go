package sender

import (
	"slices"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// notFound is the service's answer to a list that names a student who left, and to every request at a wrong
// address.
func notFound() roll.Reply { return roll.Reply{State: roll.Gone, HTTPStatus: 404} }

// others are the students up to n, except those given.
func others(n int, without ...int) []int {
	return slices.DeleteFunc(upTo(n), func(student int) bool { return slices.Contains(without, student) })
}

// paused expects the school to be paused because of its address, or not.
func (b *bubble) paused(want bool) {
	b.Helper()
	if got := b.connection().Pause; (got == roll.PausedAddress) != want {
		b.Errorf("the school's pause is %q", got)
	}
}

func TestAGoneStudentIsFoundAndTheOthersAreSaved(t *testing.T) {
	t.Parallel()
	template := modelTemplate(t)
	for _, gone := range [][]int{{1}, {14}, {15}, {28}, {1, 28}, {9, 10}, {1, 2, 3}} {
		alone(t, template, func(b *bubble) {
			b.service.answers(refusing(notFound(), gone...))
			b.save(2, upTo(28)...)
			b.pass(2 * time.Second)
			b.outcomes(roll.Refused, gone...)
			b.outcomes(roll.Saved, others(28, gone...)...)
			b.paused(false)
			if calls := len(b.service.calls()); calls > roll.CallLimit(28) {
				b.Errorf("students %v cost %d calls", gone, calls)
			}
			if school, err := b.store.School(b.Context(), "school-0"); school.LargestList != 0 || err != nil {
				b.Errorf("learned %d, %v", school.LargestList, err)
			}
		})
	}
}

func TestAGoneStudentStopsNoOtherClass(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			time.Sleep(2 * time.Second)
			return refusing(notFound(), 5)(attempt)
		})
		b.save(2, upTo(10)...)
		for class := range 5 {
			b.pass(time.Second)
			b.save(2, 20+class)
			b.pass(2 * time.Second)
			b.outcomes(roll.Saved, 20+class)
		}
		b.pass(time.Minute)
		b.paused(false)
		b.outcomes(roll.Refused, 5)
		b.outcomes(roll.Saved, others(10, 5)...)
	})
}

func TestASingleStudentWaitsUntilAnotherSaveWasAnswered(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			if attempt.Marks[0].Enrolment != enrolmentOf(0, 1) {
				time.Sleep(3 * time.Second)
			}
			return refusing(notFound(), 1)(attempt)
		})
		b.save(2, 10)
		b.pass(time.Second)
		b.save(2, 1)
		b.pass(1500 * time.Millisecond)
		b.save(2, 11)
		b.pass(2 * time.Second)
		// Calls that started before the 404 are answered, and prove nothing.
		b.outcomes(roll.Saved, 10)
		b.outcomes(roll.Waiting, 1)
		b.paused(false)
		b.pass(2500 * time.Millisecond)
		b.outcomes(roll.Saved, 11)
		b.outcomes(roll.Refused, 1)
		b.paused(false)
	})
}

func TestAMovedAddressRefusesNoStudentAndMarksAreSentOnceItIsCorrected(t *testing.T) {
	t.Parallel()
	template := modelTemplate(t)
	for _, students := range []int{1, 2, 3, 28, 60} {
		alone(t, template, func(b *bubble) {
			b.service.answers(always(notFound()))
			b.save(2, upTo(students)...)
			b.pass(2 * time.Second)
			b.paused(true)
			b.outcomes(roll.Waiting, upTo(students)...)
			if calls := len(b.service.calls()); calls > roll.CallLimit(students) {
				b.Errorf("%d students cost %d calls", students, calls)
			}
			b.save(2, 70, 71)
			b.pass(5 * time.Minute)
			b.outcomes(roll.Waiting, append(upTo(students), 70, 71)...)
			b.service.answers(accepts)
			b.pass(65 * time.Second)
			b.paused(false)
			b.outcomes(roll.Saved, append(upTo(students), 70, 71)...)
		})
	}
}

func TestAWrongAddressRefusesNoStudentOfAnEarlierMissedList(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(func(roll.Attempt) roll.Reply {
			time.Sleep(15 * time.Second)
			return roll.Reply{State: roll.Unknown, Problem: "timeout"}
		})
		b.save(1, 1)
		// The first student is left out, because a call for her is under way.
		b.service.answers(always(notFound()))
		b.save(2, 1, 2, 3)
		b.pass(time.Second)
		b.service.answers(accepts)
		b.save(2, 10)
		b.pass(2 * time.Second)
		b.outcomes(roll.Saved, 2, 3, 10)
		b.service.answers(always(notFound()))
		b.pass(20 * time.Second)
		b.outcomes(roll.Confirming, 1)
		b.service.answers(accepts)
		b.pass(3 * time.Minute)
		b.outcomes(roll.Saved, 1)
	})
}

func TestAnAddressCorrectedDuringASearchRefusesNoStudent(t *testing.T) {
	t.Parallel()
	template := modelTemplate(t)
	for mendedAfter := range 12 {
		alone(t, template, func(b *bubble) {
			b.service.answers(func(attempt roll.Attempt) roll.Reply {
				time.Sleep(2 * time.Second)
				if len(b.service.calls()) <= mendedAfter {
					return notFound()
				}
				return accepts(attempt)
			})
			b.save(2, upTo(4)...)
			b.pass(90 * time.Second)
			b.outcomes(roll.Saved, upTo(4)...)
			b.paused(false)
			if school, err := b.store.School(b.Context(), "school-0"); school.LargestList != 0 || err != nil {
				b.Errorf("learned %d, %v", school.LargestList, err)
			}
		})
	}
}

func TestASingleStudentIsSentOnceMoreBeforeSheIsRefused(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		moved := true
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			if wasMoved := moved; wasMoved {
				time.Sleep(5 * time.Second)
				return notFound()
			}
			return accepts(attempt)
		})
		b.save(2, 1, 2)
		b.pass(7 * time.Second)
		// Both are sent alone, at the wrong address, while another save is answered.
		moved = false
		b.save(2, 10)
		b.outcomes(roll.Saved, 10)
		b.pass(6 * time.Second)
		b.outcomes(roll.Saved, 1, 2)
	})
}

func TestOneSaveOfASchoolIsHalvedAtATime(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			time.Sleep(time.Second)
			return refusing(notFound(), 1, 11, 21)(attempt)
		})
		b.save(2, upTo(8)...)
		b.save(2, 11, 12, 13, 14)
		b.save(2, 21)
		b.pass(time.Minute)
		b.outcomes(roll.Refused, 1, 11, 21)
		b.outcomes(roll.Saved, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14)
		b.paused(false)
		var parts []roll.Token
		for _, call := range b.service.calls() {
			if call.attempt.Part > 0 {
				parts = append(parts, call.attempt.Save)
			}
		}
		if in := slices.Compact(parts); len(in) != 2 {
			b.Errorf("parts were sent of %v in turn", in)
		}
	})
}

func TestASearchSurvivesThatItsProcessEnds(t *testing.T) {
	t.Parallel()
	template := modelTemplate(t)
	for after := range 6 {
		alone(t, template, func(b *bubble) {
			b.service.answers(func(attempt roll.Attempt) roll.Reply {
				time.Sleep(2 * time.Second)
				return refusing(notFound(), 3)(attempt)
			})
			b.save(2, upTo(8)...)
			b.pass(time.Duration(after)*2*time.Second + time.Second)
			b.end()
			defer b.start()()
			b.pass(20 * time.Second)
			b.outcomes(roll.Refused, 3)
			b.outcomes(roll.Saved, others(8, 3)...)
			b.paused(false)
		})
	}
}

func TestASearchOfTwoProcessesIsOne(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		defer b.start()()
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			time.Sleep(time.Second)
			return refusing(notFound(), 3, 23)(attempt)
		})
		b.keep(0, 2, upTo(8)...)
		b.keep(0, 2, 21, 22, 23, 24)
		b.pass(time.Minute)
		b.outcomes(roll.Refused, 3, 23)
		b.outcomes(roll.Saved, append(others(8, 3), 21, 22, 24)...)
		b.paused(false)
	})
}

func TestMarksThatWaitForASearchStopWithTheirSave(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(always(notFound()))
		b.save(2, 1, 2)
		b.pass(31 * time.Minute)
		b.outcomes(roll.Stopped, 1, 2)
		b.service.answers(refusing(notFound(), 11))
		b.save(3, 10, 11, 12)
		b.pass(90 * time.Second)
		b.outcomes(roll.Saved, 10, 12)
		b.outcomes(roll.Refused, 11)
		b.paused(false)
	})
}

func TestANewerMarkOfASearchedStudentIsSentAtOnce(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			if attempt.Status.ID == 2 {
				return notFound()
			}
			time.Sleep(time.Second)
			return accepts(attempt)
		})
		b.save(3, 9)
		b.save(2, 1)
		b.outcomes(roll.Waiting, 1)
		b.save(3, 1)
		b.pass(5 * time.Second)
		b.paused(false)
		b.outcomes(roll.Saved, 1, 9)
	})
}

func TestGoneStudentsInAnyNumberRefuseNoOthers(t *testing.T) {
	t.Parallel()
	template := modelTemplate(t)
	for _, gone := range [][]int{{3, 10, 17, 24}, {1, 9, 16, 30}, everySecond(30), upTo(29), upTo(30)} {
		alone(t, template, func(b *bubble) {
			b.service.answers(refusing(notFound(), gone...))
			b.save(2, upTo(30)...)
			b.save(2, 40)
			b.pass(3 * time.Minute)
			b.outcomes(roll.Refused, gone...)
			b.outcomes(roll.Saved, append(others(30, gone...), 40)...)
			b.paused(false)
		})
	}
}

// everySecond lists the even numbers up to n.
func everySecond(n int) []int {
	return slices.DeleteFunc(upTo(n), func(student int) bool { return student%2 == 1 })
}

func TestA404IsAWrongAddressWhereThePeriodsAreNotFoundEither(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(always(notFound()))
		b.service.probes(func(roll.School) error { return errKeyRefused })
		b.save(2, upTo(28)...)
		b.pass(15 * time.Second)
		b.paused(true)
		b.outcomes(roll.Waiting, upTo(28)...)
		if calls := len(b.service.calls()); calls != 1 {
			b.Errorf("%d lists were sent to a wrong address", calls)
		}
		b.service.answers(accepts)
		b.service.probes(func(roll.School) error { return nil })
		b.pass(65 * time.Second)
		b.paused(false)
		b.outcomes(roll.Saved, upTo(28)...)
	})
}

func TestAGoneStudentIsLeftOutUntilTheListIsReadAgain(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		listed := func() {
			if err := b.store.PutStudents(b.Context(), "school-0", "1", lists.FromService, []roll.Enrolment{{ID: enrolmentOf(0, 5)}}); err != nil {
				b.Fatal(err)
			}
		}
		listed()
		b.service.answers(refusing(notFound(), 5))
		b.save(2, upTo(10)...)
		b.pass(2 * time.Second)
		b.outcomes(roll.Refused, 5)
		calls := len(b.service.calls())
		b.save(3, upTo(10)...)
		b.pass(2 * time.Second)
		b.outcomes(roll.Refused, 5)
		b.outcomes(roll.Saved, others(10, 5)...)
		if more := len(b.service.calls()) - calls; more != 1 {
			b.Errorf("the next save of the class cost %d calls", more)
		}
		b.service.answers(accepts)
		listed()
		b.save(2, 5)
		b.pass(2 * time.Second)
		b.outcomes(roll.Saved, 5)
	})
}
