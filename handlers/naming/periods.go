package naming

import (
	"cmp"
	"slices"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/web/lists/rosters"
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

// RollOf returns the period and the class of a roll that an address or a form means. The period belongs to the class:
// it is the requested one, or the device's, if that has the class on the date, otherwise the first that has it.
func RollOf(v *visit.Visit, rosters *rosters.Rosters, requested visit.Query) (roll.Period, roll.ClassID, error) {
	period, err := PeriodIn(v, requested.Period, requested.Date)
	if err != nil {
		return period, "", err
	}
	of, err := roll.PeriodsOf(v.Periods(), requested.Date)
	if err != nil || len(of) < 2 {
		return period, requested.Class, err
	}
	list := v.Listed(requested.Date)
	wanted := roll.ClassKey{Period: period.ID, Class: requested.Class}
	if !slices.ContainsFunc(list.Classes, func(class roll.Class) bool { return class.Key() == wanted }) {
		classes := ClassesOn(v, rosters, requested.Date)
		if at := ClassAmong(classes, "", string(requested.Class)); at >= 0 {
			wanted = classes[at].Key()
		}
	}
	at := slices.IndexFunc(list.Periods, is(wanted.Period))
	if v.Failed() != nil || at < 0 {
		at = 0
	}
	return list.Periods[at], wanted.Class, v.Failed()
}

// ClassAmong returns the place of the class that a form chooses (layout.ClassOption), or -1. The period may be empty.
func ClassAmong(classes []roll.Class, period roll.PeriodID, chosen string) int {
	return slices.IndexFunc(classes, func(class roll.Class) bool {
		return layout.ClassOption(class).Value == chosen ||
			string(class.ID) == chosen && (period == "" || class.Period == period)
	})
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

// PeriodsOn returns the names of the periods of a date (visit.Check).
func PeriodsOn(v *visit.Visit, date roll.Date) string {
	periods, err := roll.PeriodsOf(v.Periods(), date)
	if err != nil {
		return ""
	}
	return Periods(periods)
}

// Periods returns the names of the periods.
func Periods(periods []roll.Period) string {
	names := make([]string, len(periods))
	for i, period := range periods {
		names[i] = period.Name
	}
	return strings.Join(names, " · ")
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
	periods := []roll.Period{period}
	if requested == "" {
		list := v.Listed(today)
		students, periods = list.Students, list.Periods
	} else {
		students = v.Students(period.ID)
	}
	at = slices.IndexFunc(students, func(student roll.Enrolment) bool { return student.ID == enrolment })
	if at >= 0 {
		if in := slices.IndexFunc(periods, is(students[at].Period)); in >= 0 {
			period = periods[in]
		}
		return period, students, at, v.Failed()
	}
	for _, one := range periods {
		left, err := v.Leaver(one.ID, enrolment)
		if err == nil {
			return one, append(slices.Clone(students), left), len(students), v.Failed()
		}
		if roll.KindOf(err) != roll.NotFound {
			return one, nil, 0, err
		}
	}
	return period, nil, 0, cmp.Or(v.Failed(), error(roll.Problem(roll.NotFound, "problem.what.404")))
}
