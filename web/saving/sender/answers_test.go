package sender

import (
	"slices"
	"testing"
	"time"

	"rollbook/web/roll"
)

func TestASaveIsOneCallAndItsAnswerSettlesIt(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.save(2, upTo(28)...)
		if calls := b.service.calls(); len(calls) != 1 || len(calls[0].attempt.Marks) != 28 {
			b.Errorf("%d calls were made", len(calls))
		}
		b.outcomes(roll.Saved, upTo(28)...)
	})
}

func TestAStudentMissingFromTheAnswerIsSentOnceMoreAndAlone(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		without := func(attempt roll.Attempt) roll.Reply {
			reply := accepts(attempt)
			for i, student := range reply.Reading.Students {
				if student.Enrolment%100 == 3 || student.Enrolment%100 == 7 {
					reply.Reading.Students[i] = roll.StudentReading{Enrolment: student.Enrolment, Verdict: roll.Missing}
				}
			}
			return reply
		}
		b.service.answers(without)
		b.save(2, upTo(10)...)
		b.pass(2 * time.Second)
		calls := b.service.calls()
		if len(calls) != 2 || !slices.Equal(calls[1].students(), []int{3, 7}) {
			b.Fatalf("%d calls were made, the last with %v", len(calls), calls[len(calls)-1].students())
		}
		b.outcomes(roll.Saved, 1, 2, 4, 5, 6, 8, 9, 10)
		b.outcomes(roll.Refused, 3, 7)
		b.pass(5 * time.Minute)
		if calls := b.service.calls(); len(calls) != 2 {
			b.Errorf("%d calls were made in the end", len(calls))
		}
	})
}

func TestAStudentWithContradictoryAnswersIsSentAgainOnce(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		contradicts := true
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			if !contradicts {
				return accepts(attempt)
			}
			contradicts = false
			item := func(student roll.StudentID, status string) roll.Item {
				return roll.Item{Student: student, Status: status, Date: attempt.Date}
			}
			first, second := attempt.Marks[0].Student, attempt.Marks[1].Student
			return answering(attempt, item(first, attempt.Status.Name), item(first, "Status 9"), item(second, attempt.Status.Name), item(second, attempt.Status.Name))
		})
		b.save(2, 1, 2)
		b.outcomes(roll.Saved, 2)
		b.pass(2 * time.Second)
		if calls := b.service.calls(); len(calls) != 2 || !slices.Equal(calls[1].students(), []int{1}) {
			b.Errorf("%d calls were made", len(calls))
		}
		b.outcomes(roll.Saved, 1)
	})
}

func TestANameIsTheSameHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		for i, name := range []string{"Status 2", "  status 2\t", "STATUS 2", "\u00a0Status 2"} {
			b.service.answers(func(attempt roll.Attempt) roll.Reply { return returning(attempt, name) })
			b.save(2, i+1)
			b.outcomes(roll.Saved, i+1)
		}
		for i, name := range []string{"Status 3", "Status", "Status2", " "} {
			b.service.answers(func(attempt roll.Attempt) roll.Reply { return returning(attempt, name) })
			b.save(2, 10+i)
			b.outcomes(roll.Differs, 10+i)
		}
	})
}

func TestAnAliasStandsForItsStatusOnly(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		if err := b.store.AddAlias(b.Context(), "school-0", "Ausência", 2); err != nil {
			b.Fatal(err)
		}
		b.service.answers(func(attempt roll.Attempt) roll.Reply { return returning(attempt, " AUSE\u0302NCIA") })
		b.save(2, 1)
		b.save(3, 2)
		b.outcomes(roll.Saved, 1)
		b.outcomes(roll.Differs, 2)
	})
}

func TestNamesAreFoldedAsPeopleReadThem(t *testing.T) {
	t.Parallel()
	for _, alike := range [][2]string{
		{"Absent", " ABSENT "}, {"Présent", "PRE\u0301SENT"}, {"Straße", "STRASSE"}, {"Ångström", "A\u030angstro\u0308m"}, {"ΣΊΣΥΦΟΣ", "σίσυφος"}, {"ﬁn", "FIN"},
	} {
		if Fold(alike[0]) != Fold(alike[1]) {
			t.Errorf("%q is %q, %q is %q", alike[0], Fold(alike[0]), alike[1], Fold(alike[1]))
		}
	}
	for _, different := range [][2]string{{"Absent", "Absent."}, {"Present", "Présent"}, {"A B", "AB"}, {"", "."}} {
		if Fold(different[0]) == Fold(different[1]) {
			t.Errorf("%q is the same as %q", different[0], different[1])
		}
	}
}

func TestWithUnknownStudentsAnAnswerConfirmsAllOrNone(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			asked := attempt.Rows()
			var items []roll.Item
			for i := range asked {
				asked[i].Student = 0
				items = append(items, roll.Item{Student: roll.StudentID(i + 1), Status: attempt.Status.Name, Date: attempt.Date})
			}
			if len(asked) == 2 {
				items = items[1:]
			}
			return roll.Reply{State: roll.Answered, HTTPStatus: 200, Reading: roll.Read(asked, attempt.Date, items, nil)}
		})
		b.save(2, 1, 2, 3)
		b.outcomes(roll.Saved, 1, 2, 3)
		b.save(2, 4, 5)
		b.outcomes(roll.Refused, 4, 5)
	})
}

func TestANewerSaveIsSentWhenTheOlderOnesCallHasEnded(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			time.Sleep(5 * time.Second)
			return accepts(attempt)
		})
		b.save(2, 1, 2)
		b.pass(time.Second)
		b.save(3, 1)
		b.pass(20 * time.Second)
		calls := b.service.calls()
		if len(calls) != 2 || calls[1].attempt.Status.ID != 3 || calls[1].at.Sub(calls[0].at) < 5*time.Second {
			b.Errorf("the calls were %+v", calls)
		}
		b.outcomes(roll.Saved, 1, 2)
		if mark := b.marks(0)[1]; mark.Status.ID != 3 {
			b.Errorf("the mark is %+v", mark)
		}
	})
}
