package store

import (
	"errors"
	"slices"
	"time"

	"rollbook/web/roll"
)

func acceptSentences() []sentence {
	return []sentence{
		{"the first save of a student is version 1 and waits to be sent", theFirstSaveOfAStudentIsVersion},
		{"a person's text is returned byte for byte", aPersonsTextIsReturned},
		{"a save is stamped by the database's clock and stops thirty minutes later", aSaveIsStampedByTheDatabasesClock},
		{"a save stops at midnight in the school's zone", aSaveStopsAtMidnightInTheSchools},
		{"both saves of a press are kept together", bothSavesOfAPressAreKeptTogether},
		{"when one save of a press fails nothing of the press is kept", whenOneSaveOfAPressFailsNothing},
		{"a press that was rolled back leaves nothing in memory", nothingIsRememberedOfAPressThatWasUndone},
		{"two thousand students are kept in one press", acceptTwoThousand},
		{"a newer mark takes the place of one that is not settled", aNewerMarkTakesThePlace},
		{"a newer mark begins anew whatever the older one's outcome", aNewerMarkBeginsAnew},
		{"a settled mark stays settled in the history when it is replaced", aSettledMarkStaysSettledInTheHistory},
		{"a new mark is shown as confirming while an older request may still take effect", aNewMarkIsShownAsConfirming},
		{"students, dates and schools do not touch each other", studentsDatesAndSchoolsDoNotTouch},
	}
}

func nothingIsRememberedOfAPressThatWasUndone(f *fixture) {
	t := f.t
	f.accept(t, press("earlier", absent(), unseen(2)...))
	_, err := f.Accept(t.Context(), f.zone, press("token", absent(), unseen(1)...), press("other", present(), seen(1, 1)), press("earlier", present(), unseen(2)...))
	if _, is := errors.AsType[*roll.OtherContentError](err); !is {
		t.Fatal(err)
	}
	f.accept(t, press("token", present(), unseen(1)...))
	if mark := f.mark(t, 1); mark.Status.ID != present().ID || mark.Version != 1 {
		t.Errorf("the mark is %+v", mark)
	}
}

func theFirstSaveOfAStudentIsVersion(f *fixture) {
	t := f.t
	accepted := f.accept(t, press("first", absent(), unseen(1, 2)...))[0]
	if !slices.Equal(accepted.Kept, []roll.Kept{{Enrolment: 1, Student: studentOf(1), Version: 1}, {Enrolment: 2, Student: studentOf(2), Version: 1}}) || len(accepted.Held) != 0 || accepted.Repeated {
		t.Errorf("accepted as %+v", accepted)
	}
	mark := f.mark(t, 2)
	if mark.Version != 1 || mark.Outcome != roll.Waiting || mark.Status.ID != absent().ID || mark.Save != "first" {
		t.Errorf("the mark is %+v", mark)
	}
	if mark.By != teacher() || !mark.MarkedAt.Equal(f.clock.Now()) {
		t.Errorf("the mark is by %+v at %v", mark.By, mark.MarkedAt)
	}
}

func aPersonsTextIsReturned(f *fixture) {
	t := f.t
	save := press("written", absent(), unseen(1)...)
	save.Reason = "👩‍🏫 said: <b>\"no\"</b> -- '; DROP TABLE saves; \u200fשלום\u202e%_\\"
	save.ClassName, save.By.Name, save.Observed = "8B  ß", "O’Neil \U0001f600", "08:45+01:00"
	f.accept(t, save)
	kept, err := f.Save(t.Context(), north, "written")
	must(t, err)
	if kept.Reason != save.Reason || kept.ClassName != save.ClassName || kept.By != save.By || kept.Observed != save.Observed {
		t.Errorf("kept as %+v", kept)
	}
}

func aSaveIsStampedByTheDatabasesClock(f *fixture) {
	t := f.t
	save := f.accept(t, press("stamped", absent(), unseen(1)...))[0].Save
	if !save.AcceptedAt.Equal(f.clock.Now()) || !save.StopsAt.Equal(f.clock.Now().Add(30*time.Minute)) {
		t.Errorf("accepted at %v, stops at %v", save.AcceptedAt, save.StopsAt)
	}
	if kept, err := f.Save(t.Context(), north, "stamped"); err != nil || !kept.StopsAt.Equal(save.StopsAt) {
		t.Errorf("it is kept to stop at %v: %v", kept.StopsAt, err)
	}
}

func aSaveStopsAtMidnightInTheSchools(f *fixture) {
	t := f.t
	f.clock.advance(15*time.Hour + 20*time.Minute)
	save := f.accept(t, press("evening", absent(), unseen(1)...))[0].Save
	if midnight := time.Date(2026, 11, 21, 0, 0, 0, 0, f.zone); !save.StopsAt.Equal(midnight) {
		t.Errorf("it stops at %v", save.StopsAt)
	}
}

func bothSavesOfAPressAreKeptTogether(f *fixture) {
	t := f.t
	accepted := f.accept(t, press("exceptions", absent(), unseen(1)...), press("others", present(), unseen(2, 3)...))
	if len(accepted) != 2 || len(accepted[0].Kept) != 1 || len(accepted[1].Kept) != 2 {
		t.Fatalf("accepted as %+v", accepted)
	}
	if one, three := f.mark(t, 1), f.mark(t, 3); one.Status.ID != absent().ID || three.Status.ID != present().ID {
		t.Errorf("student 1 is %d, student 3 is %d", one.Status.ID, three.Status.ID)
	}
}

func whenOneSaveOfAPressFailsNothing(f *fixture) {
	t := f.t
	f.accept(t, press("used", absent(), unseen(1)...))
	_, err := f.Accept(t.Context(), f.zone, press("new", absent(), unseen(2)...), press("used", present(), unseen(3)...))
	if other := new(roll.OtherContentError); !errors.As(err, &other) {
		t.Fatalf("the press failed with %v", err)
	}
	if _, err := f.Save(t.Context(), north, "new"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("the other save: %v", err)
	}
	if mark := f.mark(t, 2); mark.Version != 0 {
		t.Errorf("a student of the other save has %+v", mark)
	}
}

func aNewerMarkTakesThePlace(f *fixture) {
	t := f.t
	f.accept(t, press("older", absent(), unseen(1)...))
	f.accept(t, press("newer", present(), seen(1, 1)))
	history, err := f.History(t.Context(), north, 1, today)
	must(t, err)
	if len(history) != 2 || history[0].Version != 2 || history[0].Outcome != roll.Waiting || history[1].Outcome != roll.Superseded {
		t.Errorf("the history is %+v", history)
	}
}

func aNewerMarkBeginsAnew(f *fixture) {
	t := f.t
	f.accept(t, press("older", absent(), unseen(1)...))
	f.close(t, f.claim(t, "older"), roll.Reply{State: roll.Unknown}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		p = p.Doubt(by, time.Hour)
		p.Tries, p.Part, p.Again, p.Asserted = 5, 6, true, true
		return p
	})
	f.accept(t, press("newer", present(), seen(1, 1)))
	var was roll.Progress
	f.close(t, f.claim(t, "newer"), roll.Reply{State: roll.NotSent}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		was = p
		return p.Retry(by, 0)
	})
	if was.Tries != 0 || was.Part != 0 || was.Again || was.Asserted || was.UnknownAt.IsZero() || was.Save != "newer" {
		t.Errorf("it is %+v", was)
	}
}

func aSettledMarkStaysSettledInTheHistory(f *fixture) {
	t := f.t
	f.accept(t, press("older", absent(), unseen(1)...))
	f.answer(t, f.claim(t, "older"))
	f.accept(t, press("newer", present(), seen(1, 1)))
	history, err := f.History(t.Context(), north, 1, today)
	must(t, err)
	if history[1].Outcome != roll.Saved || history[1].Returned != "Absent" || history[0].Returned != "" {
		t.Errorf("the history is %+v", history)
	}
	if mark := f.mark(t, 1); mark.Outcome != roll.Waiting || mark.Returned != "" || !mark.AnsweredAt.IsZero() {
		t.Errorf("the mark is %+v", mark)
	}
}

func aNewMarkIsShownAsConfirming(f *fixture) {
	t := f.t
	f.accept(t, press("lost", absent(), unseen(1)...))
	f.lose(t, f.claim(t, "lost"))
	f.accept(t, press("next", present(), seen(1, 1)))
	if mark := f.mark(t, 1); mark.Outcome != roll.Confirming {
		t.Errorf("the mark is %s", mark.Outcome)
	}
}

func studentsDatesAndSchoolsDoNotTouch(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	elsewhere := press("south", present(), unseen(1)...)
	elsewhere.School = "south"
	yesterday := press("yesterday", present(), unseen(1)...)
	yesterday.Date = today.AddDays(-1)
	f.accept(t, press("here", absent(), unseen(1)...))
	f.accept(t, elsewhere)
	f.accept(t, yesterday)
	if mark := f.mark(t, 1); mark.Version != 1 || mark.Save != "here" {
		t.Errorf("the mark is %+v", mark)
	}
	if _, err := f.Save(t.Context(), north, "south"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("another school's save: %v", err)
	}
}

func acceptTwoThousand(f *fixture) {
	t := f.t
	const students = 2000
	ids := make([]roll.EnrolmentID, students)
	for i := range ids {
		ids[i] = roll.EnrolmentID(students - i)
	}
	if accepted := f.accept(t, press("all", present(), unseen(ids...)...))[0]; len(accepted.Kept) != students {
		t.Fatalf("%d were kept", len(accepted.Kept))
	}
	marks, err := f.Marks(t.Context(), north, today, ids)
	must(t, err)
	if len(marks) != students {
		t.Errorf("%d have a mark", len(marks))
	}
	attempt := f.claim(t, "all")
	if len(attempt.Marks) != students {
		t.Fatalf("%d were claimed", len(attempt.Marks))
	}
	f.answer(t, attempt)
	progress, err := f.SaveProgress(t.Context(), "all")
	must(t, err)
	if progress.Students != students || progress.UnderWay != 0 {
		t.Errorf("after the answer the save stands at %+v", progress)
	}
	again := make([]roll.SaveRow, students)
	for i, id := range ids {
		again[i] = seen(id, 1)
	}
	if accepted := f.accept(t, press("again", absent(), again...))[0]; len(accepted.Kept) != students {
		t.Errorf("%d were kept the second time", len(accepted.Kept))
	}
}
