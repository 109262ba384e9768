package roll

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestTheReadDayIsComparedWithTheSettledMarks(t *testing.T) {
	t.Parallel()
	read := time.Date(2026, 11, 20, 9, 15, 0, 0, time.UTC)
	settled := func(returned string, outcome Outcome, ago time.Duration) Mark {
		return Mark{Version: 1, Outcome: outcome, Returned: returned, AnsweredAt: read.Add(-ago)}
	}
	students := []Enrolment{
		{ID: 1, Student: 101}, {ID: 2, Student: 102}, {ID: 3, Student: 103}, {ID: 4, Student: 104},
		{ID: 5, Student: 105}, {ID: 6, Student: 106}, {ID: 7, Student: 107}, {ID: 8}, {ID: 1, Student: 101, Class: "other"},
	}
	marks := map[EnrolmentID]Mark{
		1: settled("Absent", Saved, time.Minute),
		2: settled("Absent", Saved, time.Minute),
		3: settled("Absent", Differs, time.Minute),
		4: settled("Absent", Saved, -time.Second),
		5: {Version: 1, Outcome: Waiting},
		8: settled("Late", Saved, time.Minute),
	}
	day := []DayMark{
		{Student: 101, Status: "ABSENT"}, {Student: 102, Status: "Late"}, {Student: 104, Status: "Late"}, {Student: 105, Status: "Late"},
		{Student: 106, Status: "Present"}, {Enrolment: 8, Status: "Late"}, {Student: 999, Status: "Late"},
	}
	got := Compare(students, marks, day, read, byName)
	answered := read.Add(-time.Minute)
	want := []Difference{
		{Enrolment: 2, Student: 102, Here: "Absent", There: "Late", Version: 1, AnsweredAt: answered},
		{Enrolment: 3, Student: 103, Here: "Absent", Version: 1, AnsweredAt: answered},
		{Enrolment: 6, Student: 106, There: "Present"},
	}
	elsewhere := map[EnrolmentID]string{6: "Present"}
	if got.Same != 2 || !got.ReadAt.Equal(read) || !slices.Equal(got.Differences, want) || !maps.Equal(got.Elsewhere, elsewhere) {
		t.Errorf("it says %+v", got)
	}
}

// byName compares only the names.
func byName(mark Mark, there string) (asReturned, asSent bool) {
	return strings.EqualFold(mark.Returned, there), strings.EqualFold(mark.Status.Name, there)
}

func TestAMarkIsTakenAsChangedElsewhereOnceItsAnswerMustBeInTheReading(t *testing.T) {
	t.Parallel()
	read := time.Date(2026, 11, 20, 9, 15, 0, 0, time.UTC)
	const apply = time.Minute
	comparison := Comparison{ReadAt: read, Differences: []Difference{
		{Enrolment: 1, Here: "Absent", There: "Late", Version: 1, AnsweredAt: read.Add(-apply - time.Second)},
		{Enrolment: 2, Here: "Absent", There: "Late", Version: 1, AnsweredAt: read.Add(-apply)},
		{Enrolment: 3, Here: "Absent", Version: 1, AnsweredAt: read.Add(-time.Hour)},
		{Enrolment: 4, There: "Late"},
	}}
	if got := comparison.ChangedElsewhere(apply); len(got) != 1 || got[0].Enrolment != 1 {
		t.Errorf("changed are %+v", got)
	}
}

func TestAReadingThatContradictsManyMarksIsNotBelieved(t *testing.T) {
	t.Parallel()
	read := time.Date(2026, 11, 20, 9, 15, 0, 0, time.UTC)
	for _, c := range []struct{ differ, same, changed int }{
		{3, 0, 3}, {4, 0, 0}, {4, 19, 0}, {4, 20, 4}, {300, 1000, 0}, {28, 1400, 28},
	} {
		comparison := Comparison{ReadAt: read, Same: c.same}
		for i := range c.differ {
			comparison.Differences = append(comparison.Differences, Difference{Enrolment: EnrolmentID(i), There: "P", Version: 1})
		}
		if got := len(comparison.ChangedElsewhere(time.Minute)); got != c.changed {
			t.Errorf("of %d that differ beside %d the same, %d are believed", c.differ, c.same, got)
		}
	}
}
