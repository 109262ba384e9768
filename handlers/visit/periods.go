package visit

import (
	"slices"

	"rollbook/web/lists/rosters"
	"rollbook/web/roll"
)

// PeriodIn returns one of the school's periods, like PeriodOf.
func PeriodIn(v *Visit, lists *rosters.Rosters, asked roll.PeriodID, today roll.Date) (roll.Period, error) {
	periods, _, err := lists.Periods(v.Ctx, v.School)
	if err != nil {
		return roll.Period{}, err
	}
	return PeriodOf(v, periods, asked, today)
}

// PeriodOf returns the requested period; without a request the last used, or the current one.
func PeriodOf(v *Visit, periods []roll.Period, asked roll.PeriodID, today roll.Date) (roll.Period, error) {
	if asked != "" {
		at := slices.IndexFunc(periods, func(p roll.Period) bool { return p.ID == asked })
		if at < 0 {
			return roll.Period{}, roll.Problem(roll.NotFound, "problem.what.404")
		}
		return periods[at], nil
	}
	last := v.Device.Visit(v.School.ID).Period
	for _, period := range periods {
		if period.ID == last {
			return period, nil
		}
	}
	return CurrentPeriod(periods, today)
}

// CurrentPeriod returns the shortest period that contains today, or the last of the list.
func CurrentPeriod(periods []roll.Period, today roll.Date) (roll.Period, error) {
	if len(periods) == 0 {
		return roll.Period{}, ErrNoPeriods
	}
	best := periods[len(periods)-1]
	found := false
	for _, period := range periods {
		if period.Current(today) && (!found || length(period) < length(best)) {
			best, found = period, true
		}
	}
	return best, nil
}

// length returns the days of a period. An open one is longer than any other.
func length(period roll.Period) int {
	if period.Starts == "" || period.Ends == "" {
		return 1 << 20
	}
	return period.Starts.DaysUntil(period.Ends)
}

// ErrNoPeriods is returned for a roll in a school without periods, or whose periods were never read.
var ErrNoPeriods = roll.Problem(roll.NotFound, "problem.what.404")
