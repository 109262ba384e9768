package store

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"rollbook/web/roll"
)

func movementSentences() []sentence {
	return []sentence{
		{"movements are in the order of their times, for their date only", movementsAreInOrder},
		{"a movement is kept once, carries out a planned one, and stays in the history when it is removed", movementsHaveAHistory},
		{"movements are sealed again, forgotten, and end with their school", movementsEnd},
	}
}

func movement(id roll.Token, kind roll.Move, time roll.TimeOfDay) roll.Movement {
	return roll.Movement{
		ID: id, School: north, Generation: 1, Enrolment: 7, Student: 70, Date: "2026-03-03", Kind: kind, Time: time,
		Sealed: []byte("1ssssssss-dentist"), MadeBy: roll.Actor{Person: "o", Name: "Olga", Role: roll.Office},
	}
}

// movementsOf returns the movements of student 7, by their ids.
func (f *fixture) movementsOf(t *testing.T, date roll.Date, generation int64) []roll.Movement {
	t.Helper()
	on, err := f.MovementsOn(t.Context(), 0, north, generation, date)
	must(t, err)
	return on[7]
}

func movementsAreInOrder(f *fixture) {
	t := f.t
	for _, one := range []roll.Movement{movement("c", roll.MoveBack, "13:00"), movement("a", roll.MoveIn, "08:52"), movement("b", roll.MoveOut, "11:00")} {
		must(t, f.AddMovement(t.Context(), one))
	}
	var times []string
	for _, one := range f.movementsOf(t, "2026-03-03", 1) {
		times = append(times, string(one.Kind)+" "+string(one.Time)+" "+one.MadeBy.Name)
	}
	if want := []string{"in 08:52 Olga", "out 11:00 Olga", "back 13:00 Olga"}; !slices.Equal(times, want) {
		t.Errorf("they are %q", times)
	}
	if on := f.movementsOf(t, "2026-03-04", 1); len(on) != 0 {
		t.Errorf("the next day they are %v", on)
	}
}

func movementsHaveAHistory(f *fixture) {
	t := f.t
	planned := movement("a", roll.MoveOut, "11:00")
	planned.Planned = true
	must(t, f.AddMovement(t.Context(), planned))
	left := movement("b", roll.MoveOut, "11:04")
	left.Replaces, left.Sent, left.MadeBy.Name = "a", true, "Ruth"
	must(t, f.AddMovement(t.Context(), left))
	must(t, f.AddMovement(t.Context(), left))
	by := roll.Actor{Person: "r", Name: "Rosa", Role: roll.Admin}
	must(t, f.EndMovement(t.Context(), north, "b", by, false))
	if err := f.EndMovement(t.Context(), north, "b", by, false); roll.KindOf(err) != roll.Stale {
		t.Errorf("removing it twice: %v", err)
	}
	if err := f.EndMovement(t.Context(), "elsewhere", "a", by, false); roll.KindOf(err) != roll.NotFound {
		t.Errorf("removing one of another school: %v", err)
	}
	all := f.movementsOf(t, "2026-03-03", 1)
	if len(all) != 2 || !all[0].Planned || all[0].EndedBy.Name != "Ruth" || all[1].Planned || all[0].Sent || !all[1].Sent || all[1].EndedBy.Name != "Rosa" || all[1].EndedAt.IsZero() {
		t.Errorf("the history is %+v", all)
	}
}

func movementsEnd(f *fixture) {
	t := f.t
	must(t, f.AddMovement(t.Context(), movement("a", roll.MoveOut, "11:00")))
	sealed, err := f.SealedOtherwise(t.Context(), []byte("2ssssssss"))
	must(t, err)
	for _, value := range sealed {
		if bytes.Equal(value.Value, []byte("1ssssssss-dentist")) {
			must(t, f.Reseal(t.Context(), value, []byte("2ssssssss-dentist")))
		}
	}
	if all := f.movementsOf(t, "2026-03-03", 1); len(all) != 1 || string(all[0].Sealed) != "2ssssssss-dentist" {
		t.Errorf("sealed again they are %+v", all)
	}
	must(t, f.Sweep(t.Context(), roll.Date("2026-03-03").AddDays(366).Noon(time.UTC)))
	if all := f.movementsOf(t, "2026-03-03", 1); len(all) != 1 {
		t.Errorf("on its day %d are left", len(all))
	}
	must(t, f.Sweep(t.Context(), roll.Date("2026-03-04").AddDays(366).Noon(time.UTC)))
	if all := f.movementsOf(t, "2026-03-03", 1); len(all) != 0 {
		t.Errorf("later they are %+v", all)
	}
}
