package saves

import (
	"testing"
	"time"

	"rollbook/web/roll"
)

func TestAClassIsReadAgainAfterAWhile(t *testing.T) {
	t.Parallel()
	var classes keptClasses
	day := classDay{school: "north", date: "2026-10-05", first: 1}
	read := time.Date(2026, 10, 5, 8, 30, 0, 0, time.UTC)
	classes.Keep(day, classMarks{version: 3, enrolments: []roll.EnrolmentID{1, 2}, readAt: read}, classesInMemory)
	for what, asked := range map[string]struct {
		version int64
		day     classDay
		class   []roll.EnrolmentID
		after   time.Duration
		kept    bool
	}{
		"as it was read":       {3, day, []roll.EnrolmentID{1, 2}, keptFor, true},
		"later":                {3, day, []roll.EnrolmentID{1, 2}, keptFor + 1, false},
		"at another version":   {4, day, []roll.EnrolmentID{1, 2}, 0, false},
		"with another student": {3, day, []roll.EnrolmentID{1, 3}, 0, false},
		"at another school":    {3, classDay{school: "south", date: "2026-10-05", first: 1}, []roll.EnrolmentID{1, 2}, 0, false},
		"on another day":       {3, classDay{school: "north", date: "2026-10-04", first: 1}, []roll.EnrolmentID{1, 2}, 0, false},
	} {
		if _, kept := classes.find(asked.day, asked.version, asked.class, read.Add(asked.after)); kept != asked.kept {
			t.Errorf("%s it is kept: %t", what, kept)
		}
	}
}
