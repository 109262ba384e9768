package naming

import (
	"slices"

	"rollbook/handlers/visit"
	"rollbook/web/roll"
)

// PeriodIn returns one of the school's periods, like PeriodOf.
func PeriodIn(v *visit.Visit, requested roll.PeriodID, today roll.Date) (roll.Period, error) {
	periods := v.Periods()
	if err := v.Failed(); err != nil {
		return roll.Period{}, err
	}
	return PeriodOf(v, periods, requested, today)
}

// PeriodOf returns the requested period; without a request the last used, or the current one.
func PeriodOf(v *visit.Visit, periods []roll.Period, requested roll.PeriodID, today roll.Date) (roll.Period, error) {
	if requested != "" {
		at := slices.IndexFunc(periods, func(p roll.Period) bool { return p.ID == requested })
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
	return roll.CurrentPeriod(periods, today)
}

// StudentIn returns the period like PeriodIn, its students, and the place of the address's student among them.
func StudentIn(v *visit.Visit, requested roll.PeriodID,
	today roll.Date) (period roll.Period, students []roll.Enrolment, at int, err error) {
	enrolment, err := v.Enrolment()
	if err == nil {
		period, err = PeriodIn(v, requested, today)
	}
	if err != nil {
		return period, nil, 0, err
	}
	students = v.Students(period.ID)
	at = slices.IndexFunc(students, func(student roll.Enrolment) bool { return student.ID == enrolment })
	if at < 0 {
		v.Keep(roll.Problem(roll.NotFound, "problem.what.404"))
	}
	return period, students, at, v.Failed()
}
