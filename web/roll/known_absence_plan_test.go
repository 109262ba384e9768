package roll

import (
	"slices"
	"testing"
	"time"
)

// planned returns the kinds and times of the plans among the movements.
func planned(moves []Movement) (texts []string) {
	for _, one := range moves {
		if one.Planned && one.EndedAt.IsZero() {
			texts = append(texts, string(one.Kind)+" "+string(one.Time))
		}
	}
	return texts
}

func TestAPlanStandsUntilAMovementCarriesItOut(t *testing.T) {
	t.Parallel()
	leaves, comes := KnownAbsence{ID: "a", After: "11:00"}, KnownAbsence{ID: "a", Until: "10:30"}
	between, sits := KnownAbsence{ID: "a", After: "11:00", Until: "13:00"}, KnownAbsence{ID: "a", After: "14:00", Until: "10:30"}
	made := func(kind Move, clock TimeOfDay) Movement { return Movement{Kind: kind, Time: clock} }
	for says, one := range map[string]struct {
		known KnownAbsence
		in    bool
		moves []Movement
		want  []string
	}{
		"no absence":                {KnownAbsence{}, false, nil, nil},
		"a whole day":               {KnownAbsence{ID: "a"}, false, nil, nil},
		"she leaves":                {leaves, true, nil, []string{"out 11:00"}},
		"she left early":            {leaves, true, []Movement{made(MoveOut, "10:50")}, nil},
		"she left and came back":    {leaves, true, []Movement{made(MoveOut, "10:50"), made(MoveBack, "12:00")}, nil},
		"she was out before":        {leaves, true, []Movement{made(MoveOut, "09:00"), made(MoveBack, "09:30")}, []string{"out 11:00"}},
		"her Out was removed":       {leaves, true, []Movement{{Kind: MoveOut, Time: "11:00", EndedAt: time.Unix(1, 0)}}, []string{"out 11:00"}},
		"an Out is planned":         {leaves, true, []Movement{{Kind: MoveOut, Time: "10:45", Planned: true}}, []string{"out 10:45"}},
		"she comes":                 {comes, false, nil, []string{"in 10:30"}},
		"she is marked there":       {comes, true, nil, nil},
		"she came":                  {comes, false, []Movement{made(MoveIn, "10:10")}, nil},
		"she leaves and comes back": {between, true, nil, []string{"out 11:00", "back 13:00"}},
		"she left and will be back": {between, true, []Movement{made(MoveOut, "11:05")}, []string{"back 13:00"}},
		"she came back":             {between, true, []Movement{made(MoveOut, "11:05"), made(MoveBack, "12:40")}, nil},
		"she comes and leaves":      {sits, false, nil, []string{"in 10:30", "out 14:00"}},
		"she came and leaves":       {sits, true, []Movement{made(MoveIn, "10:30")}, []string{"out 14:00"}},
	} {
		if got := planned(WithPlans(one.moves, one.known, one.in)); !slices.Equal(got, one.want) {
			t.Errorf("%s: planned are %q, not %q", says, got, one.want)
		}
	}
}

func TestWhoIsExpectedKeepsNoClassOpen(t *testing.T) {
	t.Parallel()
	students := []Enrolment{{ID: 1, Class: "8b"}, {ID: 2, Class: "8b"}}
	saved := Mark{Version: 1, Outcome: Saved}
	for says, one := range map[string]struct {
		known KnownAbsence
		marks map[EnrolmentID]Mark
		want  ClassState
	}{
		"nobody is marked":         {KnownAbsence{ID: "a", Until: "10:30"}, nil, ClassUntouched},
		"the others are marked":    {KnownAbsence{ID: "a", Until: "10:30"}, map[EnrolmentID]Mark{1: saved}, ClassDone},
		"she comes and leaves":     {KnownAbsence{ID: "a", Until: "10:30", After: "14:00"}, map[EnrolmentID]Mark{1: saved}, ClassDone},
		"she leaves and is back":   {KnownAbsence{ID: "a", After: "10:30", Until: "13:00"}, map[EnrolmentID]Mark{1: saved}, ClassPartly},
		"she is ill":               {KnownAbsence{ID: "a"}, map[EnrolmentID]Mark{1: saved}, ClassPartly},
		"she has come meanwhile":   {KnownAbsence{ID: "a", Until: "10:30"}, map[EnrolmentID]Mark{1: saved, 2: saved}, ClassDone},
		"she alone has been there": {KnownAbsence{ID: "a", Until: "10:30"}, map[EnrolmentID]Mark{2: saved}, ClassPartly},
	} {
		board := NewBoard(students, Marks{Of: one.marks, Known: map[EnrolmentID]KnownAbsence{2: one.known}})
		if got := board.Classes[0].State(); got != one.want {
			t.Errorf("%s: it is %s, not %s", says, got, one.want)
		}
	}
}

func TestAPlanNeverEndsASearch(t *testing.T) {
	t.Parallel()
	present, absent := Mark{Version: 1, MarkedAt: time.Unix(1, 0), Intent: Intent{Status: Status{Family: Present}}}, Mark{Version: 1, MarkedAt: time.Unix(1, 0), Intent: Intent{Status: Status{Family: Absent}}}
	leaves, comes := KnownAbsence{ID: "a", After: "11:00"}, KnownAbsence{ID: "a", Until: "10:30"}
	for says, one := range map[string]struct {
		known KnownAbsence
		mark  Mark
		moves []Movement
		clock TimeOfDay
		want  Place
	}{
		"ill, no mark":               {KnownAbsence{ID: "a"}, Mark{}, nil, "08:07", Away},
		"ill, and there":             {KnownAbsence{ID: "a"}, present, nil, "08:07", In},
		"expected, before the time":  {comes, Mark{}, nil, "10:29", Away},
		"expected, at the time":      {comes, Mark{}, nil, "10:30", Unaccounted},
		"expected, marked Absent":    {comes, absent, nil, "10:45", Away},
		"leaves, no mark":            {leaves, Mark{}, nil, "12:00", Unaccounted},
		"leaves, marked, before":     {leaves, present, nil, "10:00", In},
		"leaves, marked, after":      {leaves, present, nil, "12:00", In},
		"left":                       {leaves, present, []Movement{{Kind: MoveOut, Time: "11:00", MadeAt: time.Unix(9, 0)}}, "12:00", Away},
		"in by the gate, after ill":  {KnownAbsence{ID: "a"}, Mark{}, []Movement{{Kind: MoveIn, Time: "09:00", MadeAt: time.Unix(9, 0)}}, "12:00", In},
		"nothing is known about her": {KnownAbsence{}, Mark{}, nil, "08:07", Unaccounted},
	} {
		known := make(map[EnrolmentID]KnownAbsence)
		if one.known.ID != "" {
			known[1] = one.known
		}
		day := NewBoard([]Enrolment{{ID: 1}}, Marks{
			Of: map[EnrolmentID]Mark{1: one.mark}, Known: known, Movements: map[EnrolmentID][]Movement{1: one.moves},
		}).Students[0]
		if got := day.PlaceAt(one.clock); got != one.want {
			t.Errorf("%s at %s: %s, not %s", says, one.clock, got, one.want)
		}
	}
}

func TestWhoIsExpectedAndNotInStandsOutAfterTenMinutes(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	at := func(clock string) time.Time {
		parsed, err := time.ParseInLocation("2006-01-02 15:04", "2026-11-20 "+clock, berlin)
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	dayOf := func(mark Mark, known KnownAbsence, moves ...Movement) *StudentDay {
		return &NewBoard([]Enrolment{{ID: 1}}, Marks{
			Of: map[EnrolmentID]Mark{1: mark}, Known: map[EnrolmentID]KnownAbsence{1: known}, Movements: map[EnrolmentID][]Movement{1: moves},
		}).Students[0]
	}
	comes, between := KnownAbsence{ID: "a", Until: "10:30"}, KnownAbsence{ID: "a", After: "11:00", Until: "13:00"}
	present, absent := Mark{Version: 1, MarkedAt: time.Unix(1, 0), Intent: Intent{Status: Status{Family: Present}}}, Mark{Version: 1, MarkedAt: time.Unix(1, 0), Intent: Intent{Status: Status{Family: Absent}}}
	out := Movement{Kind: MoveOut, Time: "11:00", MadeAt: time.Unix(9, 0)}
	for says, one := range map[string]struct {
		day   *StudentDay
		clock string
		want  TimeOfDay
	}{
		"a minute before":            {dayOf(Mark{}, comes), "10:39", ""},
		"after ten minutes":          {dayOf(Mark{}, comes), "10:40", "10:30"},
		"marked Absent this morning": {dayOf(absent, comes), "10:40", "10:30"},
		"marked there":               {dayOf(present, comes), "10:40", ""},
		"in by the gate":             {dayOf(Mark{}, comes, Movement{Kind: MoveIn, Time: "10:20", MadeAt: time.Unix(9, 0)}), "10:40", ""},
		"out and not back":           {dayOf(present, between, out), "13:10", "13:00"},
		"she never left":             {dayOf(present, between), "13:10", ""},
		"a whole day":                {dayOf(Mark{}, KnownAbsence{ID: "a"}), "13:10", ""},
		"planned by hand, not back":  {dayOf(present, KnownAbsence{}, out, Movement{Kind: MoveBack, Time: "12:00", Planned: true}), "12:30", "12:00"},
	} {
		var got TimeOfDay
		if plan := one.day.Overdue("2026-11-20", berlin, at(one.clock)); plan != nil {
			got = plan.Time
		}
		if got != one.want {
			t.Errorf("%s: overdue since %q, not %q", says, got, one.want)
		}
	}
}
