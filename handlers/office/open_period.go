package office

import (
	"cmp"
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/identity/auth"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// mostOpenedDays is the most days that one opening of a school year or term covers.
const mostOpenedDays = 31

// opening returns the form that opens a school year or term for the date and the days after it, or nil for a date that
// one contains, and for visitors who may not (visit.Check).
func (d *Days) opening(v *visit.Visit, date roll.Date) *office.Opening {
	periods := v.Periods()
	if on, err := roll.PeriodOn(periods, date); err == nil && on.Contains(date) || len(periods) == 0 ||
		!v.May(auth.CorrectPast) {
		return nil
	}
	nearest := visit.Checked(naming.PeriodAbout(v, periods, "", date))(v)
	form := v.Request().PostForm
	return &office.Opening{
		Periods: layout.Options("", periods, layout.PeriodOption), Chosen: cmp.Or(form.Get("period"), string(nearest.ID)),
		From: cmp.Or(form.Get("from"), string(date)), To: cmp.Or(form.Get("to"), string(date)),
	}
}

// OpenPeriod opens a school year or term for days that it does not contain.
func (d *Days) OpenPeriod(v *visit.Visit) error {
	form := v.Request().PostForm
	from, fromErr := roll.ParseDate(form.Get("from"))
	to, toErr := roll.ParseDate(form.Get("to"))
	today, period := v.Today(), roll.PeriodID(form.Get("period"))
	known := slices.ContainsFunc(v.Periods(), func(one roll.Period) bool { return one.ID == period })
	var err error
	switch {
	case v.Failed() != nil:
		return v.Failed()
	case !known:
		err = visit.ErrUnknownChoice()
	case fromErr != nil || toErr != nil || to < from || from.DaysUntil(to) >= mostOpenedDays ||
		from.DaysUntil(today) > v.School.PastDays || today.DaysUntil(from) >= mostOpenedDays:
		err = roll.Problem(roll.Meaningless, "year.problem.days", "Days", mostOpenedDays)
	default:
		err = d.store.OpenPeriod(v.Ctx, v.School.ID, period, roll.OpenedDays{Starts: from, Ends: to})
	}
	if err == nil {
		err = d.rosters.Forget(v.Ctx, v.School.ID)
	}
	address, said := d.pages.Paths.To(paths.Day, v.School.ID), "year"
	if err == nil && from < today {
		address, said = d.pages.Paths.To(paths.Day, v.School.ID, from), ""
	}
	return visit.After(v, err, address, said, d.Get)
}
