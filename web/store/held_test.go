package store

import (
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
)

func heldSentences() []sentence {
	return []sentence{
		{"a save by a person who did not see the newest mark is held", anUnseenMarkHoldsTheSave},
		{"a save with only held rows is stored and never sent", aSaveOfWhichEveryRowIsHeld},
		{"a teacher's save over the office's mark is held although she saw it, unless she decided", aTeachersSaveOverTheOfficesMark},
		{"an equal status is no conflict", anEqualStatusIsNoConflict},
		{"held rows are listed for the person who pressed, with the present mark", heldRowsAreListedForThePerson},
		{"of two held rows of one person the newer one is shown", ofTwoHeldRowsOfOnePerson},
		{"keeping the other's mark closes the row", keepingTheOthersMarkClosesTheRow},
		{"a further save of the student closes the person's own held row", aFurtherSaveOfTheStudentCloses},
		{"a held row is not shown for another student whom its number names", aHeldRowIsNotShownForAnother},
		{"a held row stays in the record under the name that its student had", aHeldRowStaysUnderItsName},
		{"a held row is not sent for another student whom its number names", aHeldRowIsNotSentForAnother},
	}
}

func anUnseenMarkHoldsTheSave(f *fixture) {
	t := f.t
	f.accept(t, press("theirs", absent(), unseen(1)...))
	mine := press("mine", present(), unseen(1, 2)...)
	mine.By = roll.Actor{Person: "p-other", Name: "C. Diaz", Role: roll.Teacher}
	accepted := f.accept(t, mine)[0]
	if len(accepted.Kept) != 1 || accepted.Kept[0].Enrolment != 2 || len(accepted.Held) != 1 {
		t.Fatalf("accepted as %+v", accepted)
	}
	if theirs := accepted.Held[0].Theirs; theirs.Save != "theirs" || theirs.By != teacher() || theirs.Status.Name != "Absent" {
		t.Errorf("what stands there is %+v", theirs)
	}
	if mark := f.mark(t, 1); mark.Version != 1 || mark.Save != "theirs" {
		t.Errorf("the mark is %+v", mark)
	}
}

func aSaveOfWhichEveryRowIsHeld(f *fixture) {
	t := f.t
	f.accept(t, press("theirs", absent(), unseen(1)...))
	f.answer(t, f.claim(t, "theirs"))
	if accepted := f.accept(t, press("mine", present(), unseen(1)...))[0]; len(accepted.Kept) != 0 || len(accepted.Held) != 1 {
		t.Fatalf("accepted as %+v", accepted)
	}
	f.nothingToClaim(t, "mine")
	f.nothingToClaim(t, "")
	if _, err := f.Save(t.Context(), north, "mine"); err != nil {
		t.Error(err)
	}
}

func aTeachersSaveOverTheOfficesMark(f *fixture) {
	t := f.t
	byOffice := press("office", absent(), unseen(1)...)
	byOffice.By = office()
	f.accept(t, byOffice)
	if accepted := f.accept(t, press("teacher", present(), seen(1, 1)))[0]; len(accepted.Held) != 1 {
		t.Fatalf("accepted as %+v", accepted)
	}
	decided := seen(1, 1)
	decided.Decided = true
	if accepted := f.accept(t, press("decided", present(), decided))[0]; len(accepted.Kept) != 1 {
		t.Errorf("with both in view it was accepted as %+v", accepted)
	}
}

func anEqualStatusIsNoConflict(f *fixture) {
	t := f.t
	f.accept(t, press("theirs", absent(), unseen(1)...))
	if accepted := f.accept(t, press("mine", absent(), unseen(1)...))[0]; len(accepted.Kept) != 1 {
		t.Errorf("accepted as %+v", accepted)
	}
	if mark := f.mark(t, 1); mark.Version != 2 {
		t.Errorf("the mark has version %d", mark.Version)
	}
}

func heldRowsAreListedForThePerson(f *fixture) {
	t := f.t
	f.accept(t, press("theirs", absent(), unseen(1)...))
	mine := press("mine", present(), unseen(1)...)
	mine.By = office()
	f.accept(t, mine)
	f.accept(t, press("theirs again", roll.Status{ID: 3, Name: "Late", Family: roll.Late}, seen(1, 1)))
	held := f.heldFor(t, office())
	if row := held[1]; row.Save != "mine" || row.Status.Name != "Present" || row.Theirs.Version != 2 || row.Theirs.Status.Name != "Late" || row.Student != studentOf(1) {
		t.Errorf("the office's row is %+v", row)
	}
	if others := f.heldFor(t, teacher()); len(others) != 0 {
		t.Errorf("the teacher has %+v", others)
	}
}

func ofTwoHeldRowsOfOnePerson(f *fixture) {
	t := f.t
	theirs := press("theirs", absent(), unseen(1)...)
	theirs.By = office()
	f.accept(t, theirs)
	for _, token := range []roll.Token{"z-first", "a-second"} {
		f.accept(t, press(token, present(), unseen(1)...))
		f.clock.advance(time.Second)
	}
	if row := f.heldFor(t, teacher())[1]; row.Save != "a-second" {
		t.Errorf("asked about %q", row.Save)
	}
}

func keepingTheOthersMarkClosesTheRow(f *fixture) {
	t := f.t
	f.accept(t, press("theirs", absent(), unseen(1)...))
	f.accept(t, press("mine", present(), unseen(1)...))
	must(t, f.KeepTheirs(t.Context(), "mine", 1))
	if held := f.heldFor(t, teacher()); len(held) != 0 {
		t.Errorf("still held: %+v", held)
	}
	if err := f.KeepTheirs(t.Context(), "mine", 9); roll.KindOf(err) != roll.NotFound {
		t.Errorf("a row that is not there: %v", err)
	}
}

func aFurtherSaveOfTheStudentCloses(f *fixture) {
	t := f.t
	f.accept(t, press("theirs", absent(), unseen(1)...))
	f.accept(t, press("mine", present(), unseen(1)...))
	f.accept(t, press("decided", present(), seen(1, 1)))
	if held := f.heldFor(t, teacher()); len(held) != 0 {
		t.Errorf("still held: %+v", held)
	}
}

func (f *fixture) heldFor(t *testing.T, by roll.Actor) map[roll.EnrolmentID]roll.HeldMark {
	t.Helper()
	held, err := f.HeldFor(t.Context(), north, today, by.Person)
	must(t, err)
	return held
}

// heldForBo creates a teacher's row for Bo, number 2, held because of the office's mark, and another for Ann.
func (f *fixture) heldForBo(t *testing.T) {
	t.Helper()
	f.list(t, 0, "Ann Lee", "Bo Berg")
	theirs := press("theirs", absent(), roll.SaveRow{Enrolment: 1}, roll.SaveRow{Enrolment: 2})
	theirs.By = office()
	f.accept(t, theirs)
	f.answer(t, f.claim(t, "theirs"))
	f.accept(t, press("mine", present(), roll.SaveRow{Enrolment: 1}, roll.SaveRow{Enrolment: 2}))
	f.moveTo(t, "https://elsewhere.example")
}

func aHeldRowIsNotShownForAnother(f *fixture) {
	t := f.t
	f.heldForBo(t)
	f.list(t, 0, "Ann Lee", "Xi Moe")
	held, err := f.Held(t.Context(), north, today)
	must(t, err)
	asked := f.heldFor(t, teacher())
	if len(held) != 1 || !held[1] || len(asked) != 1 || asked[1].Theirs.Status.Name != "Absent" {
		t.Errorf("held are %v, asked about %+v", held, asked)
	}
	f.list(t, 0, "Xi Moe", "Yu Noe")
	if read, err := f.ClassMarks(t.Context(), north, today, []roll.EnrolmentID{1, 2}); err != nil || read.Waiting {
		t.Errorf("a row waits: %t, %v", read.Waiting, err)
	}
	since := press("since", absent(), roll.SaveRow{Enrolment: 1})
	since.Generation = f.school(t).Generation
	f.accept(t, since)
	if stamp, err := f.DayStamp(t.Context(), north, today); err != nil || !strings.Contains(stamp, " held 0 ") {
		t.Errorf("the day is %q, %v", stamp, err)
	}
	if read, err := f.ClassMarks(t.Context(), north, today, []roll.EnrolmentID{1, 2}); err != nil || read.Waiting {
		t.Errorf("beside a mark a row waits: %t, %v", read.Waiting, err)
	}
}

func aHeldRowStaysUnderItsName(f *fixture) {
	t := f.t
	f.heldForBo(t)
	f.list(t, 0, "Ann Lee", "Xi Moe")
	since := press("since", absent(), roll.SaveRow{Enrolment: 2})
	since.Generation = f.school(t).Generation
	f.accept(t, since)
	story, err := f.Story(t.Context(), north, "mine")
	must(t, err)
	if len(story.Held) != 2 || story.Held[1].Decision != roll.Undecided || story.Held[1].MetBy != office() || story.Held[1].Theirs.Save != "theirs" {
		t.Fatalf("the record says %+v", story.Held)
	}
	names, err := f.NamesFor(t.Context(), story.Save, []roll.EnrolmentID{2})
	if must(t, err); names[2].Name() != "Bo Berg" {
		t.Errorf("it is of %+v", names[2])
	}
}

func aHeldRowIsNotSentForAnother(f *fixture) {
	t := f.t
	f.heldForBo(t)
	f.list(t, 0, "Ann Lee", "Xi Moe")
	first, err := f.Save(t.Context(), north, "mine")
	must(t, err)
	first.Token, first.Rows = "decided", []roll.SaveRow{{Enrolment: 2, Seen: 1, Decided: true}}
	f.accept(t, first)
	f.nothingToClaim(t, "decided")
	f.nothingToClaim(t, "")
	if mark := f.mark(t, 2); mark.Version != 0 {
		t.Errorf("Xi is shown as %+v", mark)
	}
	if moved := f.moved(t); len(moved) != 1 || moved[0].Given != "Bo" {
		t.Errorf("moved are %+v", moved)
	}
}
