package office

import (
	"errors"
	"net/http"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/language"
	"rollbook/web/lists/lines"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Exports is the page of exports, with the day as files and on paper.
type Exports struct{ offer Offer }

// Get shows the page.
func (e *Exports) Get(v *visit.Visit) error {
	requested, err := e.offer.lists.requested(v)
	if err != nil {
		return e.offer.refuse(v, requested, err)
	}
	return e.offer.show(v, http.StatusOK, requested, "")
}

// File sends a day as a file, with all classes or one.
func (e *Exports) File(v *visit.Visit) error {
	requested, err := e.offer.lists.requested(v)
	if err != nil {
		return e.offer.refuse(v, requested, err)
	}
	if requested.period.ID == "" {
		return e.offer.show(v, http.StatusUnprocessableEntity, requested, v.Words.Text("export.no_period"))
	}
	classes, err := e.offer.lists.read(v, requested)
	if err != nil {
		return err
	}
	file := exportFile{name: fileName(v.School.Name, string(requested.date)), kind: kindOf(v), sheet: string(requested.date)}
	if requested.class != "" {
		file.name = fileName(v.School.Name, classes[0].class.Name, string(requested.date))
	}
	for _, class := range classes {
		for _, row := range class.rows {
			row.Class = class.class.Name
			file.rows = append(file.rows, row)
		}
	}
	return e.offer.refuse(v, requested, e.offer.files.send(v, file))
}

// Print shows a day for printing, class by class.
func (e *Exports) Print(v *visit.Visit) error {
	requested, err := e.offer.lists.requested(v)
	if err != nil {
		return e.offer.refuse(v, requested, err)
	}
	classes, err := e.offer.lists.read(v, requested)
	if err != nil {
		return err
	}
	view := &office.PrintDayView{
		Page: e.offer.pages.WithMarks(v, e.offer.pages.OfficePage(v, "", layout.NavDay)), Date: requested.date, Clock: v.ClockOf(v.Now()),
		Back: e.offer.pages.Paths.ExportsOf(string(v.School.ID), rollQuery(requested.query())),
	}
	read := &taking.Sheet{Visit: v}
	if requested.period.ID != "" {
		if read.Statuses, _, err = e.offer.lists.rosters.Statuses(v.Ctx, v.School, requested.period.ID); err != nil {
			return err
		}
	}
	for _, class := range classes {
		view.Classes = append(view.Classes, printed(read, class, requested.date))
	}
	return e.offer.pages.Render(v, http.StatusOK, office.PrintDay(view))
}

// rollQuery returns the query of a roll for addresses.
func rollQuery(requested visit.Query) paths.RollQuery {
	return paths.RollQuery{Period: string(requested.Period), Class: string(requested.Class), Date: string(requested.Date)}
}

// printed returns a class for printing.
func printed(s *taking.Sheet, class dayClass, date roll.Date) office.PrintClass {
	printed := office.PrintClass{Name: class.class.Name}
	for _, row := range class.rows {
		line := office.PrintRow{Number: row.Student.Number, Name: row.Name, Outcome: unmarkedText(s.Visit, row)}
		if row.Mark.Version != 0 {
			taken := row.Taken()
			line.Time, line.By = naming.WallTime(row.Mark.Observed), visit.Byline(s.Visit.Words, taken.By)
			line.At = s.Visit.DayAndClock(taken.At, date)
			if row.Change.Corrects() {
				line.Changed = s.Visit.Words.Text("export.changed", "Clock", s.Visit.DayAndClock(row.Change.At, date), "By", visit.Byline(s.Visit.Words, row.Change.By))
			}
			line.Outcome = lines.Outcome(s.Visit.Words, row.Mark)
		}
		mark := row.Mark
		if row.Elsewhere != "" {
			mark = roll.MadeElsewhere(row.Elsewhere, row.ReadAt)
		}
		if status := mark.Recorded(); status != "" {
			family, letter := s.Chip(mark)
			line.Status = &roll.Status{Name: status, Family: family, Letter: letter}
			printed.Recorded++
		}
		printed.Rows = append(printed.Rows, line)
	}
	return printed
}

// mostBoxes limits the statuses with their own column on paper.
const mostBoxes = 8

// Paper shows an empty roll of a class, to be filled in by hand.
func (e *Exports) Paper(v *visit.Visit) error {
	requested, err := e.offer.lists.requested(v)
	if err != nil {
		return e.offer.refuse(v, requested, err)
	}
	if requested.class == "" || requested.period.ID == "" {
		return e.offer.show(v, http.StatusUnprocessableEntity, requested, v.Words.Text("export.problem.no_class"))
	}
	classes, err := e.offer.lists.readClass(v, requested, taking.DayMarks{})
	if err != nil {
		return err
	}
	statuses, _, err := e.offer.lists.rosters.Statuses(v.Ctx, v.School, requested.period.ID)
	if err != nil {
		return err
	}
	view := &office.PaperView{
		Page: e.offer.pages.OfficePage(v, "", layout.NavDay), Class: classes[0].class.Name, Date: requested.date,
		Statuses: statuses[:min(len(statuses), mostBoxes)], OtherBox: len(statuses) > mostBoxes,
		Back: e.offer.pages.Paths.ExportsOf(string(v.School.ID), rollQuery(requested.query())),
	}
	for _, row := range classes[0].rows {
		view.Names = append(view.Names, row.Name)
	}
	return e.offer.pages.Render(v, http.StatusOK, office.Paper(view))
}

// Offer is the page of exports. A failed export returns to it.
type Offer struct {
	pages *visit.Pages
	lists DayLists
	files Files
}

// refuse shows on the page why a day cannot be exported, if it says why.
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
