package office

import (
	"errors"
	"net/http"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/language"
	"rollbook/web/lists/lines"
	"rollbook/web/lists/tables"
	"rollbook/web/office/exports"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// Exports is the page of exports, with the marks as files and on paper.
type Exports struct {
	offer Offer
	files Files
	read  *exports.Exports
}

// Get shows the page.
func (e *Exports) Get(v *visit.Visit) error {
	requested, err := e.offer.lists.requestedRange(v)
	if err != nil {
		return e.offer.refuse(v, requested, err)
	}
	return e.offer.show(v, http.StatusOK, requested, "")
}

// Marks sends the marks of a range of days as a file.
func (e *Exports) Marks(v *visit.Visit) error {
	return e.send(v, func(_ exportRequest, request exports.Request, file exportFile) error {
		_, widths := lines.Columns()
		return e.files.send(v, file, widths, func(into lines.Table) error {
			marks := lines.New(v.Words, v.School.Zone)
			return lines.Fill(into, v.Words, func(add func(cells ...tables.Cell) error) error {
				return e.read.EachDay(v.Ctx, request, func(day []roll.ExportedMark) error { return marks.Each(day, add) })
			})
		})
	})
}

// send parses the request, and sends its file. A refused request returns to the page.
func (e *Exports) send(v *visit.Visit, send func(exportRequest, exports.Request, exportFile) error) error {
	requested, err := e.offer.lists.requestedRange(v)
	if err == nil && requested.period.ID == "" {
		err = roll.Problem(roll.Meaningless, "export.problem.no_period")
	}
	if err != nil {
		return e.offer.refuse(v, requested, err)
	}
	request, err := e.offer.lists.exported(v, requested)
	if err != nil {
		return err
	}
	to := string(requested.date)
	file := exportFile{kind: kindOf(v), sheet: to}
	if requested.from == requested.date {
		to = ""
	}
	file.name = fileName(v.School.Name, requested.name, string(requested.from), to)
	return e.offer.refuse(v, requested, send(requested, request, file))
}

// Print shows a day for printing, class by class.
func (e *Exports) Print(v *visit.Visit) error {
	requested, err := e.offer.lists.requested(v)
	if err != nil {
		return e.offer.refuseDay(v, requested, err)
	}
	classes, err := e.offer.lists.read(v, requested)
	if err != nil {
		return err
	}
	view := &office.PrintDayView{
		Page: e.offer.pages.WithMarks(v, e.offer.pages.OfficePage(v, "", layout.NavDay)), Date: requested.date, Clock: v.ClockOf(v.Now()),
		Back: e.offer.pages.Paths.Exports(string(v.School.ID), exportOf(requested)),
	}
	read := &taking.Sheet{Visit: v, Date: requested.date}
	if requested.period.ID != "" {
		if read.Statuses, _, err = e.offer.lists.rosters.Statuses(v.Ctx, v.School, requested.period.ID); err != nil {
			return err
		}
	}
	if read.Movements, err = e.offer.store.MovementsOn(v.Ctx, 0, v.School.ID, v.School.Generation, read.Date); err != nil {
		return err
	}
	for _, class := range classes {
		view.Classes = append(view.Classes, printed(read, class))
	}
	return e.offer.pages.Render(v, http.StatusOK, office.PrintDay(view))
}

// exportOf returns the day as a query for the page of exports.
func exportOf(day dayRequest) paths.ExportQuery {
	return exportQuery(exportRequest{dayRequest: day, from: day.date})
}

// printed returns a class for printing.
func printed(s *taking.Sheet, class dayClass) office.PrintClass {
	printed := office.PrintClass{Name: class.class.Name}
	for _, row := range class.rows {
		line := office.PrintRow{Number: row.Student.Number, Name: row.Name, Outcome: unmarkedText(s.Visit, row), Moves: naming.MovesNote(s.Visit.Words, s.Movements[row.Student.ID])}
		if row.Mark.Version != 0 {
			taken := row.Taken()
			line.Time, line.By = naming.WallTime(s.Visit, row.Mark.Observed), visit.Byline(s.Visit.Words, taken.By)
			line.At = s.Visit.DayAndClock(taken.At, s.Date)
			if row.Change.Corrects() {
				line.Changed = s.Visit.Words.Text("export.changed", "Clock", s.Visit.DayAndClock(row.Change.At, s.Date), "By", visit.Byline(s.Visit.Words, row.Change.By))
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
		return e.offer.refuseDay(v, requested, err)
	}
	if requested.class == "" || requested.period.ID == "" {
		return e.offer.refuseDay(v, requested, errNoClass())
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
		Back: e.offer.pages.Paths.Exports(string(v.School.ID), exportOf(requested)),
	}
	for _, row := range classes[0].rows {
		view.Names = append(view.Names, row.Name)
	}
	return e.offer.pages.Render(v, http.StatusOK, office.Paper(view))
}

// errNoClass is the refusal of a page about a class without one.
func errNoClass() error { return roll.Problem(roll.Meaningless, "export.problem.no_class") }

// Offer is the page of exports. A failed export returns to it.
type Offer struct {
	pages *visit.Pages
	lists DayLists
	store *store.Store
}

// refuse shows on the page why something cannot be exported, if it says why.
func (o Offer) refuse(v *visit.Visit, requested exportRequest, cause error) error {
	problem, ok := exportProblem(v, cause)
	if !ok {
		return cause
	}
	return o.show(v, visit.StatusOf(cause), requested, problem)
}

// refuseDay is refuse for a page about a day.
func (o Offer) refuseDay(v *visit.Visit, requested dayRequest, cause error) error {
	requested.class = ""
	return o.refuse(v, exportRequest{dayRequest: requested, from: requested.date}, cause)
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
func (o Offer) show(v *visit.Visit, status int, requested exportRequest, problem string) error {
	view := &office.ExportsView{
		Page: o.pages.OfficePage(v, "", layout.NavDay), From: requested.from, To: requested.date, Today: requested.today, Problem: problem,
		Period: requested.period.ID, Periods: requested.periods, Name: requested.name, Most: tables.WorkbookLines,
		Class: requested.class, Ranges: rangesUntil(requested.today, v.Words.Week()[0]),
	}
	if requested.period.ID == "" {
		return o.pages.Render(v, status, office.Exports(view))
	}
	if requested.student != 0 {
		view.Student = requested.student.String()
	}
	statuses, _, err := o.lists.rosters.Statuses(v.Ctx, v.School, requested.period.ID)
	if err != nil {
		return err
	}
	codes, err := o.store.Codes(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	view.Coded, view.Uncoded = len(codes.All) > 0, codes.Without(statuses)
	if view.Classes, err = naming.Classes(v, o.lists.rosters, requested.period.ID); err != nil {
		return err
	}
	if requested.class != "" {
		view.More = max(0, len(requested.chosen)-mostLinks)
		for _, student := range requested.chosen[:len(requested.chosen)-view.More] {
			address := o.pages.Paths.StudentMonth(string(v.School.ID), student.ID.String(), string(requested.period.ID), "")
			view.Students = append(view.Students, office.ExportStudent{Name: naming.StudentName(v.Words, student), Address: address})
		}
	}
	return o.pages.Render(v, status, office.Exports(view))
}

// rangesUntil returns the usual ranges of days, until today at the latest, with weeks that begin on the given day.
func rangesUntil(today roll.Date, begins time.Weekday) []office.ExportRange {
	const week, quarter = 7, 90
	begun := today.AddDays(-((int(today.Noon(time.UTC).Weekday()-begins) + week) % week))
	first := today[:8] + "01"
	before := first.AddDays(-1)
	return []office.ExportRange{
		{Name: "today", From: today, To: today},
		{Name: "this_week", From: begun, To: today},
		{Name: "last_week", From: begun.AddDays(-week), To: begun.AddDays(-1)},
		{Name: "this_month", From: first, To: today},
		{Name: "last_month", From: before[:8] + "01", To: before},
		{Name: "last_days", From: today.AddDays(1 - quarter), To: today},
	}
}
