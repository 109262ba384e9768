package roll

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestADayThatWasReadIsHeldBesideTheMarksThatAreSettled(t *testing.T) {
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
	got := Compare(students, marks, day, read, strings.EqualFold)
	want := []Difference{
		{Enrolment: 2, Student: 102, Here: "Absent", There: "Late"},
		{Enrolment: 3, Student: 103, Here: "Absent"},
		{Enrolment: 6, Student: 106, There: "Present"},
	}
	if got.Same != 2 || !got.ReadAt.Equal(read) || !slices.Equal(got.Differences, want) {
		t.Errorf("it says %+v", got)
	}
}
