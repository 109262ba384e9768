package store

import (
	"slices"
	"testing"
	"time"

	"rollbook/web/roll"
)

func (f *fixture) noteInstead(t *testing.T, attempt roll.Attempt) bool {
	t.Helper()
	paused, err := f.NoteOthers(t.Context(), attempt, instead(77), true)
	must(t, err)
	return paused
}

func theSecondAnswerPauses(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	f.accept(t, press("a", absent(), unseen(1)...), press("b", absent(), unseen(2)...), press("c", absent(), unseen(3)...))
	first, second, third := f.claim(t, "a"), f.claim(t, "b"), f.claim(t, "c")
	for range 2 {
		if f.noteInstead(t, first) {
			t.Error("one answer, noted twice, paused the school")
		}
	}
	f.clock.advance(roll.OthersWindow)
	if f.noteInstead(t, second) {
		t.Error("an answer ten minutes later paused it")
	}
	f.clock.advance(roll.OthersWindow - time.Millisecond)
	if !f.noteInstead(t, third) || f.pauseOf(t) != roll.PausedStudents {
		t.Error("a second answer within ten minutes did not pause it")
	}
	if connection, err := f.Connection(t.Context(), "south"); err != nil || connection.Pause != roll.NotPaused {
		t.Errorf("the other school is %+v, %v", connection, err)
	}
	named, err := f.OthersNamed(t.Context(), north)
	must(t, err)
	if len(named) != 3 || named[0].Save != "c" || named[0].Student != 77 || named[0].Status != "Absent" || named[0].Date != today || !named[0].Instead || !named[0].At.Equal(f.clock.Now()) {
		t.Errorf("kept are %+v", named)
	}
	troubles, err := f.Troubles(t.Context())
	must(t, err)
	if len(troubles) != 1 || troubles[0].Kind != roll.TroubleStudents {
		t.Errorf("admins are told of %+v", troubles)
	}
}

func theFirstAnswerToAGuidedMarkPauses(f *fixture) {
	t := f.t
	f.accept(t, guided(press("guide", absent(), unseen(3)...), "here"))
	if !f.noteInstead(t, f.claim(t, "guide")) || f.pauseOf(t) != roll.PausedStudents {
		t.Error("it did not pause the school")
	}
}

func theFirstAnswerOfAllPauses(f *fixture) {
	t := f.t
	f.moveTo(t, "https://elsewhere.example")
	save := press("a", absent(), unseen(1)...)
	save.Generation = f.school(t).Generation
	f.accept(t, save)
	if !f.noteInstead(t, f.claim(t, "a")) || f.pauseOf(t) != roll.PausedStudents {
		t.Error("it did not pause the school")
	}
}

func reviewedAnswersNoLongerCount(f *fixture) {
	t := f.t
	f.accept(t, press("a", absent(), unseen(1)...), press("b", absent(), unseen(2)...), press("c", absent(), unseen(3)...), press("d", absent(), unseen(4)...))
	first, second, third, fourth := f.claim(t, "a"), f.claim(t, "b"), f.claim(t, "c"), f.claim(t, "d")
	f.noteInstead(t, first)
	f.noteInstead(t, second)
	must(t, f.ConfirmOthers(t.Context(), f.school(t), admin(roll.OthersAreRight)))
	named, err := f.OthersNamed(t.Context(), north)
	must(t, err)
	if f.pauseOf(t) != roll.NotPaused || len(named) != 0 {
		t.Errorf("paused by %q, still to be seen to: %+v", f.pauseOf(t), named)
	}
	if f.noteInstead(t, third) {
		t.Error("the first answer after it paused the school")
	}
	if !f.noteInstead(t, fourth) {
		t.Error("the second one did not")
	}
}

func additionalStudentsAreRecordedOnce(f *fixture) {
	t := f.t
	f.accept(t, press("a", absent(), unseen(1)...), press("b", absent(), unseen(2)...))
	for _, token := range []roll.Token{"a", "b"} {
		paused, err := f.NoteOthers(t.Context(), f.claim(t, token), instead(77), false)
		if err != nil || paused {
			t.Errorf("%s: paused %t, %v", token, paused, err)
		}
	}
	named, err := f.OthersNamed(t.Context(), north)
	must(t, err)
	if len(named) != 1 || named[0].Save != "a" || named[0].Instead {
		t.Errorf("kept are %+v", named)
	}
	must(t, f.ReviewAdditional(t.Context(), north))
	f.accept(t, press("c", absent(), unseen(3)...))
	_, err = f.NoteOthers(t.Context(), f.claim(t, "c"), instead(78), false)
	must(t, err)
	if named, err := f.OthersNamed(t.Context(), north); err != nil || len(named) != 0 {
		t.Errorf("once they were seen: %+v, %v", named, err)
	}
}

func reasonsOfAPauseEndEachForItself(f *fixture) {
	t := f.t
	for _, reason := range []roll.Pause{roll.PausedAddress, roll.PausedKey, roll.PausedStudents} {
		must(t, f.Pause(t.Context(), north, reason, 0))
		if pause := f.pauseOf(t); pause != reason {
			t.Errorf("paused by %q it says %q", reason, pause)
		}
	}
	must(t, f.PauseKey(t.Context(), north, f.clock.Now(), time.Minute))
	probes, err := f.TakeProbes(t.Context(), time.Minute)
	must(t, err)
	must(t, f.Resume(t.Context(), north))
	again, err := f.TakeProbes(t.Context(), 0)
	must(t, err)
	if pause := f.pauseOf(t); pause != roll.PausedStudents || !slices.Equal(probes, []roll.SchoolID{north}) || len(again) != 0 {
		t.Errorf("after a probe it is paused by %q; probed are %v, then %v", pause, probes, again)
	}
	must(t, f.Pause(t.Context(), north, roll.PausedKey, 0))
	must(t, f.ConfirmOthers(t.Context(), f.school(t), admin(roll.OthersAreRight)))
	if pause := f.pauseOf(t); pause != roll.PausedKey {
		t.Errorf("after an admin's word it is paused by %q", pause)
	}
}
