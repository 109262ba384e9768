package roll

import (
	"errors"
	"testing"
	"time"
)

func TestASchoolIsClosedOnItsWeekdaysAndFromTheFirstToTheLastDayOfARange(t *testing.T) {
	t.Parallel()
	calendar := Calendar{Weekdays: []time.Weekday{time.Sunday}, Ranges: []ClosedDays{{Starts: "2026-12-21", Ends: "2026-12-23"}}}
	for date, want := range map[string]bool{
		"2026-11-22": true, "2026-11-23": false,
		"2026-12-19": false, "2026-12-21": true, "2026-12-22": true, "2026-12-23": true, "2026-12-24": false,
	} {
		if got := calendar.Closes(Date(date)); got != want {
			t.Errorf("closed on %s: %t", date, got)
		}
	}
}

func TestASchoolsWeekBeginsAfterItsLongestRowOfClosedDays(t *testing.T) {
	t.Parallel()
	const sun, mon, wed, thu, fri, sat = time.Sunday, time.Monday, time.Wednesday, time.Thursday, time.Friday, time.Saturday
	from := func(first time.Weekday, closed ...time.Weekday) Week {
		week := Week{Closed: closed}
		for i := range time.Weekday(7) {
			week.Days = append(week.Days, (first+i)%7)
		}
		return week
	}
	for _, one := range []struct {
		closed []time.Weekday
		usual  Week
		want   time.Weekday
	}{
		{nil, from(mon, sat, sun), mon},
		{nil, from(sat, fri, sat), sat},
		{[]time.Weekday{fri, sat}, from(mon, sat, sun), sun},
		{[]time.Weekday{sun, sat}, from(sun, sat, sun), mon},
		{[]time.Weekday{sun}, from(sat, fri, sat), mon},
		{[]time.Weekday{thu, fri}, from(mon, sat, sun), sat},
		{[]time.Weekday{wed, sun}, from(mon, sat, sun), mon},
		{[]time.Weekday{wed, sun}, from(sun, sat, sun), mon},
		{[]time.Weekday{0, 1, 2, 3, 4, 5, 6}, from(mon, sat, sun), mon},
	} {
		week := Calendar{Weekdays: one.closed}.Week(one.usual)
		if week.Days[0] != one.want || len(week.Days) != 7 || one.closed != nil && !week.Closes(one.closed[0]) {
			t.Errorf("closed on %v, usually %v: %v", one.closed, one.usual, week)
		}
	}
}

func TestTheDateDecidesItsPeriod(t *testing.T) {
	t.Parallel()
	const today = Date("2026-11-20")
	year, term := Period{ID: "1", Starts: "2026-08-01", Ends: "2027-07-31"}, Period{ID: "2", Starts: "2026-08-01", Ends: "2026-12-31"}
	open, past := Period{ID: "3", Starts: "2026-08-01"}, Period{ID: "4", Starts: "2025-08-01", Ends: "2026-07-31"}
	undated, coming := Period{ID: "5"}, Period{ID: "6", Starts: "2027-01-04", Ends: "2027-07-31"}
	opened, again := past, coming
	opened.Opened = []OpenedDays{{today, today}}
	again.Opened = []OpenedDays{{"2026-10-01", "2026-10-02"}, {"2026-11-18", "2026-11-30"}}
	for says, one := range map[string]struct {
		periods []Period
		chosen  []PeriodID
		want    PeriodID
	}{
		"the shortest":                          {[]Period{year, term, past}, nil, "2"},
		"the shortest, later":                   {[]Period{term, year}, nil, "2"},
		"the last of equally short":             {[]Period{term, {ID: "7", Starts: "2026-08-01", Ends: "2026-12-31"}, year}, nil, "7"},
		"one without an end":                    {[]Period{open, year}, nil, "1"},
		"only one without an end":               {[]Period{past, open}, nil, "3"},
		"one without dates contains every day":  {[]Period{undated, past}, nil, "5"},
		"one without an end before one without": {[]Period{open, undated}, nil, "3"},
		"the last of those without dates":       {[]Period{undated, {ID: "8"}}, nil, "8"},
		"today, before the last":                {[]Period{year, past}, nil, "1"},
		"a chosen one that contains it":         {[]Period{year, term}, []PeriodID{"", "1"}, "1"},
		"never a chosen one that is over":       {[]Period{year, past}, []PeriodID{"4"}, "1"},
		"never a chosen one to come":            {[]Period{term, coming}, []PeriodID{"6", "9"}, "2"},
		"none that is over":                     {[]Period{past}, []PeriodID{"4"}, ""},
		"none between two":                      {[]Period{past, coming}, nil, ""},
		"one that the office opened":            {[]Period{opened, coming}, nil, "4"},
		"an opened one, on another day":         {[]Period{past, again}, nil, "6"},
		"none opened beside one that contains":  {[]Period{year, opened}, []PeriodID{"4"}, "1"},
	} {
		got, err := PeriodOn(one.periods, today, one.chosen...)
		if got.ID != one.want || (one.want == "") != errors.Is(err, ErrNoPeriods) {
			t.Errorf("%s: %q, %v", says, got.ID, err)
		}
	}
	if _, err := PeriodOn(nil, today); !errors.Is(err, ErrNoPeriods) {
		t.Errorf("without periods: %v", err)
	}
}

func TestTheNearestPeriodIsForADayWithoutOne(t *testing.T) {
	t.Parallel()
	before, after := Period{ID: "1", Starts: "2025-09-01", Ends: "2026-07-10"}, Period{ID: "2", Starts: "2026-09-01", Ends: "2027-07-09"}
	for date, want := range map[Date]PeriodID{ //nolint:exhaustive // its keys are any dates
		"2025-01-01": "1", "2026-07-10": "1", "2026-07-20": "1", "2026-08-20": "2", "2026-09-01": "2", "2028-01-01": "2",
	} {
		if got, err := NearestPeriod([]Period{after, before}, date); err != nil || got.ID != want {
			t.Errorf("on %s: %q, %v", date, got.ID, err)
		}
	}
	if _, err := NearestPeriod(nil, "2026-08-20"); !errors.Is(err, ErrNoPeriods) {
		t.Errorf("without periods: %v", err)
	}
}

func TestThePeriodsOfADayAreAllThatContainIt(t *testing.T) {
	t.Parallel()
	primary := Period{ID: "primary", Starts: "2026-08-31", Ends: "2027-07-16"}
	secondary := Period{ID: "secondary", Starts: "2026-09-07", Ends: "2026-12-18"}
	older, old := Period{ID: "older"}, Period{ID: "old"}
	next := Period{ID: "next", Starts: "2027-08-30", Ends: "2028-07-14"}
	for _, one := range []struct {
		date Date
		all  []Period
		want string
	}{
		{"2026-11-20", []Period{primary, secondary, next}, "secondary primary "},
		{"2026-12-19", []Period{primary, secondary, next}, "primary "},
		{"2026-11-20", []Period{older, primary, old}, "primary old "},
		{"2026-11-20", []Period{next}, "none "},
	} {
		of, err := PeriodsOf(one.all, one.date)
		got := ""
		for _, period := range of {
			got += string(period.ID) + " "
		}
		if err != nil {
			got = "none "
		}
		if got != one.want {
			t.Errorf("on %s they are %s, not %s", one.date, got, one.want)
		}
	}
	if near, err := NearestPeriods([]Period{primary, secondary, next}, "2027-08-01"); err != nil || len(near) != 1 || near[0].ID != "primary" {
		t.Errorf("the nearest are %v, %v", near, err)
	}
}
