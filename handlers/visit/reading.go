package visit

import (
	"cmp"
	"context"

	"rollbook/web/roll"
)

// Keep keeps the first error of a page's readings. The page's handler goes on with nothing read, and Show answers with
// the error instead of the page.
func (v *Visit) Keep(err error) { v.failed = cmp.Or(v.failed, err) }

// Failed returns the error that Keep kept, or nil. A handler checks it before it changes anything.
func (v *Visit) Failed() error { return v.failed }

// Read reads something of the school for a page (Keep).
func Read[T any](v *Visit, read func(context.Context, roll.SchoolID) (T, error)) (value T) {
	if v.failed == nil {
		value, v.failed = read(v.Ctx, v.School.ID)
	}
	return value
}

// Periods reads the school's periods for a page (Keep).
func (v *Visit) Periods() (periods []roll.Period) {
	if v.failed == nil {
		periods, _, v.failed = v.services.rosters.Periods(v.Ctx, v.School)
	}
	return periods
}

// Statuses reads the statuses of the period for a page (Keep).
func (v *Visit) Statuses(period roll.PeriodID) (statuses []roll.Status) {
	if v.failed == nil {
		statuses, _, v.failed = v.services.rosters.Statuses(v.Ctx, v.School, period)
	}
	return statuses
}

// Roster reads the roster of a class for a page (Keep).
func (v *Visit) Roster(period roll.PeriodID, class roll.ClassID) (roster roll.Roster) {
	if v.failed == nil {
		roster, v.failed = v.services.rosters.Roster(v.Ctx, v.School, period, class)
	}
	return roster
}

// Students reads the students of the period for a page (Keep).
func (v *Visit) Students(period roll.PeriodID) (students []roll.Enrolment) {
	if v.failed == nil {
		students, _, v.failed = v.services.rosters.Students(v.Ctx, v.School, period)
	}
	return students
}
