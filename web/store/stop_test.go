package store

import (
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/saves"
)

func stopSentences() []sentence {
	return []sentence{
		{"an unsettled mark stops thirty minutes after its acceptance", anUnsettledMarkStops},
		{"a settled or refused mark does not stop", aSettledOrRefusedMarkDoesNotStop},
		{"a repetition that is already due is still sent, once", aRepetitionThatIsAlreadyDue},
		{"a repetition that was held up too long is not sent but stops", aRepetitionThatWasHeldUp},
		{"a list that is refused after its save has stopped is not sent in parts", aListThatIsRefusedAfterItsSave},
		{"a mark that stopped behind an open attempt is not sent when that closes", aMarkThatStoppedBehindAnOpenAttempt},
		{"a valid answer still settles a mark that stopped while it was under way", aValidAnswerStillSettlesAMark},
		{"a person stops a student's waiting marks, and none that may be on their way", haltedByPerson},
		{"stopped marks are listed with their saves, oldest first, until they are keyed in by hand", stoppedMarksAreListed},
		{"a mark keyed in by hand is not keyed in any more after a new mark", keyedAndMarkedAgain},
	}
}

func anUnsettledMarkStops(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2)...))
	f.clock.advance(30*time.Minute - time.Millisecond)
	f.stopped(t, 0)
	f.clock.advance(time.Millisecond)
	if days := f.stopped(t, 1); days[0] != (saves.SchoolDate{School: north, Date: today}) {
		t.Errorf("stopped: %v", days)
	}
	mark := f.mark(t, 1)
	if mark.Outcome != roll.Stopped {
		t.Errorf("the mark is %s", mark.Outcome)
	}
	history, err := f.History(t.Context(), north, 1, today)
	must(t, err)
	if history[0].Outcome != roll.Stopped {
		t.Errorf("the history says %s", history[0].Outcome)
	}
	f.nothingToClaim(t, "")
	f.stopped(t, 0)
}

func aSettledOrRefusedMarkDoesNotStop(f *fixture) {
	t := f.t
	f.accept(t, press("saved", absent(), unseen(1)...))
	f.answer(t, f.claim(t, "saved"))
	f.accept(t, press("refused", absent(), unseen(2)...))
	f.close(t, f.claim(t, "refused"), roll.Reply{State: roll.Rejected}, func(p roll.Progress, by roll.Attempted) roll.Progress { return p.Refuse(by) })
	f.clock.advance(time.Hour)
	f.stopped(t, 0)
	if one, two := f.mark(t, 1), f.mark(t, 2); one.Outcome != roll.Saved || two.Outcome != roll.Refused {
		t.Errorf("they are %s and %s", one.Outcome, two.Outcome)
	}
}

func aRepetitionThatIsAlreadyDue(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.lose(t, f.claim(t, "save"))
	f.clock.advance(29*time.Minute + 30*time.Second)
	f.lose(t, f.claim(t, "save"))
	f.answer(t, f.claim(t, "save"))
	f.clock.advance(time.Minute)
	f.stopped(t, 0)
	repetition := f.claim(t, "save")
	f.close(t, repetition, roll.Reply{State: roll.NotSent}, func(p roll.Progress, by roll.Attempted) roll.Progress { return p.Retry(by, 0) })
	f.nothingToClaim(t, "")
	f.stopped(t, 1)
	if mark := f.mark(t, 1); mark.Outcome != roll.Stopped {
		t.Errorf("the mark is %s", mark.Outcome)
	}
}

func aRepetitionThatWasHeldUp(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.lose(t, f.claim(t, "save"))
	f.answer(t, f.claim(t, "save"))
	must(t, f.Pause(t.Context(), north, roll.PausedKey, time.Minute))
	f.clock.advance(time.Minute + roll.RepetitionLimit)
	f.stopped(t, 0)
	f.clock.advance(24 * time.Hour)
	must(t, f.Resume(t.Context(), north))
	f.due(t)
	f.nothingToClaim(t, "save")
	f.stopped(t, 1)
	if mark := f.mark(t, 1); mark.Outcome != roll.Stopped {
		t.Errorf("the mark is %s", mark.Outcome)
	}
}

func aListThatIsRefusedAfterItsSave(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2)...))
	f.clock.advance(30*time.Minute - time.Second)
	attempt := f.claim(t, "save")
	f.clock.advance(2 * time.Second)
	f.stopped(t, 1)
	f.close(t, attempt, roll.Reply{State: roll.Rejected}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Divide(by, int64(p.Enrolment))
	})
	f.clock.advance(time.Minute)
	f.nothingToClaim(t, "")
	if mark := f.mark(t, 1); mark.Outcome != roll.Stopped {
		t.Errorf("the mark is %s", mark.Outcome)
	}
}

func aMarkThatStoppedBehindAnOpenAttempt(f *fixture) {
	t := f.t
	f.accept(t, press("older", absent(), unseen(1)...))
	f.clock.advance(30*time.Minute - time.Second)
	attempt := f.claim(t, "older")
	save := press("newer", present(), seen(1, 1))
	f.clock.advance(500 * time.Millisecond)
	f.accept(t, save)
	f.execute(t, `UPDATE saves SET stops_at = $1 WHERE token = 'newer'`, engine.Milliseconds(f.clock.Now().Add(time.Second)))
	f.clock.advance(time.Second)
	f.stopped(t, 1)
	f.answer(t, attempt)
	f.clock.advance(time.Minute)
	f.nothingToClaim(t, "")
}

func aValidAnswerStillSettlesAMark(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.clock.advance(30*time.Minute - time.Second)
	attempt := f.claim(t, "save")
	f.clock.advance(2 * time.Second)
	f.stopped(t, 1)
	f.answer(t, attempt)
	if mark := f.mark(t, 1); mark.Outcome != roll.Saved {
		t.Errorf("the mark is %s", mark.Outcome)
	}
}

func stoppedMarksAreListed(f *fixture) {
	t := f.t
	f.accept(t, press("first", absent(), unseen(2, 1)...))
	f.clock.advance(time.Second)
	f.accept(t, press("second", present(), unseen(3)...))
	f.clock.advance(time.Hour)
	f.stopped(t, 1)
	pending, err := f.Pending(t.Context(), north, roll.Stopped, roll.Refused)
	must(t, err)
	if len(pending) != 3 || pending[0].Enrolment != 1 || pending[2].Save.Token != "second" || pending[2].Save.Status.Name != "Present" || pending[0].Student != studentOf(1) {
		t.Errorf("pending: %+v", pending)
	}
	must(t, f.KeyByHand(t.Context(), north, "first", roll.Actor{Name: "K. Osei"}))
	pending, err = f.Pending(t.Context(), north, roll.Stopped)
	must(t, err)
	if len(pending) != 1 || f.mark(t, 1).KeyedBy != "K. Osei" || f.mark(t, 1).Outcome != roll.Stopped {
		t.Errorf("then pending: %+v, the mark is %+v", pending, f.mark(t, 1))
	}
	for _, token := range []roll.Token{"first-not-there", "second-not-there"} {
		if err := f.KeyByHand(t.Context(), north, token, roll.Actor{Name: "K. Osei"}); roll.KindOf(err) != roll.NotFound {
			t.Errorf("keyed %q: %v", token, err)
		}
	}
}

func keyedAndMarkedAgain(f *fixture) {
	t := f.t
	f.accept(t, press("first", absent(), unseen(1)...))
	f.clock.advance(time.Hour)
	f.stopped(t, 1)
	must(t, f.KeyByHand(t.Context(), north, "first", roll.Actor{Name: "K. Osei"}))
	f.accept(t, press("second", present(), seen(1, 1)))
	if mark := f.mark(t, 1); mark.KeyedBy != "" || !mark.KeyedAt.IsZero() {
		t.Errorf("the new mark was keyed in by %q at %v", mark.KeyedBy, mark.KeyedAt)
	}
	f.clock.advance(time.Hour)
	f.stopped(t, 1)
	pending, err := f.Pending(t.Context(), north, roll.Stopped)
	must(t, err)
	if len(pending) != 1 || f.mark(t, 1).KeyedBy != "" {
		t.Errorf("once it stopped, pending: %+v, the mark is %+v", pending, f.mark(t, 1))
	}
}

// stopped stops overdue saves and expects that many days to have changed.
func (f *fixture) stopped(t *testing.T, want int) []saves.SchoolDate {
	t.Helper()
	days, err := f.StopOverdue(t.Context())
	must(t, err)
	if len(days) != want {
		t.Fatalf("%d days had something to stop instead of %d", len(days), want)
	}
	return days
}

// execute changes the database without the store.
func (f *fixture) execute(t *testing.T, text string, args ...any) {
	t.Helper()
	_, err := f.Database.Exec(t.Context(), text, args...)
	must(t, err)
}

func haltedByPerson(f *fixture) {
	t := f.t
	f.accept(t, press("waits", absent(), unseen(1, 2)...))
	halt := func(want int, from, to roll.Date) {
		t.Helper()
		halted, err := f.HaltBetween(t.Context(), north, 1, from, to)
		must(t, err)
		if halted != want {
			t.Errorf("from %s to %s it stops %d marks, not %d", from, to, halted, want)
		}
	}
	halt(0, today.AddDays(1), today.AddDays(2))
	halt(1, today.AddDays(-1), today)
	if mark := f.mark(t, 1); mark.Outcome != roll.Stopped {
		t.Errorf("the mark is %s", mark.Outcome)
	}
	if mark := f.mark(t, 2); mark.Outcome != roll.Waiting {
		t.Errorf("the other student's mark is %s", mark.Outcome)
	}
	seen := unseen(1)
	seen[0].Seen = 1
	f.accept(t, press("sent", present(), seen...))
	attempt := f.claim(t, "sent")
	halt(0, today, today)
	f.lose(t, attempt)
	halt(0, today, today)
	marks, err := f.MarksBetween(t.Context(), north, 1, today.AddDays(-1), today)
	must(t, err)
	if len(marks) != 1 || marks[today].Outcome != roll.Confirming {
		t.Errorf("the marks are %+v", marks)
	}
}
