package handlers

import (
	"context"
	"net/http"

	"rollbook/views"
	"rollbook/web/auth"
	"rollbook/web/roll"
)

// Comparer holds what the school system has recorded for a day beside Rollbook's marks.
type Comparer interface {
	Latest(ctx context.Context, school roll.School, period roll.PeriodID, date roll.Date) (latest roll.Comparison, ok bool, err error)
}

// comparisons is the page about today's marks that are not the same in the school system.
type comparisons struct {
	*shell
	rosters  ClassRosters
	comparer Comparer
}

func (c *comparisons) get(v *visit) error {
	today := v.school.Today(c.clock())
	view := &views.ComparisonView{Page: c.page(v, "", views.NavClasses), Date: today}
	periods, _, err := c.rosters.Periods(v.ctx, v.school)
	if err != nil {
		return err
	}
	period, err := periodOf(v, periods, "", today)
	if err != nil {
		return c.render(v, http.StatusOK, views.Comparison(view))
	}
	latest, known, err := c.comparer.Latest(v.ctx, v.school, period.ID, today)
	if err != nil {
		return err
	}
	if known {
		view.Summary = summaryOf(v, latest)
	}
	names, err := namesOf(v, c.rosters, period.ID)
	if err != nil {
		return err
	}
	for _, difference := range latest.Differences {
		student := names.students[difference.Enrolment]
		view.Rows = append(view.Rows, views.DifferenceRow{
			Name: names.of(difference.Enrolment, difference.Student), Class: classNameOf(v.words, student),
			Here: difference.Here, There: difference.There,
			History: c.paths.History(string(v.school.ID), difference.Enrolment.String(), today.String()),
		})
	}
	return c.render(v, http.StatusOK, views.Comparison(view))
}

// compared is what the last comparison of the day says to those who see the school's day;
// nil to others, and while there is none.
func compared(v *visit, comparer Comparer, period roll.PeriodID, date roll.Date) (*views.ComparisonSummary, error) {
	if !auth.Can(v.role, auth.SeeDay) {
		return nil, nil
	}
	latest, ok, err := comparer.Latest(v.ctx, v.school, period, date)
	if err != nil || !ok {
		return nil, err
	}
	return summaryOf(v, latest), nil
}

func summaryOf(v *visit, latest roll.Comparison) *views.ComparisonSummary {
	return &views.ComparisonSummary{Clock: v.clockOf(latest.ReadAt), Same: latest.Same, Differ: len(latest.Differences)}
}
