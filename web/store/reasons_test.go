package store

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"rollbook/web/roll"
)

func reasonSentences() []sentence {
	return []sentence{
		{"a correction without a reason is refused whole, with one it is kept", aCorrectionNeedsItsReason},
		{"the office's last different reasons are offered, the newest first", theLastReasons},
	}
}

// correction is a save by the office with the reason.
func correction(token roll.Token, reason string, rows ...roll.SaveRow) roll.Save {
	save := press(token, present(), rows...)
	save.By, save.Reason = office(), reason
	return save
}

func aCorrectionNeedsItsReason(f *fixture) {
	t := f.t
	f.accept(t, press("first", absent(), unseen(1)...))
	_, err := f.Accept(t.Context(), f.zone, correction("second", "", seen(1, 1), seen(2, 0)))
	var problem *roll.Error
	if !errors.As(err, &problem) || problem.Kind != roll.Meaningless || problem.Message != "roll.problem.correction_reason" {
		t.Errorf("it ended with %v", err)
	}
	if f.mark(t, 1).Save != "first" || f.mark(t, 2).Version != 0 {
		t.Errorf("it changed %+v and %+v", f.mark(t, 1), f.mark(t, 2))
	}
	save := correction("second", "was in the hall", seen(1, 1), seen(2, 0))
	f.accept(t, save)
	if again := f.accept(t, save); f.mark(t, 1).Save != "second" || !again[0].Repeated {
		t.Errorf("it is %+v, and again %+v", f.mark(t, 1), again)
	}
	// A mark that the page had not shown is asked about instead.
	f.accept(t, press("unshown", absent(), unseen(3)...))
	if held := f.accept(t, correction("third", "", unseen(3)...)); len(held[0].Held) != 1 {
		t.Errorf("held are %+v", held)
	}
}

func theLastReasons(f *fixture) {
	t := f.t
	began := f.clock.Now()
	for i := range 12 {
		f.clock.advance(time.Minute)
		f.accept(t, correction(roll.Token(fmt.Sprint("save ", i)), fmt.Sprint("reason ", min(i, 10)), unseen(roll.EnrolmentID(i+1))...))
	}
	f.clock.advance(time.Minute)
	again := correction("again", "reason 5", unseen(20)...)
	again.Date = today.AddDays(-40)
	f.accept(t, again)
	typed := press("typed", absent(), unseen(21)...)
	typed.Reason = "a teacher's"
	f.accept(t, typed)
	f.accept(t, correction("none", "", unseen(22)...))
	got, err := f.LastReasons(t.Context(), north, began)
	must(t, err)
	if want := []string{"reason 5", "reason 10", "reason 9", "reason 8", "reason 7", "reason 6", "reason 4", "reason 3"}; !slices.Equal(got, want) {
		t.Errorf("they are %q", got)
	}
	later, err := f.LastReasons(t.Context(), north, f.clock.Now().Add(time.Second))
	must(t, err)
	elsewhere, err := f.LastReasons(t.Context(), "south", began)
	must(t, err)
	if len(later)+len(elsewhere) > 0 {
		t.Errorf("later %q, elsewhere %q", later, elsewhere)
	}
}
