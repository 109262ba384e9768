package handlers

import (
	"errors"
	"net/http"
	"strings"

	"rollbook/views"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/tables"
)

// exports is the page of what leaves Rollbook, and the day as files and on paper.
type exports struct {
	*dayLists
	groups Groups
	// turns bounds how many workbooks are made at once: each is kept in memory.
	turns chan struct{}
}

// workbooksAtOnce is how many workbooks are made at the same time.
const workbooksAtOnce = 2

func newExports(lists *dayLists, groups Groups) *exports {
	return &exports{dayLists: lists, groups: groups, turns: make(chan struct{}, workbooksAtOnce)}
}

// get offers what there is.
func (e *exports) get(v *visit) error {
	asked, err := e.asked(v)
	if err != nil {
		return e.refuse(v, asked, err)
	}
	return e.show(v, http.StatusOK, asked, "")
}

// refuse says on the page why a day cannot be had.
func (e *exports) refuse(v *visit, asked dayListAsked, cause error) error {
	problem, ok := takeAwayProblem(v, cause)
	if !ok {
		return cause
	}
	asked.class = ""
	return e.show(v, statusOf(cause), asked, problem)
}

// takeAwayProblem is the sentence of an error that the page of what leaves can show.
func takeAwayProblem(v *visit, cause error) (string, bool) {
	var problem *roll.Error
	if !errors.As(cause, &problem) || !strings.HasPrefix(problem.Message, "take_away.problem.") {
		return "", false
	}
	return v.words.Text(problem.Message, problem.Values...), true
}

// mostLinks is how many students of a class are offered one by one.
const mostLinks = 500

func (e *exports) show(v *visit, status int, asked dayListAsked, problem string) error {
	school := string(v.school.ID)
	view := &views.ExportsView{
		Page: e.officePage(v, "", views.NavDay), Date: asked.date, Today: asked.today, Problem: problem,
		Period: asked.period.ID, Periods: asked.periods,
	}
	if asked.period.ID == "" {
		return e.render(v, status, views.Exports(view))
	}
	if err := e.offerClasses(v, asked, view); err != nil {
		return err
	}
	if asked.class != "" {
		one, err := e.readClass(v, asked, dayMarks{})
		if err != nil {
			return err
		}
		view.Class = one[0].class
		view.More = max(0, len(one[0].rows)-mostLinks)
		for _, row := range one[0].rows[:len(one[0].rows)-view.More] {
			address := e.paths.StudentMonth(school, row.student.ID.String(), string(asked.period.ID), "")
			view.Students = append(view.Students, views.ExportStudent{Name: row.name, Address: address})
		}
	}
	return e.render(v, status, views.Exports(view))
}

// offerClasses lists the classes and the groups that can be chosen.
func (e *exports) offerClasses(v *visit, asked dayListAsked, view *views.ExportsView) error {
	classes, _, err := e.rosters.Classes(v.ctx, v.school, asked.period.ID)
	if err != nil {
		return err
	}
	groups, err := e.groups.Groups(v.ctx, v.school, asked.period.ID)
	if err != nil {
		return err
	}
	view.Classes = append(namedClasses(v, classes), groupClasses(v, groups)...)
	return nil
}

// file is a day, of all classes or of one, as a file.
func (e *exports) file(v *visit) error {
	asked, err := e.asked(v)
	if err != nil {
		return e.refuse(v, asked, err)
	}
	if asked.period.ID == "" {
		return e.show(v, http.StatusUnprocessableEntity, asked, v.words.Text("take_away.no_period"))
	}
	classes, err := e.read(v, asked)
	if err != nil {
		return err
	}
	file := exportFile{name: fileName(v.school.Name, string(asked.date)), kind: kindOf(v), sheet: string(asked.date)}
	if asked.class != "" {
		file.name = fileName(v.school.Name, classes[0].class.Name, string(asked.date))
	}
	file.lines = func(write func(cells ...tables.Cell) error) error {
		for _, class := range classes {
			for _, row := range class.rows {
				if err := write(exportLine(v, asked.date, class.class.Name, row)...); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := e.inTurn(v, file); err != nil {
		return e.refuse(v, asked, err)
	}
	return nil
}

// inTurn sends the file; a workbook waits until fewer others are being made.
func (e *exports) inTurn(v *visit, file exportFile) error {
	if file.kind == kindWorkbook {
		select {
		case e.turns <- struct{}{}:
			defer func() { <-e.turns }()
		case <-v.ctx.Done():
			return v.ctx.Err()
		}
	}
	return file.send(v)
}

// print is a day to be printed, class by class.
func (e *exports) print(v *visit) error {
	asked, err := e.asked(v)
	if err != nil {
		return e.refuse(v, asked, err)
	}
	classes, err := e.read(v, asked)
	if err != nil {
		return err
	}
	view := &views.PrintDayView{
		Page: e.withMarks(v, e.officePage(v, "", views.NavDay)), Date: asked.date, Clock: v.clockOf(e.clock()),
		Back: e.paths.ExportsOf(string(v.school.ID), rollQuery(asked.query())),
	}
	read := &sheet{visit: v}
	if asked.period.ID != "" {
		if read.statuses, _, err = e.rosters.Statuses(v.ctx, v.school, asked.period.ID); err != nil {
			return err
		}
	}
	for _, class := range classes {
		view.Classes = append(view.Classes, printed(read, class, asked.date))
	}
	return e.render(v, http.StatusOK, views.PrintDay(view))
}

// rollQuery names a roll as addresses do.
func rollQuery(asked query) paths.RollQuery {
	return paths.RollQuery{Period: string(asked.period), Class: string(asked.class), Date: string(asked.date)}
}

// printed is a class as it is printed.
func printed(s *sheet, class dayClass, date roll.Date) views.PrintClass {
	printed := views.PrintClass{Name: class.class.Name}
	for _, row := range class.rows {
		line := views.PrintRow{Number: row.student.Number, Name: row.name, Outcome: unmarkedText(s.visit, row)}
		if row.mark.Version != 0 {
			line.Time, line.By = wallTime(row.mark.Observed), byline(s.visit.words, row.mark.By)
			line.At = s.visit.dayAndClock(row.mark.MarkedAt, date)
			line.Outcome = outcomeText(s.visit, row.mark)
		}
		mark := row.mark
		if row.elsewhere != "" {
			mark = roll.MadeElsewhere(row.elsewhere, row.readAt)
		}
		if status := recordedStatus(mark); status != "" {
			family, letter := s.chip(mark)
			line.Status = &roll.Status{Name: status, Family: family, Letter: letter}
			printed.Recorded++
		}
		printed.Rows = append(printed.Rows, line)
	}
	return printed
}

// mostBoxes is how many statuses have a column of their own on paper.
const mostBoxes = 8

// paper is an empty roll of a class, to be filled in by hand.
func (e *exports) paper(v *visit) error {
	asked, err := e.asked(v)
	if err != nil {
		return e.refuse(v, asked, err)
	}
	if asked.class == "" || asked.period.ID == "" {
		return e.show(v, http.StatusUnprocessableEntity, asked, v.words.Text("take_away.problem.no_class"))
	}
	classes, err := e.readClass(v, asked, dayMarks{})
	if err != nil {
		return err
	}
	statuses, _, err := e.rosters.Statuses(v.ctx, v.school, asked.period.ID)
	if err != nil {
		return err
	}
	view := &views.PaperView{
		Page: e.officePage(v, "", views.NavDay), Class: classes[0].class.Name, Date: asked.date,
		Statuses: statuses[:min(len(statuses), mostBoxes)], Others: len(statuses) > mostBoxes,
		Back: e.paths.ExportsOf(string(v.school.ID), rollQuery(asked.query())),
	}
	for _, row := range classes[0].rows {
		view.Names = append(view.Names, row.name)
	}
	return e.render(v, http.StatusOK, views.Paper(view))
}
