package saves

import (
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

func TestAClassIsReadAgainAfterAWhile(t *testing.T) {
	t.Parallel()
	day := classOn("north", "2026-10-05", []roll.EnrolmentID{1, 2})
	begun := time.Date(2026, 10, 5, 8, 30, 0, 0, time.UTC)
	for what, asked := range map[string]struct {
		version int64
		day     classDay
		after   time.Duration
		kept    bool
	}{
		"as it was read":       {3, day, engine.KeptFor, true},
		"later":                {3, day, engine.KeptFor + 1, false},
		"at another version":   {4, day, 0, false},
		"at an unknown one":    {0, day, 0, false},
		"with another student": {3, classOn("north", "2026-10-05", []roll.EnrolmentID{1, 3}), 0, false},
		"at another school":    {3, classOn("south", "2026-10-05", []roll.EnrolmentID{1, 2}), 0, false},
		"on another day":       {3, classOn("north", "2026-10-04", []roll.EnrolmentID{1, 2}), 0, false},
	} {
		var classes engine.Versioned[classDay, int]
		reads := 0
		read := func() (int, error) { reads++; return reads, nil }
		_, _ = classes.At(3, day, 2, begun, read)
		if _, _ = classes.At(asked.version, asked.day, 2, begun.Add(asked.after), read); (reads == 1) != asked.kept {
			t.Errorf("%s it is read %d times", what, reads)
		}
	}
}
