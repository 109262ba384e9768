package roll

import (
	"testing"
	"time"
)

// changeBy is a mark that taken made at 8:00, and that by changed at that minute past eight; 0 for never.
func changeBy(taken, by Actor, minute int) *LastChange {
	at := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	return &LastChange{Taken: Taking{taken, at}, By: by, At: at.Add(time.Duration(minute) * time.Minute)}
}

func TestOnlyCorrectionsByOtherPeopleChangeATakenRoll(t *testing.T) {
	t.Parallel()
	teacher, office, cover := Actor{Person: "t", Role: Teacher}, Actor{Person: "o", Role: Office}, Actor{Person: "c", Role: Covering}
	for says, one := range map[string]struct {
		changes []*LastChange
		changed int
		last    Actor
	}{
		"no change":                   {[]*LastChange{changeBy(teacher, teacher, 0)}, 0, Actor{}},
		"the taker's own change":      {[]*LastChange{changeBy(teacher, teacher, 5)}, 0, Actor{}},
		"the first mark of another":   {[]*LastChange{changeBy(teacher, teacher, 0), changeBy(teacher, teacher, 0), changeBy(cover, cover, 0)}, 0, Actor{}},
		"a change of the office":      {[]*LastChange{changeBy(teacher, office, 5), changeBy(teacher, teacher, 0)}, 1, office},
		"the newest of two changes":   {[]*LastChange{changeBy(teacher, office, 9), changeBy(teacher, cover, 5)}, 2, office},
		"the newest of two, in order": {[]*LastChange{changeBy(teacher, cover, 5), changeBy(teacher, office, 9)}, 2, office},
	} {
		taking := TakingOf(one.changes)
		if taking.Taken.By != teacher || taking.Changed != one.changed || taking.Last.By != one.last {
			t.Errorf("%s: %+v", says, taking)
		}
	}
}
