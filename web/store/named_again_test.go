package store

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"rollbook/web/roll"
)

func namedAgainSentences() []sentence {
	return []sentence{
		{"a number that names its student again has her marks back", aNumberThatNamesAgainHasItsMarks},
		{"a wrong address that was put right has the marks of the whole day back", aWrongAddressPutRight},
		{"a mark that another student's request may have replaced is sent once more", aMarkThatMayBeReplacedIsSentAgain},
		{"a press over a mark that came back waits for the other student's request", aPressOverAMarkThatCameBack},
		{"a mark that came back too late to be sent again stops", aMarkThatCameBackLateStops},
		{"a mark of an earlier connection that may have been replaced has moved", aMarkOfAnEarlierConnectionHasMoved},
		{"a mark that was replaced where it was saved has moved, and one replaced elsewhere is saved", aMarkReplacedWhereItWasSaved},
		{"what was keyed by hand or dropped stays so when its student is named again", whatWasSettledStaysSo},
		{"a page of each time marks the student whom its numbers named", aPageOfEachTimeMarksItsStudent},
		{"known absences and movements come back with their student", absencesComeBackWithTheirStudent},
		{"without ids only the same name is the same student again", withoutIDsOnlyTheSameName},
	}
}

// present is the press with the school's present generation.
func (f *fixture) present(t *testing.T, save roll.Save) roll.Save {
	t.Helper()
	save.Generation = f.school(t).Generation
	return save
}

// names lists Ann and Bo under their numbers, or another student instead of Ann.
func (f *fixture) names(t *testing.T, first string, id roll.StudentID) {
	t.Helper()
	must(t, f.PutStudents(t.Context(), north, "2026", "service", []roll.Enrolment{
		{ID: 1, Student: id, Given: first, Class: "8b", ClassName: "8B"},
		{ID: 2, Student: 5002, Given: "Bo", Class: "8b", ClassName: "8B"},
	}))
}

func (f *fixture) namesAnn(t *testing.T) { t.Helper(); f.names(t, "Ann", 5001) }
func (f *fixture) namesZed(t *testing.T) { t.Helper(); f.names(t, "Zed", 9001) }

func (f *fixture) shows(t *testing.T, enrolment roll.EnrolmentID, status string, outcome roll.Outcome) {
	t.Helper()
	if mark := f.mark(t, enrolment); mark.Status.Name != status || mark.Outcome != outcome {
		t.Errorf("number %d shows %q, %s instead of %q, %s", enrolment, mark.Status.Name, mark.Outcome, status, outcome)
	}
}

func aNumberThatNamesAgainHasItsMarks(f *fixture) {
	t := f.t
	f.namesAnn(t)
	f.accept(t, press("saved", absent(), unseen(1, 2)...))
	f.answer(t, f.claim(t, "saved"))
	for range 3 {
		f.namesZed(t)
		if mark := f.mark(t, 1); mark.Version != 0 {
			t.Errorf("Zed is shown as %+v", mark)
		}
		f.namesAnn(t)
		f.shows(t, 1, "Absent", roll.Saved)
	}
	others := f.present(t, press("others", present(), unseen(1)...))
	others.By = roll.Actor{Person: "p-second", Name: "S. Second", Role: roll.Teacher}
	if accepted := f.accept(t, others)[0]; len(accepted.Kept) != 0 || len(accepted.Held) != 1 {
		t.Errorf("the others' Present is kept for %+v", accepted.Kept)
	}
	f.shows(t, 1, "Absent", roll.Saved)
	history, err := f.History(t.Context(), north, 1, today)
	must(t, err)
	if len(history) != 1 || history[0].Save.By.Name != teacher().Name || history[0].Outcome != roll.Saved {
		t.Errorf("the history is %+v", history)
	}
	changes, err := f.LastChanges(t.Context(), north, today, today, []roll.EnrolmentID{1})
	must(t, err)
	if len(changes) != 1 || changes[0].By.Name != teacher().Name {
		t.Errorf("the last change is %+v", changes)
	}
}

func aWrongAddressPutRight(f *fixture) {
	t := f.t
	var here, there []string
	var all []roll.EnrolmentID
	for i := range 28 {
		here, there, all = append(here, fmt.Sprint("Pupil ", i)), append(there, fmt.Sprint("Stranger ", i)), append(all, roll.EnrolmentID(i+1))
	}
	f.list(t, 5001, here...)
	f.accept(t, press("saved", absent(), unseen(all...)...))
	f.answer(t, f.claim(t, "saved"))
	right := f.school(t).BaseURL
	f.moveTo(t, "https://wrong.example")
	f.list(t, 9001, there...)
	f.accept(t, f.present(t, press("there", present(), unseen(all...)...)))
	f.answer(t, f.claim(t, "there"))
	f.moveTo(t, right)
	f.list(t, 5001, here...)
	for _, enrolment := range all {
		f.shows(t, enrolment, "Absent", roll.Saved)
	}
	f.wantMoved(t, 0, 0)
	f.nothingToClaim(t, "")
}

func aMarkThatMayBeReplacedIsSentAgain(f *fixture) {
	t := f.t
	f.namesAnn(t)
	f.accept(t, press("ann", absent(), unseen(1, 2)...))
	f.answer(t, f.claim(t, "ann"))
	f.namesZed(t)
	for i := range 3 {
		zed := f.present(t, press(roll.Token("zed "+strconv.Itoa(i)), present(), seen(1, int64(i))))
		f.accept(t, zed)
		f.answer(t, f.claim(t, zed.Token))
	}
	f.namesAnn(t)
	f.shows(t, 1, "Absent", roll.Confirming)
	f.shows(t, 2, "Absent", roll.Saved)
	story, err := f.Story(t.Context(), north, "ann")
	must(t, err)
	if story.Marks[0].Outcome != roll.Confirming || story.Marks[1].Outcome != roll.Saved {
		t.Errorf("the record says %+v", story.Marks)
	}
	attempt := f.claim(t, "")
	if len(attempt.Marks) != 1 || attempt.Status.Name != "Absent" || attempt.Marks[0].Student != 5001 {
		t.Errorf("sent is %+v", attempt)
	}
	f.answer(t, attempt)
	f.shows(t, 1, "Absent", roll.Saved)
	f.accept(t, f.present(t, press("later", present(), seen(1, 1))))
	if version := f.mark(t, 1).Version; version != 4 {
		t.Errorf("the next mark has number %d, after 3 of Zed", version)
	}
}

func aPressOverAMarkThatCameBack(f *fixture) {
	t := f.t
	f.namesAnn(t)
	f.accept(t, press("ann", absent(), unseen(1)...))
	f.namesZed(t)
	f.accept(t, f.present(t, press("zed", present(), unseen(1)...)))
	f.close(t, f.claim(t, "zed"), roll.Reply{State: roll.Unknown}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		p.Outcome, p.UnknownAt = roll.Confirming, by.ClosedAt
		return p
	})
	f.namesAnn(t)
	f.accept(t, f.present(t, press("again", present(), seen(1, f.mark(t, 1).Version))))
	f.shows(t, 1, "Present", roll.Confirming)
}

func aMarkThatCameBackLateStops(f *fixture) {
	t := f.t
	f.namesAnn(t)
	f.accept(t, press("ann", absent(), unseen(1)...))
	f.answer(t, f.claim(t, "ann"))
	f.namesZed(t)
	f.accept(t, f.present(t, press("zed", present(), unseen(1)...)))
	f.lose(t, f.claim(t, "zed"))
	f.clock.advance(31 * time.Minute)
	f.namesAnn(t)
	f.nothingToClaim(t, "")
	_, err := f.StopOverdue(t.Context())
	must(t, err)
	f.shows(t, 1, "Absent", roll.Stopped)
}

func aMarkOfAnEarlierConnectionHasMoved(f *fixture) {
	t := f.t
	f.namesAnn(t)
	f.accept(t, press("ann", absent(), unseen(1)...))
	f.answer(t, f.claim(t, "ann"))
	f.meansOthers(t, "elsewhere")
	f.namesZed(t)
	f.accept(t, f.present(t, press("zed", present(), unseen(1)...)))
	f.answer(t, f.claim(t, "zed"))
	f.meansOthers(t, "as before")
	f.namesAnn(t)
	f.shows(t, 1, "Absent", roll.Stopped)
	f.wantMoved(t, 1, 1)
}

func aMarkReplacedWhereItWasSaved(f *fixture) {
	t := f.t
	f.namesAnn(t)
	f.accept(t, press("ann", absent(), unseen(1)...))
	f.answer(t, f.claim(t, "ann"))
	f.moveTo(t, "https://between.example")
	f.namesZed(t)
	f.accept(t, f.present(t, press("elsewhere", present(), unseen(1)...)))
	f.answer(t, f.claim(t, "elsewhere"))
	f.moveTo(t, "https://there.example")
	f.namesAnn(t)
	f.shows(t, 1, "Absent", roll.Saved)
	f.accept(t, f.present(t, press("there", roll.Status{ID: 3, Name: "Late", Family: roll.Late}, seen(1, f.mark(t, 1).Version))))
	f.answer(t, f.claim(t, "there"))
	f.namesZed(t)
	f.accept(t, f.present(t, press("over", present(), seen(1, f.mark(t, 1).Version))))
	f.answer(t, f.claim(t, "over"))
	f.moveTo(t, "https://last.example")
	f.namesAnn(t)
	f.shows(t, 1, "Late", roll.Stopped)
	f.wantMoved(t, 1, 1)
}

func whatWasSettledStaysSo(f *fixture) {
	t := f.t
	f.namesAnn(t)
	f.accept(t, press("ann", absent(), unseen(1)...))
	f.namesZed(t)
	must(t, f.SettleMoved(t.Context(), north, f.moved(t)[0], "O. Brandt"))
	f.namesAnn(t)
	if mark := f.mark(t, 1); mark.Outcome != roll.Stopped || mark.KeyedBy != "O. Brandt" {
		t.Errorf("Ann's mark is %+v", mark)
	}
	f.nothingToClaim(t, "")
}

func aPageOfEachTimeMarksItsStudent(f *fixture) {
	t := f.t
	f.namesAnn(t)
	ann := press("of Ann", absent(), unseen(1)...)
	f.namesZed(t)
	zed := f.present(t, press("of Zed", present(), unseen(1)...))
	f.namesAnn(t)
	f.accept(t, ann)
	f.accept(t, zed)
	f.shows(t, 1, "Absent", roll.Waiting)
	f.namesZed(t)
	f.shows(t, 1, "Present", roll.Stopped)
	ann.Token, ann.Status, ann.Rows = "of Ann again", present(), []roll.SaveRow{seen(1, 1)}
	f.accept(t, ann)
	f.namesAnn(t)
	f.shows(t, 1, "Present", roll.Stopped)
	if history, err := f.History(t.Context(), north, 1, today); err != nil || len(history) != 2 {
		t.Errorf("Ann's history is %+v, %v", history, err)
	}
	marks, err := f.EraseStudent(t.Context(), north, 1)
	if roll.KindOf(err) != roll.Stale {
		t.Errorf("erased are %d marks, %v", marks, err)
	}
}

func absencesComeBackWithTheirStudent(f *fixture) {
	t := f.t
	f.namesAnn(t)
	out := movement("out", roll.MoveOut, "11:00")
	out.Generation, out.Enrolment, out.Date = f.school(t).Generation, 1, today
	must(t, f.AddMovement(t.Context(), out))
	known := func() int {
		of, err := f.MovementsOn(t.Context(), 0, north, f.school(t).Generation, today)
		must(t, err)
		return len(of[1])
	}
	f.namesZed(t)
	if known() != 0 {
		t.Error("Zed has Ann's movement")
	}
	f.namesAnn(t)
	if known() != 1 {
		t.Error("Ann's movement is gone")
	}
}

func withoutIDsOnlyTheSameName(f *fixture) {
	t := f.t
	f.list(t, 0, "Ann Lee")
	f.accept(t, press("ann", absent(), roll.SaveRow{Enrolment: 1}))
	f.answer(t, f.claim(t, "ann"))
	f.list(t, 0, "Xi Moe")
	f.list(t, 0, "Bo Lee")
	if mark := f.mark(t, 1); mark.Version != 0 {
		t.Errorf("Bo is shown as %+v", mark)
	}
	f.list(t, 0, "Xi Moe")
	f.list(t, 0, "Ann Lee")
	f.shows(t, 1, "Absent", roll.Saved)
}
