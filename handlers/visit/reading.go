package visit

import (
	"cmp"
	"context"

	"rollbook/web/lists/days"
	"rollbook/web/roll"
)

// Check keeps the first error of a page's readings. The page's handler goes on with nothing read, and Show answers with
// the error instead of the page.
func (v *Visit) Check(err error) { v.failed = cmp.Or(v.failed, err) }

// Checked returns the value of a reading for a page, after Check of its error.
func Checked[T any](value T, err error) func(*Visit) T {
	return func(v *Visit) T {
		v.Check(err)
		return value
	}
}

// Failed returns the error that Check kept, or nil. A handler checks it before it changes anything.
func (v *Visit) Failed() error { return v.failed }

// Read reads something of the school for a page (Check).
func Read[T any](v *Visit, read func(context.Context, roll.SchoolID) (T, error)) (value T) {
	if v.failed == nil {
		value, v.failed = read(v.Ctx, v.School.ID)
	}
	return value
}

// Periods reads the school's periods for a page (Check).
func (v *Visit) Periods() (periods []roll.Period) {
	if v.failed == nil {
		periods, _, v.failed = v.services.rosters.Periods(v.Ctx, v.School)
	}
	return periods
}

// Statuses reads the statuses of the period for a page (Check).
func (v *Visit) Statuses(period roll.PeriodID) (statuses []roll.Status) {
	if v.failed == nil {
		statuses, _, v.failed = v.services.rosters.Statuses(v.Ctx, v.School, period)
	}
	return statuses
}

// Roster reads the present roster of a class on the date for a page (Check).
func (v *Visit) Roster(period roll.PeriodID, class roll.ClassID, date roll.Date) (roster roll.Roster) {
	if v.failed == nil {
		roster, v.failed = v.services.rosters.Roster(v.Ctx, v.School, period, class, date)
	}
	return roster
}

// Students reads the students of the period for a page (Check).
func (v *Visit) Students(period roll.PeriodID) (students []roll.Enrolment) {
	if v.failed == nil {
		students, _, v.failed = v.services.rosters.Students(v.Ctx, v.School, period)
	}
	return students
}

// Listed reads the present lists of the date's periods for a page (Check).
func (v *Visit) Listed(date roll.Date) (list days.List) {
	if v.failed == nil {
		list, v.failed = v.services.rosters.Listed(v.Ctx, v.School, date)
	}
	return list
}

// Leaver returns a student who is on the period's list no more, or roll.NotFound.
func (v *Visit) Leaver(period roll.PeriodID, number roll.EnrolmentID) (roll.Enrolment, error) {
	return v.services.rosters.Leaver(v.Ctx, v.School, period, number)
}

// RosterOn reads the roster of a class as it was on the date, for a page (Check).
func (v *Visit) RosterOn(period roll.PeriodID, class roll.ClassID, date roll.Date) (roster roll.Roster) {
	if v.failed == nil {
		roster, v.failed = v.services.rosters.RosterOn(v.Ctx, v.School, period, class, date)
	}
	return roster
}
