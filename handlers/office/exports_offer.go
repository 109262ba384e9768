package office

import (
	"errors"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// Offer is the page of exports. A failed export returns to it.
type Offer struct {
	pages *visit.Pages
	lists DayLists
}

// refuse shows on the page why a day cannot be exported.
func (o Offer) refuse(v *visit.Visit, requested dayRequest, cause error) error {
	problem, ok := exportProblem(v, cause)
	if !ok {
		return cause
	}
	requested.class = ""
	return o.show(v, visit.StatusOf(cause), requested, problem)
}

// exportProblem returns the page's sentence for an error, or false for any other error.
func exportProblem(v *visit.Visit, cause error) (string, bool) {
	var problem *roll.Error
	if !errors.As(cause, &problem) {
		return "", false
	}
	if _, ours := language.ExportProblemKeys.Value(problem.Message); !ours {
		return "", false
	}
	return v.Words.Text(problem.Message, problem.Values...), true
}

// mostLinks limits the students of a class with their own link.
const mostLinks = 500

// show shows the page, with the reason why an export failed.
func (o Offer) show(v *visit.Visit, status int, requested dayRequest, problem string) error {
	school := string(v.School.ID)
	view := &office.ExportsView{
		Page: o.pages.OfficePage(v, "", layout.NavDay), Date: requested.date, Today: requested.today, Problem: problem,
		Period: requested.period.ID, Periods: requested.periods,
	}
	if requested.period.ID == "" {
		return o.pages.Render(v, status, office.Exports(view))
	}
	var err error
	if view.Classes, err = naming.Classes(v, o.lists.rosters, requested.period.ID); err != nil {
		return err
	}
	if requested.class != "" {
		one, err := o.lists.readClass(v, requested, taking.DayMarks{})
		if err != nil {
			return err
		}
		view.Class = one[0].class
		view.More = max(0, len(one[0].rows)-mostLinks)
		for _, row := range one[0].rows[:len(one[0].rows)-view.More] {
			address := o.pages.Paths.StudentMonth(school, row.Student.ID.String(), string(requested.period.ID), "")
			view.Students = append(view.Students, office.ExportStudent{Name: row.Name, Address: address})
		}
	}
	return o.pages.Render(v, status, office.Exports(view))
}
