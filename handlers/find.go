package handlers

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"rollbook/views"
	"rollbook/views/part"
	"rollbook/web"
	"rollbook/web/finder"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// foundMost is how many students are shown at once.
const foundMost = 50

// Finder looks for students.
type Finder interface {
	Find(ctx context.Context, school roll.School, period roll.PeriodID, text string, most int) (finder.Found, error)
}

// finds is the page on which the office finds a student and marks her.
type finds struct {
	*presses
	finder Finder
}

// sought is what somebody looks for, with who is found.
type sought struct {
	*sheet
	text string
	// open is who can be marked: she who is asked for, else the first.
	open roll.EnrolmentID
	save roll.Token
	all  int
	// tray is those who are collected; nil where nobody is.
	tray *sheet
	// changes is what happened last to those who are shown.
	changes map[roll.EnrolmentID]part.Change
	// problem is why nobody could be looked for.
	problem *roll.Error
}

// get shows who is found.
func (f *finds) get(v *visit) error {
	found, err := f.seek(v)
	if errors.Is(err, errNoPeriods) {
		return f.noPeriod(v)
	}
	if err != nil {
		return err
	}
	status := http.StatusOK
	if found.problem != nil {
		status = statusOf(found.problem)
	}
	return f.show(v, status, f.view(found))
}

// show answers a search of the page itself with who is found, and everything else with the page.
func (f *finds) show(v *visit, status int, view *views.FindView) error {
	if byScript(v) {
		return f.render(v, status, views.FoundAnswer(view))
	}
	return f.render(v, status, views.Find(view))
}

// noPeriod is the page where there is nobody to be found.
func (f *finds) noPeriod(v *visit) error {
	view := &views.FindView{Page: f.officePage(v, "", views.NavStudents), Problem: v.words.Text("home.empty.no_period")}
	return f.show(v, http.StatusOK, view)
}

// seek reads the address or the form, and looks for who is meant.
func (f *finds) seek(v *visit) (*sought, error) {
	asked, err := f.queryOf(v)
	if err != nil {
		return nil, err
	}
	today := v.school.Today(f.clock())
	if err := mayLook(v, asked.date, today); err != nil {
		return nil, err
	}
	found := &sought{sheet: &sheet{visit: v, date: asked.date, today: today}}
	open, err := f.readFields(v, found)
	if err != nil {
		return nil, err
	}
	if found.periods, _, err = f.rosters.Periods(v.ctx, v.school); err != nil {
		return nil, err
	}
	if found.period, err = periodOf(v, found.periods, asked.period, asked.date); err != nil {
		return nil, err
	}
	if found.statuses, _, err = f.rosters.Statuses(v.ctx, v.school, found.period.ID); err != nil {
		return nil, err
	}
	if err := f.readTray(found); err != nil {
		return nil, err
	}
	if err := f.look(found, open); err != nil {
		return nil, err
	}
	return found, f.readChanges(found)
}

// readChanges reads what happened to everybody who is shown, found or collected, at once.
func (f *finds) readChanges(found *sought) (err error) {
	shown := *found.sheet
	if found.tray != nil {
		shown.roster.Rows = slices.Concat(shown.roster.Rows, found.tray.roster.Rows)
	}
	found.changes, err = changesOf(&shown, f.changes, f.paths)
	return err
}

// readFields reads what is sought and who is to be opened; 0 for the first.
func (f *finds) readFields(v *visit, found *sought) (open roll.EnrolmentID, err error) {
	form := v.Request().Form
	if found.text, err = web.Single(form, "q"); err != nil {
		return 0, err
	}
	token, err := web.Single(form, "saved")
	if err != nil {
		return 0, err
	}
	found.save = roll.Token(token)
	text, err := web.Single(form, "open")
	if err != nil || text == "" {
		return 0, err
	}
	if open, err = roll.ParseEnrolmentID(text); err != nil {
		return 0, roll.Problem(roll.Malformed, "problem.what.400").Because(err)
	}
	return open, nil
}

// look finds the students with their marks.
func (f *finds) look(found *sought, open roll.EnrolmentID) error {
	v := found.visit
	if found.text == "" {
		return nil
	}
	result, err := f.finder.Find(v.ctx, v.school, found.period.ID, found.text, foundMost)
	var problem *roll.Error
	if errors.As(err, &problem) && problem.Kind == roll.Meaningless {
		found.problem = problem
		return nil
	}
	if err != nil {
		return err
	}
	found.roster.Rows, found.all = result.Students, result.All
	if open == 0 && len(result.Students) > 0 {
		open = result.Students[0].ID
	}
	found.open = open
	return f.readMarks(found.sheet)
}

// query is the page's own address.
func (s *sought) query() paths.FindQuery {
	query := paths.FindQuery{Text: s.text}
	if s.date != s.today {
		query.Date = string(s.date)
	}
	if s.tray != nil {
		for _, student := range s.tray.roster.Rows {
			query.Tray = append(query.Tray, student.ID.String())
		}
	}
	return query
}

// view is the page of who is found.
func (f *finds) view(found *sought) *views.FindView {
	v := found.visit
	view := &views.FindView{
		Page: f.withMarks(v, f.officePage(v, "", views.NavStudents)), Date: found.date, Today: found.today, All: found.all, More: found.all > foundMost, Asked: found.text != "",
	}
	view.Sought, view.FindsHere = found.text, true
	if found.date != found.today {
		view.FindsOn = found.date
	}
	if v.Request().Form.Get("open") != "" {
		view.Opened = found.open.String()
	}
	if found.problem != nil {
		view.Problem = v.words.Text(found.problem.Message, found.problem.Values...)
	}
	for _, student := range found.roster.Rows {
		result := f.result(found, found.sheet, student)
		if student.ID == found.open {
			result.Form = f.form(found, student)
		}
		view.Results = append(view.Results, result)
	}
	f.showTray(view, found)
	return view
}

// result is a student with the mark that the sheet has.
func (f *finds) result(found *sought, read *sheet, student roll.Enrolment) views.FindResult {
	v := found.visit
	query := found.query()
	query.Open = student.ID.String()
	return views.FindResult{
		Enrolment: student.ID, Student: student.Student, Name: studentName(v.words, student), Number: student.Student, Seen: read.marks[student.ID].Version,
		Class: nameOf(v, roll.Class{ID: student.Class, Name: student.ClassName}),
		Roll:  found.rollOf(student), Open: query, Cell: read.cell(student.ID), By: recordedBy(read, student.ID),
		History: f.paths.History(string(v.school.ID), student.ID.String(), string(found.date)), Change: found.changes[student.ID],
	}
}

// rollOf is the roll of the student's class on the date.
func (s *sought) rollOf(student roll.Enrolment) paths.RollQuery {
	query := paths.RollQuery{Period: string(s.period.ID), Class: string(student.Class)}
	if s.date != s.today {
		query.Date = string(s.date)
	}
	return query
}

// recordedBy is who marked the student and when; empty where nobody did.
func recordedBy(s *sheet, enrolment roll.EnrolmentID) string {
	mark, ok := s.marks[enrolment]
	if !ok {
		return ""
	}
	v := s.visit
	return v.words.Text("home.class.last", "Clock", v.dayAndClock(mark.MarkedAt, s.date), "By", byline(v.words, mark.By))
}

// form is where the student is marked: late now, or anything else.
func (f *finds) form(found *sought, student roll.Enrolment) *views.FindForm {
	v := found.visit
	form := &views.FindForm{
		Save: f.tokens.New(v.person.ID), Period: found.period.ID, Class: student.Class, Date: found.date,
		Seen: found.marks[student.ID].Version, Statuses: found.statuses, Past: found.date != found.today,
		Time: v.local(f.clock()).Format("15:04"), Now: found.date == found.today,
		Checks: v.school.TimeFormat != roll.TimeNotSent,
	}
	form.Ready = slices.IndexFunc(found.statuses, func(status roll.Status) bool { return status.Family == roll.Late })
	cell := found.cell(student.ID)
	if found.save != "" && cell.Save == found.save {
		form.Said = f.said(found, cell, student)
		form.Roll = cell.Outcome.UnderWay()
	}
	return form
}

// said is what became of a save, in a sentence; what is not saved says its cell.
func (f *finds) said(found *sought, cell part.Cell, student roll.Enrolment) string {
	if cell.Outcome != roll.Saved {
		return ""
	}
	status := cell.Status
	if at := wallTime(found.marks[student.ID].Observed); at != "" {
		status += " " + at
	}
	return found.visit.words.Text("find.saved", "Name", studentName(found.visit.words, student), "Status", status)
}
