package store

import (
	"slices"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

// readSentences are about schools with a readable day.
func readSentences() []sentence {
	return []sentence{
		{"a mark with an unknown attempt is read when that can no longer take effect, and not sent before", readAfterDoubt},
		{"a mark that waited two minutes is read before it is sent", readWhenOld},
		{"a mark that is new and sure needs no reading", needsNoReading},
		{"without a change elsewhere the school system may have only sent and returned values", knownNames},
		{"a reading that finds the sent value settles the mark", settledByReading},
		{"a reading that finds another value makes a conflict until a person decides", conflictByReading},
		{"a reading that was overtaken by a request changes nothing", overtakenReading},
		{"unreadable marks are put off", putOffUnread},
		{"a settled mark that was changed elsewhere is a conflict, and its history keeps both", changedElsewhere},
		{"a settled mark changed elsewhere to the sent value is saved", becameAsSent},
		{"a mark that moved on since the comparison stays as it is", movedOnSinceComparison},
	}
}

func readAfterDoubt(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.lose(t, f.claim(t, "save"))
	f.clock.advance(time.Minute - time.Millisecond)
	f.unread(t, 0)
	f.nothingReadable(t)
	f.clock.advance(time.Millisecond)
	mark := f.unread(t, 1)[0]
	if mark.Enrolment != 1 || mark.Student != studentOf(1) || mark.Version != 1 || mark.Period != "2026" || mark.Date != today || mark.Sent != "Absent" || mark.Status != absent().ID {
		t.Errorf("to be read: %+v", mark)
	}
	f.nothingReadable(t)
	must(t, f.NoteRead(t.Context(), north, mark, roll.FoundKnown, ""))
	f.unread(t, 0)
	attempt := f.claimReadable(t)
	f.answer(t, attempt)
	if mark := f.mark(t, 1); mark.Outcome != roll.Saved {
		t.Errorf("the first answer after the reading makes it %s", mark.Outcome)
	}
}

func readWhenOld(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.clock.advance(roll.ReadBefore - time.Millisecond)
	f.unread(t, 0)
	f.clock.advance(time.Millisecond)
	mark := f.unread(t, 1)[0]
	f.nothingReadable(t)
	must(t, f.NoteRead(t.Context(), north, mark, roll.FoundKnown, ""))
	f.claimReadable(t)
}

func needsNoReading(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.unread(t, 0)
	f.claimReadable(t)
}

func knownNames(f *fixture) {
	t := f.t
	f.accept(t, press("first", present(), unseen(1)...))
	f.close(t, f.claim(t, "first"), roll.Reply{State: roll.Answered}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Confirm(by, "P", false, timing())
	})
	f.accept(t, press("second", absent(), seen(1, 1)))
	f.clock.advance(roll.ReadBefore)
	known := f.unread(t, 1)[0].Known
	slices.Sort(known)
	if !slices.Equal(known, []string{"Absent", "P", "Present"}) {
		t.Errorf("known: %v", known)
	}
}

func settledByReading(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.lose(t, f.claim(t, "save"))
	f.clock.advance(time.Minute)
	must(t, f.NoteRead(t.Context(), north, f.unread(t, 1)[0], roll.FoundSent, "absent"))
	mark := f.mark(t, 1)
	if mark.Outcome != roll.Saved || mark.Returned != "absent" || !mark.AnsweredAt.Equal(f.clock.Now()) {
		t.Errorf("the mark is %+v", mark)
	}
	history, err := f.History(t.Context(), north, 1, today)
	must(t, err)
	if history[0].Outcome != roll.Saved {
		t.Errorf("the history says %s", history[0].Outcome)
	}
	f.due(t)
}

func conflictByReading(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.clock.advance(roll.ReadBefore)
	must(t, f.NoteRead(t.Context(), north, f.unread(t, 1)[0], roll.FoundOther, "Excused"))
	if mark := f.mark(t, 1); mark.Outcome != roll.Conflict || mark.Returned != "Excused" {
		t.Errorf("the mark is %+v", mark)
	}
	f.nothingReadable(t)
	must(t, f.KeepRead(t.Context(), north, today, 1))
	if mark := f.mark(t, 1); mark.Outcome != roll.Differs {
		t.Errorf("kept it is %s", mark.Outcome)
	}
	if err := f.KeepRead(t.Context(), north, today, 1); roll.KindOf(err) != roll.NotFound {
		t.Errorf("kept twice: %v", err)
	}
}

// overtakenReading reads slowly in one process while another reads, sends, and loses the answer.
func overtakenReading(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2)...))
	f.clock.advance(roll.ReadBefore)
	slow := f.unread(t, 2)
	for _, mark := range f.unread(t, 2) {
		must(t, f.NoteRead(t.Context(), north, mark, roll.FoundKnown, ""))
	}
	attempt := f.claimReadable(t)
	must(t, f.NoteRead(t.Context(), north, slow[0], roll.FoundOther, "Excused"))
	f.clock.advance(time.Second)
	f.close(t, attempt, roll.Reply{State: roll.Unknown}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		if p.Enrolment == 2 {
			return p.Confirm(by, "Absent", true, timing())
		}
		return p.Doubt(by, 0)
	})
	for i, found := range []roll.Found{roll.FoundKnown, roll.FoundOther} {
		must(t, f.NoteRead(t.Context(), north, slow[i], found, "Excused"))
	}
	if one, two := f.mark(t, 1), f.mark(t, 2); one.Outcome != roll.Confirming || two.Outcome != roll.Saved {
		t.Errorf("the marks are %s and %s", one.Outcome, two.Outcome)
	}
	f.nothingReadable(t)
}

func putOffUnread(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.clock.advance(roll.ReadBefore)
	must(t, f.PutOff(t.Context(), north, f.unread(t, 1), 10*time.Second))
	f.unread(t, 0)
	f.due(t)
	f.clock.advance(10 * time.Second)
	f.unread(t, 1)
}

// unread expects that many marks to wait for a reading.
func (f *fixture) unread(t *testing.T, want int) []roll.Unread {
	t.Helper()
	unread, err := f.ToRead(t.Context(), north, time.Minute)
	must(t, err)
	if len(unread) != want {
		t.Fatalf("%d marks wait for a reading instead of %d", len(unread), want)
	}
	return unread
}

func (f *fixture) claimReadable(t *testing.T) roll.Attempt {
	t.Helper()
	attempt, ok := f.claimWith(t, "", saves.Terms{Readable: true})
	if !ok {
		t.Fatal("nothing could be claimed")
	}
	return attempt
}

func (f *fixture) nothingReadable(t *testing.T) {
	t.Helper()
	for _, token := range []roll.Token{"", "save"} {
		if attempt, ok := f.claimWith(t, token, saves.Terms{Readable: true}); ok {
			t.Fatalf("claimed %v before they were read", enrolmentsOf(attempt))
		}
	}
}

// settled settles one student's mark, and returns the difference that a reading then finds.
func (f *fixture) settled(t *testing.T, there string) roll.Difference {
	t.Helper()
	f.accept(t, press("save", absent(), unseen(1)...))
	f.answer(t, f.claim(t, "save"))
	mark := f.mark(t, 1)
	f.clock.advance(time.Hour)
	return roll.Difference{Enrolment: 1, Here: mark.Returned, There: there, Version: mark.Version, AnsweredAt: mark.AnsweredAt}
}

func (f *fixture) noteChanged(t *testing.T, want int, changed ...roll.Difference) {
	t.Helper()
	moved, err := f.NoteChangedElsewhere(t.Context(), north, today, changed)
	must(t, err)
	if moved != want {
		t.Errorf("%d marks moved, not %d", moved, want)
	}
}

func changedElsewhere(f *fixture) {
	t := f.t
	f.noteChanged(t, 1, f.settled(t, "Late"))
	if mark := f.mark(t, 1); mark.Outcome != roll.Conflict || mark.Returned != "Late" || !mark.AnsweredAt.Equal(f.clock.Now()) {
		t.Errorf("the mark is %+v", mark)
	}
	history, err := f.History(t.Context(), north, 1, today)
	must(t, err)
	if len(history) != 1 || history[0].Outcome != roll.Saved || history[0].Returned != "Absent" {
		t.Errorf("the history says %+v", history)
	}
	changes, err := f.ChangesElsewhere(t.Context(), north, 1, today)
	must(t, err)
	if len(changes) != 1 || changes[0].Was != "Absent" || changes[0].Status != "Late" || !changes[0].FoundAt.Equal(f.clock.Now()) {
		t.Errorf("the changes are %+v", changes)
	}
	must(t, f.KeepRead(t.Context(), north, today, 1))
	if mark := f.mark(t, 1); mark.Outcome != roll.Differs || mark.Returned != "Late" {
		t.Errorf("kept, the mark is %+v", mark)
	}
}

func becameAsSent(f *fixture) {
	t := f.t
	difference := f.settled(t, "Absent")
	difference.AsSent = true
	f.noteChanged(t, 1, difference)
	if mark := f.mark(t, 1); mark.Outcome != roll.Saved {
		t.Errorf("the mark is %+v", mark)
	}
}

func movedOnSinceComparison(f *fixture) {
	t := f.t
	difference := f.settled(t, "Late")
	older, other := difference, difference
	older.AnsweredAt = older.AnsweredAt.Add(-time.Second)
	other.Version = 2
	f.noteChanged(t, 0, older, other)
	seen := unseen(1)
	seen[0].Seen = 1
	f.accept(t, press("newer", present(), seen...))
	f.noteChanged(t, 0, difference)
	f.answer(t, f.claim(t, "newer"))
	f.noteChanged(t, 0, difference)
	if mark := f.mark(t, 1); mark.Outcome != roll.Saved || mark.Version != 2 {
		t.Errorf("the mark is %+v", mark)
	}
}
