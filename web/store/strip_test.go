package store

import (
	"fmt"
	"slices"
	"testing"

	"rollbook/web/roll"
)

func stripSentences() []sentence {
	return []sentence{
		{"a class's last dates are those with a settled mark, the latest first", aClasssLastDatesAreThose},
		{"only settled marks of the dates are returned", onlySettledMarksAreReturned},
		{"every mark of the students on the requested dates is returned", everyMarkOfStudentsIsReturned},
	}
}

func aClasssLastDatesAreThose(f *fixture) {
	t := f.t
	for back := range 5 {
		f.settledOn(t, today.AddDays(-back), roll.EnrolmentID(back+1))
	}
	waiting := press("waiting", absent(), unseen(1)...)
	waiting.Date = today.AddDays(-9)
	f.accept(t, waiting)
	elsewhere := press("elsewhere", absent(), unseen(1)...)
	elsewhere.Date, elsewhere.Class = today.AddDays(-10), "9a"
	f.accept(t, elsewhere)
	f.answer(t, f.claim(t, "elsewhere"))
	dates, err := f.RollDates(t.Context(), north, "8b", today, 3)
	must(t, err)
	if want := []roll.Date{"2026-11-19", "2026-11-18", "2026-11-17"}; !slices.Equal(dates, want) {
		t.Errorf("the dates are %v", dates)
	}
	if dates, err = f.RollDates(t.Context(), north, "8b", today, 10); err != nil || len(dates) != 4 {
		t.Errorf("all the dates are %v, %v", dates, err)
	}
}

func onlySettledMarksAreReturned(f *fixture) {
	t := f.t
	f.settledOn(t, "2026-11-19", 1, 2)
	f.settledOn(t, "2026-11-18", 1)
	f.settledOn(t, "2026-11-17", 1)
	waiting := press("waiting", absent(), unseen(3)...)
	waiting.Date = "2026-11-19"
	f.accept(t, waiting)
	told := make(map[string]string)
	tell := func(date roll.Date, mark roll.Mark) { told[fmt.Sprint(date, " ", mark.Enrolment)] = mark.Returned }
	must(t, f.Settled(t.Context(), north, []roll.Date{"2026-11-18", "2026-11-19", "2026-11-16"}, []roll.EnrolmentID{1, 2, 3}, tell))
	if len(told) != 3 || told["2026-11-19 2"] != "Absent" || told["2026-11-18 1"] != "Absent" {
		t.Errorf("told: %v", told)
	}
	must(t, f.Settled(t.Context(), north, nil, []roll.EnrolmentID{1}, func(roll.Date, roll.Mark) { t.Error("told of no date") }))
}

// settledOn stores a save of the date and settles it.
func (f *fixture) settledOn(t *testing.T, date roll.Date, enrolments ...roll.EnrolmentID) {
	t.Helper()
	save := press(roll.Token("settled "+date), absent(), unseen(enrolments...)...)
	save.Date = date
	f.accept(t, save)
	f.answer(t, f.claim(t, save.Token))
}

func everyMarkOfStudentsIsReturned(f *fixture) {
	t := f.t
	f.settledOn(t, "2026-11-19", 1, 2)
	f.settledOn(t, "2026-10-01", 1)
	f.settledOn(t, "2025-10-01", 1)
	f.accept(t, press("waiting", absent(), unseen(1)...))
	var year []roll.Date
	for back := range 366 {
		year = append(year, today.AddDays(-back))
	}
	told := make(map[roll.Date]roll.Outcome)
	must(t, f.MarksOn(t.Context(), north, year, []roll.EnrolmentID{1}, func(date roll.Date, mark roll.Mark) { told[date] = mark.Outcome }))
	if len(told) != 3 || told["2026-11-19"] != roll.Saved || told["2026-10-01"] != roll.Saved || told[today] != roll.Waiting {
		t.Errorf("told: %v", told)
	}
}
