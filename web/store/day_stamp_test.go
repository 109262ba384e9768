package store

import (
	"time"

	"rollbook/web/roll"
)

func dayStampSentences() []sentence {
	return []sentence{{"the stamp of a day differs whenever something of the day does, and else never", theStampOfADay}}
}

func theStampOfADay(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	stamp := func() string {
		t.Helper()
		text, err := f.DayStamp(t.Context(), north, today)
		must(t, err)
		return text
	}
	was := map[string]string{stamp(): "at first"}
	differs := func(after string) {
		t.Helper()
		f.clock.advance(time.Second)
		text := stamp()
		if before, again := was[text]; again {
			t.Errorf("after %s it is what it was %s", after, before)
		}
		if text != stamp() {
			t.Error("it differs while nothing happens")
		}
		was[text] = "after " + after
	}
	must(t, f.NoteOpening(t.Context(), north, today, roll.Opening{Class: "8b", By: teacher(), At: f.clock.Now()}))
	differs("an opening")
	f.accept(t, press("save", absent(), unseen(1, 2)...))
	differs("a save")
	f.answer(t, f.claim(t, "save"))
	differs("its answer")
	corrected := correction("corrected", "came later", seen(1, 1))
	f.accept(t, corrected)
	differs("a correction")
	f.accept(t, press("held", absent(), unseen(2)...))
	differs("a row that is held")
	ill := known("ill", 1)
	ill.From, ill.To = today, today
	must(t, f.AddKnown(t.Context(), []roll.KnownAbsence{ill}))
	differs("a known absence")
	must(t, f.EndKnown(t.Context(), north, "ill", teacher()))
	differs("its end")
	list := roll.StudentList{Students: pupils(3), Unnumbered: []roll.Enrolment{{Student: 7, Given: "Bo", Class: "1", ClassName: "1"}}}
	f.takesAll(list)
	differs("a student without a number")
	before := stamp()
	must(t, f.NoteOpening(t.Context(), "south", today, roll.Opening{Class: "8b", By: teacher(), At: f.clock.Now()}))
	if stamp() != before {
		t.Error("another school's day counts")
	}
}
