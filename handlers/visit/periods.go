package visit

import (
	"slices"

	"rollbook/web/lists/rosters"
	"rollbook/web/roll"
)

// PeriodIn finds a period among the school's, as PeriodOf does.
func PeriodIn(v *Visit, lists *rosters.Rosters, asked roll.PeriodID, today roll.Date) (roll.Period, error) {
	periods, _, err := lists.Periods(v.Ctx, v.School)
	if err != nil {
		return roll.Period{}, err
	}
	return PeriodOf(v, periods, asked, today)
}

// PeriodOf finds the period asked for; without one the last used, else the current.
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

// CurrentPeriod finds the period that today lies in: the shortest where there are several,
// the last of the list where there is none.
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

// length counts the days of a period; an open one is longer than any other.
func length(period roll.Period) int {
	if period.Starts == "" || period.Ends == "" {
		return 1 << 20
	}
	return period.Starts.DaysUntil(period.Ends)
}

// ErrNoPeriods is the error of a roll in a school that has no period, or whose
// periods were never read.
var ErrNoPeriods = roll.Problem(roll.NotFound, "problem.what.404")
