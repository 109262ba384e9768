package store

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

func calendarSentences() []sentence {
	return []sentence{
		{"a school is closed on the days that it says, and no other school is", aSchoolIsClosedOnItsDays},
		{"a period is opened for days, in place of the one that was opened before", aPeriodIsOpenedForDays},
	}
}

func aPeriodIsOpenedForDays(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	for _, school := range []roll.SchoolID{north, "south"} {
		must(t, f.PutPeriods(t.Context(), school, lists.FromFile, []roll.Period{{ID: "1", Name: "One"}, {ID: "2", Name: "Two"}}))
	}
	for _, one := range []struct {
		period roll.PeriodID
		days   roll.OpenedDays
		first  []roll.OpenedDays
		second []roll.OpenedDays
	}{
		{"1", roll.OpenedDays{Starts: "2027-08-02", Ends: "2027-08-20"}, []roll.OpenedDays{{Starts: "2027-08-02", Ends: "2027-08-20"}}, nil},
		{"2", roll.OpenedDays{Starts: "2027-08-10", Ends: "2027-08-11"}, []roll.OpenedDays{{Starts: "2027-08-02", Ends: "2027-08-09"}, {Starts: "2027-08-12", Ends: "2027-08-20"}},
			[]roll.OpenedDays{{Starts: "2027-08-10", Ends: "2027-08-11"}}},
		{"2", roll.OpenedDays{Starts: "2027-08-08", Ends: "2027-08-12"}, []roll.OpenedDays{{Starts: "2027-08-02", Ends: "2027-08-07"}, {Starts: "2027-08-13", Ends: "2027-08-20"}},
			[]roll.OpenedDays{{Starts: "2027-08-08", Ends: "2027-08-12"}}},
		{"1", roll.OpenedDays{Starts: "2027-08-01", Ends: "2027-08-31"}, []roll.OpenedDays{{Starts: "2027-08-01", Ends: "2027-08-31"}}, nil},
	} {
		must(t, f.OpenPeriod(t.Context(), north, one.period, one.days))
		periods, err := f.Periods(t.Context(), north)
		if err != nil || !slices.Equal(periods[0].Opened, one.first) || !slices.Equal(periods[1].Opened, one.second) {
			t.Errorf("after %+v it is %+v, %v", one, periods, err)
		}
	}
	if periods, err := f.Periods(t.Context(), "south"); err != nil || periods[0].Opened != nil || periods[1].Opened != nil {
		t.Errorf("another school has %+v, %v", periods, err)
	}
}

func aSchoolIsClosedOnItsDays(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	if calendar, err := f.Calendar(t.Context(), north); err != nil || !reflect.DeepEqual(calendar, roll.Calendar{}) {
		t.Errorf("at first it is %+v, %v", calendar, err)
	}
	f.everCloses(t, map[roll.SchoolID]bool{north: false, "south": false})
	must(t, f.SetClosedWeekdays(t.Context(), north, []time.Weekday{time.Friday}))
	f.everCloses(t, map[roll.SchoolID]bool{north: true, "south": false})
	must(t, f.AddClosedDays(t.Context(), "south", roll.ClosedDays{ID: "s", Name: "Storm", Starts: "2026-11-20", Ends: "2026-11-20"}))
	f.everCloses(t, map[roll.SchoolID]bool{north: true, "south": true})
	must(t, f.DropClosedDays(t.Context(), "south", "s"))
	must(t, f.SetClosedWeekdays(t.Context(), north, []time.Weekday{time.Sunday, time.Saturday}))
	autumn := roll.ClosedDays{ID: "a", Name: "Autumn", Starts: "2026-11-20", Ends: "2026-11-22"}
	must(t, f.AddClosedDays(t.Context(), north, autumn))
	for date, want := range map[roll.Date]roll.Closing{
		"2026-11-19": {}, "2026-11-20": {Closed: true, Name: "Autumn"}, "2026-11-22": {Closed: true, Name: "Autumn"}, "2026-11-23": {},
		"2026-11-28": {Closed: true}, "2026-11-29": {Closed: true}, "2026-11-27": {},
	} {
		if got, err := f.Closing(t.Context(), north, date); err != nil || got != want {
			t.Errorf("on %s it is %+v, %v", date, got, err)
		}
		if got, err := f.Closing(t.Context(), "south", date); err != nil || got.Closed {
			t.Errorf("elsewhere on %s it is %+v, %v", date, got, err)
		}
	}
	want := roll.Calendar{Weekdays: []time.Weekday{time.Sunday, time.Saturday}, Ranges: []roll.ClosedDays{autumn}}
	if calendar, err := f.Calendar(t.Context(), north); err != nil || !reflect.DeepEqual(calendar, want) {
		t.Errorf("it is %+v, %v", calendar, err)
	}
	must(t, f.DropClosedDays(t.Context(), "south", "a"))
	if got, err := f.Closing(t.Context(), north, today); err != nil || !got.Closed {
		t.Errorf("another school opened it: %+v, %v", got, err)
	}
	must(t, f.DropClosedDays(t.Context(), north, "a"))
	must(t, f.DropClosedDays(t.Context(), north, "a"))
	if got, err := f.Closing(t.Context(), north, today); err != nil || got.Closed {
		t.Errorf("afterwards it is %+v, %v", got, err)
	}
}

func (f *fixture) everCloses(t *testing.T, want map[roll.SchoolID]bool) {
	t.Helper()
	for id, closes := range want {
		school, err := f.School(t.Context(), id)
		must(t, err)
		if school.HasClosings != closes {
			t.Errorf("%s ever closes: %t", id, school.HasClosings)
		}
	}
}
