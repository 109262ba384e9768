package office

import (
	"cmp"
	"net/http"
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// oneStudent is a student in a period, with all her rows in its list.
type oneStudent struct {
	period roll.Period
	today  roll.Date
	// places begins with the requested row.
	places []roll.Enrolment
}

func (o *oneStudent) ids() []roll.EnrolmentID {
	return roll.EnrolmentIDs(o.places)
}

// student returns the student of the address.
func (s *StudentMonths) student(v *visit.Visit) (oneStudent, error) {
	found := oneStudent{today: v.Today()}
	text := v.Request().Form.Get("period")
	period, students, at, err := naming.StudentIn(v, s.lists.rosters, roll.PeriodID(text), found.today)
	if err != nil {
		return found, err
	}
	found.period = period
	found.places = []roll.Enrolment{students[at]}
	for _, other := range students {
		if other.ID != students[at].ID && other.Student == students[at].Student && other.Student != 0 {
			found.places = append(found.places, other)
		}
	}
	return found, nil
}

// Get shows the page of a student's month.
func (s *StudentMonths) Get(v *visit.Visit) error {
	found, err := s.student(v)
	if err != nil {
		return err
	}
	if _, err := monthIn(v, found.today); err != nil {
		return s.refuseStudent(v, found, err)
	}
	return s.showStudent(v, http.StatusOK, found, "")
}

func (s *StudentMonths) showStudent(v *visit.Visit, status int, found oneStudent, problem string) error {
	first := found.places[0]
	name := naming.StudentName(v.Words, first)
	view := &office.StudentMonthView{
		Page: s.pages.OfficePage(v, name, layout.NavDay), Student: name, Class: naming.ClassNameOf(v.Words, first),
		Enrolment: first.ID, Period: found.period.ID, Problem: problem,
		From: found.today[:8] + "01", To: found.today, Today: found.today,
		History: s.pages.Paths.History(string(v.School.ID), first.ID.String(), string(found.today)),
	}
	// The page already shows that the month is wrong, and uses today's.
	shown, _ := monthIn(v, found.today)
	read, err := s.sheetOf(v, found.period.ID)
	if err != nil {
		return err
	}
	dates := shown.dates()
	marks, err := s.newestMarks(v, dates, found.ids())
	if err != nil {
		return err
	}
	view.Months = s.monthsAround(v, shown, found.today)
	view.Days = s.heatDays(read, dates, marks)
	return s.pages.Render(v, status, office.StudentMonth(view))
}

// mostFileDays limits the days of a student in one file.
const mostFileDays = 366

// span parses the dates from and to.
func span(v *visit.Visit, today roll.Date) (from, to roll.Date, err error) {
	form := v.Request().Form
	first, last := form.Get("from"), form.Get("to")
	if from, err = dateIn(first, today); err != nil {
		return "", "", err
	}
	if to, err = dateIn(last, today); err != nil {
		return "", "", err
	}
	switch days := from.DaysUntil(to); {
	case days < 0:
		return "", "", roll.Problem(roll.Meaningless, "export.problem.reversed")
	case days >= mostFileDays:
		return "", "", roll.Problem(roll.Meaningless, "export.problem.too_long", "Days", v.Words.Number(mostFileDays))
	}
	return from, to, nil
}

// marked returns the student's marks from from to to, under the name, the earliest first.
func (s *StudentMonths) marked(v *visit.Visit, found oneStudent, name string, from, to roll.Date) ([]taking.DayRow, error) {
	last, err := s.store.LastChanges(v.Ctx, v.School.ID, from, to, found.ids())
	if err != nil {
		return nil, err
	}
	var rows []taking.DayRow
	err = s.store.MarksOn(v.Ctx, v.School.ID, datesOf(from, to), found.ids(), func(date roll.Date, mark roll.Mark) {
		student := found.places[slices.Index(found.ids(), mark.Enrolment)]
		row := taking.DayRow{Name: name, ExportedMark: roll.ExportedMark{Date: date, Class: naming.ClassNameOf(v.Words, student), Student: student, Mark: mark}}
		of := func(change roll.LastChange) bool { return change.Enrolment == mark.Enrolment && change.Date == date }
		if at := slices.IndexFunc(last, of); at >= 0 {
			row.Change = last[at]
		}
		rows = append(rows, row)
	})
	slices.SortFunc(rows, func(a, b taking.DayRow) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Student.ID, b.Student.ID))
	})
	return rows, err
}

// File sends a student's marks as a file, the earliest first.
func (s *StudentMonths) File(v *visit.Visit) error {
	found, err := s.student(v)
	if err != nil {
		return err
	}
	from, to, err := span(v, found.today)
	if err != nil {
		return s.refuseStudent(v, found, err)
	}
	name := naming.StudentName(v.Words, found.places[0])
	rows, err := s.marked(v, found, name, from, to)
	if err != nil {
		return err
	}
	file := exportFile{name: fileName(name, string(from), string(to)), kind: kindOf(v), sheet: name}
	file.lines = func(write func(cells ...tables.Cell) error) error {
		for _, row := range rows {
			if err := write(exportLine(v, row)...); err != nil {
				return err
			}
		}
		return nil
	}
	if err := s.files.send(v, file); err != nil {
		return s.refuseStudent(v, found, err)
	}
	return nil
}

// refuseStudent shows on the student's page why a file cannot be made.
func (s *StudentMonths) refuseStudent(v *visit.Visit, found oneStudent, cause error) error {
	problem, ok := exportProblem(v, cause)
	if !ok {
		return cause
	}
	return s.showStudent(v, visit.StatusOf(cause), found, problem)
}
