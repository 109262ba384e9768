package taking

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/taking"
	"rollbook/web/identity/auth"
	"rollbook/web/office/comparing"
	"rollbook/web/roll"
)

// Comparisons is the page of today's marks that differ in the school system.
type Comparisons struct {
	pages     *visit.Pages
	comparing *comparing.Comparing
}

// Get shows today's marks that differ from the school system's.
func (c *Comparisons) Get(v *visit.Visit) error {
	today := v.Today()
	view := &taking.ComparisonView{Page: c.pages.Page(v, "", layout.NavClasses), Date: today}
	periods, err := roll.PeriodsOf(v.Periods(), today)
	if errors.Is(err, roll.ErrNoPeriods) {
		return c.pages.Show(v, taking.Comparison(view))
	}
	latest, err := latestOf(v, c.comparing, periods, today)
	v.Check(err)
	if !latest.ReadAt.IsZero() {
		view.Made = &latest
	}
	names := naming.NamesAmong(v.Words, v.Listed(today).Students)
	for _, difference := range latest.Differences {
		student := names.Students[difference.Enrolment]
		view.Rows = append(view.Rows, taking.DifferenceRow{
			Difference: difference, Name: names.Of(difference.Enrolment, difference.Student),
			Class: naming.ClassNameOf(v.Words, student),
		})
	}
	return c.pages.Show(v, taking.Comparison(view))
}

// Latest returns the last comparison with the school system's day. A failed look-up counts as none.
func Latest(v *visit.Visit, comparing *comparing.Comparing, period roll.PeriodID, date roll.Date) roll.Comparison {
	latest, _, err := comparing.Latest(v.Ctx, v.School, period, date)
	if err != nil {
		return roll.Comparison{}
	}
	return latest
}

// latestOf returns the last comparisons of the date's periods as one, with the time of the oldest; zero while there is
// none. The error is that of a look-up that failed.
func latestOf(v *visit.Visit, comparing *comparing.Comparing, periods []roll.Period,
	date roll.Date) (all roll.Comparison, failed error) {
	for _, period := range periods {
		latest, known, err := comparing.Latest(v.Ctx, v.School, period.ID, date)
		failed = cmp.Or(failed, err)
		switch {
		case err != nil || !known:
			continue
		case all.ReadAt.IsZero():
			all = latest
			continue
		case latest.ReadAt.Before(all.ReadAt):
			all.ReadAt = latest.ReadAt
		}
		// The readings are shared.
		elsewhere := make(map[roll.EnrolmentID]string, len(all.Elsewhere)+len(latest.Elsewhere))
		maps.Copy(elsewhere, latest.Elsewhere)
		maps.Copy(elsewhere, all.Elsewhere)
		all.Elsewhere, all.Same = elsewhere, all.Same+latest.Same
		all.Differences = slices.Concat(all.Differences, latest.Differences)
	}
	return all, failed
}

// compared returns the last comparison of the day for visitors who may see the school's day; nil for others, and while
// there is none (visit.Check).
func compared(v *visit.Visit, comparing *comparing.Comparing, periods []roll.Period, date roll.Date) *roll.Comparison {
	if !v.May(auth.SeeDay) {
		return nil
	}
	latest, err := latestOf(v, comparing, periods, date)
	v.Check(err)
	if latest.ReadAt.IsZero() {
		return nil
	}
	return &latest
}
