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

func TestTheCurrentPeriodIsTheShortestThatContainsToday(t *testing.T) {
	t.Parallel()
	year, term := Period{ID: "1", Starts: "2026-08-01", Ends: "2027-07-31"}, Period{ID: "2", Starts: "2026-08-01", Ends: "2026-12-31"}
	open, past := Period{ID: "3", Starts: "2026-08-01"}, Period{ID: "4", Starts: "2025-08-01", Ends: "2026-07-31"}
	for says, one := range map[string]struct {
		periods []Period
		want    PeriodID
	}{
		"the shortest":              {[]Period{year, term, past}, "2"},
		"the shortest, later":       {[]Period{term, year}, "2"},
		"the last of equally short": {[]Period{term, {ID: "6", Starts: "2026-08-01", Ends: "2026-12-31"}, year}, "6"},
		"one without an end":        {[]Period{open, year}, "1"},
		"only one without an end":   {[]Period{past, open}, "3"},
		"the last, for none today":  {[]Period{{ID: "5"}, past}, "4"},
		"today, before the last":    {[]Period{year, past}, "1"},
		"the only one, not current": {[]Period{past}, "4"},
	} {
		if got, err := CurrentPeriod(one.periods, "2026-11-20"); err != nil || got.ID != one.want {
			t.Errorf("%s: %q, %v", says, got.ID, err)
		}
	}
	if _, err := CurrentPeriod(nil, "2026-11-20"); !errors.Is(err, ErrNoPeriods) {
		t.Errorf("without periods: %v", err)
	}
}
