package taking

import (
	"errors"

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
	period, err := naming.PeriodIn(v, "", today)
	if errors.Is(err, roll.ErrNoPeriods) {
		return c.pages.Show(v, taking.Comparison(view))
	}
	v.Check(err)
	latest, known, err := c.comparing.Latest(v.Ctx, v.School, period.ID, today)
	v.Check(err)
	if known {
		view.Made = &latest
	}
	names := naming.NamesOf(v, period.ID)
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

// compared returns the last comparison of the day for visitors who may see the school's day; nil for others,
// and while there is none (visit.Check).
func compared(v *visit.Visit, comparing *comparing.Comparing, period roll.PeriodID, date roll.Date) *roll.Comparison {
	if !v.May(auth.SeeDay) {
		return nil
	}
	latest, ok, err := comparing.Latest(v.Ctx, v.School, period, date)
	v.Check(err)
	if !ok {
		return nil
	}
	return &latest
}
