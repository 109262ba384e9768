package roll

import (
	"testing"
	"time"
)

func TestAKnownAbsenceHasADayAndTheRightTime(t *testing.T) {
	t.Parallel()
	tuesdays := []time.Weekday{time.Tuesday}
	for name, c := range map[string]struct {
		absence KnownAbsence
		problem bool
	}{
		"a day":              {KnownAbsence{From: "2026-03-04", To: "2026-03-04"}, false},
		"tuesdays":           {KnownAbsence{From: "2026-03-04", To: "2026-06-30", Weekdays: tuesdays, After: "11:00"}, false},
		"no Tuesday in it":   {KnownAbsence{From: "2026-03-04", To: "2026-03-09", Weekdays: tuesdays}, true},
		"reversed":           {KnownAbsence{From: "2026-03-04", To: "2026-03-03"}, true},
		"longer than a year": {KnownAbsence{From: "2026-03-04", To: "2027-06-01"}, true},
		"no time":            {KnownAbsence{From: "2026-03-04", To: "2026-03-04", After: "25:00"}, true},
	} {
		if err := c.absence.Validate(); (KindOf(err) == Meaningless) != c.problem || (err != nil) != c.problem {
			t.Errorf("%s: %v", name, err)
		}
	}
}
