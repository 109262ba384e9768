package naming

import (
	"slices"

	"rollbook/handlers/visit"
	"rollbook/web/roll"
)

// PeriodIn returns the period of a date for a page, like PeriodOf.
func PeriodIn(v *visit.Visit, requested roll.PeriodID, date roll.Date) (roll.Period, error) {
	periods := v.Periods()
	if err := v.Failed(); err != nil {
		return roll.Period{}, err
	}
	return PeriodOf(v, periods, requested, date)
}

// PeriodOf returns the period of the date (roll.PeriodOn). The request and the device's memory choose only among those
// that contain it.
func PeriodOf(v *visit.Visit, periods []roll.Period, requested roll.PeriodID, date roll.Date) (roll.Period, error) {
	if requested != "" && !slices.ContainsFunc(periods, is(requested)) {
		return roll.Period{}, roll.Problem(roll.NotFound, "problem.what.404")
	}
	return roll.PeriodOn(periods, date, requested, v.Device.Visit(v.School.ID).Period)
}

// PeriodAbout returns the requested period, whatever the date, for pages about past marks and for settings. Without a
// request it is the date's, or the nearest (roll.NearestPeriod).
func PeriodAbout(v *visit.Visit, periods []roll.Period, requested roll.PeriodID, date roll.Date) (roll.Period, error) {
	if at := slices.IndexFunc(periods, is(requested)); at >= 0 {
		return periods[at], nil
	} else if requested != "" {
		return roll.Period{}, roll.Problem(roll.NotFound, "problem.what.404")
	}
	return roll.NearestPeriod(periods, date, v.Device.Visit(v.School.ID).Period)
}

// PeriodNear is PeriodAbout without a request, for a page (visit.Check).
func PeriodNear(v *visit.Visit, date roll.Date) (roll.Period, error) {
	periods := v.Periods()
	if err := v.Failed(); err != nil {
		return roll.Period{}, err
	}
	return PeriodAbout(v, periods, "", date)
}

func is(id roll.PeriodID) func(roll.Period) bool {
	return func(period roll.Period) bool { return period.ID == id }
}

// StudentIn returns the period like PeriodAbout, its students, and the place of the address's student among them. A
// student who has left is the last.
func StudentIn(v *visit.Visit, requested roll.PeriodID,
	today roll.Date) (period roll.Period, students []roll.Enrolment, at int, err error) {
	enrolment, err := v.Enrolment()
	if err == nil {
		period, err = PeriodAbout(v, v.Periods(), requested, today)
	}
	if err != nil {
		return period, nil, 0, err
	}
	students = v.Students(period.ID)
	at = slices.IndexFunc(students, func(student roll.Enrolment) bool { return student.ID == enrolment })
	if at < 0 && v.Failed() == nil {
		at, students = len(students), append(slices.Clone(students), v.Leaver(period.ID, enrolment))
	}
	return period, students, at, v.Failed()
}
