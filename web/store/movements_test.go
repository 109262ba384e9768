package store

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"time"

	"rollbook/web/roll"
)

func movementSentences() []sentence {
	return []sentence{
		{"movements are in the order of their times, for their date only", movementsAreInOrder},
		{"a movement is kept once, carries out a planned one, and stays in the history when it is removed", movementsHaveAHistory},
		{"a movement is kept or removed with the press that it belongs to, once", movementsBelongToAPress},
		{"a held mark sends no movement before the person decides", heldMarksSendNoMovement},
		{"a press fails whole if its movement cannot be removed", pressesFailWhole},
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
	must(t, f.EndMovement(t.Context(), north, "b", by))
	f.clock.advance(time.Minute)
	must(t, f.EndMovement(t.Context(), north, "b", teacher()))
	if err := f.EndMovement(t.Context(), "elsewhere", "a", by); roll.KindOf(err) != roll.NotFound {
		t.Errorf("removing one of another school: %v", err)
	}
	all := f.movementsOf(t, "2026-03-03", 1)
	if len(all) != 2 || !all[0].Planned || all[0].EndedBy.Name != "Ruth" || all[1].Planned || all[0].Sent || !all[1].Sent || all[1].EndedBy.Name != "Rosa" || all[1].EndedAt.IsZero() {
		t.Errorf("the history is %+v", all)
	}
}

// out returns a press with which the student leaves.
func out(token roll.Token, rows ...roll.SaveRow) roll.Save {
	save, m := press(token, present(), rows...), movement(token, roll.MoveOut, "09:10")
	save.Check, save.CheckTime, save.Movement = roll.CheckOut, "09:10", &m
	m.Enrolment, m.Student, m.Date, m.Sent = rows[0].Enrolment, rows[0].Student, today, true
	return save
}

// clears returns a press that removes the movement with its time in the school system.
func clears(token, removed roll.Token, rows ...roll.SaveRow) roll.Save {
	save := press(token, present(), rows...)
	save.Check, save.Removes = roll.CheckClear, removed
	return save
}

// moveOf returns the one movement of student 7 today.
func (f *fixture) moveOf(t *testing.T) roll.Movement {
	t.Helper()
	all := f.movementsOf(t, today, 1)
	if len(all) != 1 {
		t.Fatalf("the movements are %+v", all)
	}
	return all[0]
}

func movementsBelongToAPress(f *fixture) {
	t := f.t
	f.accept(t, out("m", unseen(7)...))
	if again := f.accept(t, out("m", unseen(7)...)); !again[0].Repeated {
		t.Errorf("the press that came twice: %+v", again)
	}
	if m := f.moveOf(t); m.ID != "m" || !m.Sent || m.MadeBy.Person != teacher().Person {
		t.Errorf("it is %+v", m)
	}
	other := out("m", unseen(7)...)
	other.Movement.Kind = roll.MoveBack
	if _, err := f.Accept(t.Context(), f.zone, other); !errors.As(err, new(*roll.OtherContentError)) {
		t.Errorf("the token with another movement: %v", err)
	}
	f.accept(t, clears("n", "m", seen(7, 1)))
	if m := f.moveOf(t); m.EndedAt.IsZero() || m.Sent {
		t.Errorf("removed it is %+v", m)
	}
}

func heldMarksSendNoMovement(f *fixture) {
	t := f.t
	f.accept(t, press("theirs", absent(), unseen(7)...))
	decides := func(save roll.Save, of roll.Token, version int64) {
		save.Movement, save.Removes, save.Decides = nil, "", of
		save.Rows = []roll.SaveRow{seen(7, version)}
		save.Rows[0].Decided = true
		f.accept(t, save)
	}
	f.accept(t, out("m", unseen(7)...))
	if m := f.moveOf(t); m.Sent {
		t.Errorf("of a held mark it is %+v", m)
	}
	decides(out("decided", unseen(7)...), "m", 1)
	if m := f.moveOf(t); !m.Sent {
		t.Errorf("after the decision it is %+v", m)
	}
	f.accept(t, press("again", absent(), seen(7, 2)))
	f.accept(t, clears("n", "m", seen(7, 2)))
	if m := f.moveOf(t); m.EndedAt.IsZero() || !m.Sent {
		t.Errorf("removed while its mark is held it is %+v", m)
	}
	decides(clears("cleared", "", unseen(7)...), "n", 3)
	if m := f.moveOf(t); m.Sent {
		t.Errorf("cleared it is %+v", m)
	}
}

func pressesFailWhole(f *fixture) {
	t := f.t
	if _, err := f.Accept(t.Context(), f.zone, clears("n", "nowhere", unseen(7)...)); roll.KindOf(err) != roll.NotFound {
		t.Errorf("removing what is not there: %v", err)
	}
	if _, err := f.Save(t.Context(), north, "n"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("its save: %v", err)
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
