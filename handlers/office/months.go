package office

import (
	"slices"
	"strconv"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/views/part"
	"rollbook/web/lists/lines"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// month is a calendar month, by its first day.
type month struct{ first roll.Date }

// name returns the month for addresses.
func (m month) name() string { return string(m.first[:len("2006-01")]) }

// dates returns the month's days.
func (m month) dates() (dates []roll.Date) {
	for date := m.first; date < m.next().first; date = date.AddDays(1) {
		dates = append(dates, date)
	}
	return dates
}

func (m month) next() month {
	const longest = 31
	return monthOf(m.first.AddDays(longest))
}

func monthOf(date roll.Date) month { return month{date[:len("2006-01")] + "-01"} }

// monthIn parses the month of the address, by default and after an error today's.
func monthIn(v *visit.Visit, today roll.Date) (month, error) {
	text := v.Request().Form.Get("month")
	if text == "" {
		return monthOf(today), nil
	}
	first, err := roll.ParseDate(text + "-01")
	switch {
	case err != nil || first < "1900-01-01":
		return monthOf(today), roll.Problem(roll.Malformed, "export.problem.month")
	case first > today:
		return monthOf(today), roll.Problem(roll.Meaningless, "export.problem.future")
	}
	return month{first}, nil
}

// heatDays returns the days of a heat map, with links to the marks' histories.
func (e *Exports) heatDays(read *taking.Sheet, dates []roll.Date, marks map[roll.Date]roll.Mark) []part.HeatDay {
	days := make([]part.HeatDay, len(dates))
	for i, date := range dates {
		day, mark := &days[i], marks[date]
		day.Date, day.Future = date, date > read.Today
		switch {
		case mark.Version == 0:
			continue
		case mark.Recorded() != "":
			day.Status = mark.Returned
			day.Family, day.Letter = read.Chip(mark)
		case mark.Outcome.UnderWay():
			day.Letter, day.Status = "…", lines.Outcome(read.Visit.Words, mark)
		default:
			day.Letter, day.Status = "!", lines.Outcome(read.Visit.Words, mark)
		}
		day.Address = e.pages.Paths.To(paths.History, read.Visit.School.ID, mark.Enrolment, date)
	}
	return days
}

// ClassMonth shows the page of a class's month.
func (e *Exports) ClassMonth(v *visit.Visit) error { return e.ofClass(v, e.classMonth) }

func (e *Exports) classMonth(v *visit.Visit, asked exportRequest) error {
	shown, err := monthIn(v, asked.today)
	v.Refuse(err)
	dates := shown.dates()
	left, err := e.rosters.LeftBetween(v.Ctx, v.School, asked.within, asked.class, dates[0], dates[len(dates)-1])
	v.Check(err)
	asked.chosen = slices.Concat(asked.chosen, left)
	view := &office.ClassMonthView{
		Page: e.pages.OfficePage(v, asked.name, layout.NavDay), Class: roll.Class{ID: asked.class, Name: asked.name},
		Period: asked.within, Earliest: asked.today.AddDays(-v.School.PastDays),
		Back:   e.pages.Paths.To(paths.Exports, v.School.ID, asked.query()),
		Months: monthsAround(v, shown, asked.today), SchoolWeek: v.Week(), More: max(0, len(asked.chosen)-mostLinks),
	}
	view.Week, _ = strconv.Atoi(v.Request().Form.Get("week"))
	students, marks := asked.chosen[:len(asked.chosen)-view.More], make(map[roll.EnrolmentID]map[roll.Date]roll.Mark)
	for _, student := range students {
		marks[student.ID] = make(map[roll.Date]roll.Mark)
	}
	v.Check(e.store.MarksOn(v.Ctx, v.School.ID, dates, roll.EnrolmentIDs(students), func(date roll.Date, mark roll.Mark) {
		marks[mark.Enrolment][date] = mark
	}))
	read := &taking.Sheet{Visit: v, Statuses: v.Statuses(asked.within), Today: asked.today}
	for _, student := range students {
		view.Rows = append(view.Rows, office.MonthRow{
			Name: naming.NameInClass(v.Words, student), Days: e.heatDays(read, dates, marks[student.ID]),
			Address: e.pages.Paths.To(paths.StudentMonth, v.School.ID, student.ID, asked.within, shown.name()),
		})
	}
	return e.pages.Show(v, office.ClassMonth(view))
}

// monthsAround returns the names of the shown month and its neighbours.
func monthsAround(v *visit.Visit, shown month, today roll.Date) office.Months {
	around := office.Months{Title: v.Words.Month(shown.first.Noon(time.UTC)), Name: shown.name(),
		Before: monthOf(shown.first.AddDays(-1)).name()}
	if next := shown.next(); next.first <= today {
		around.Next = next.name()
	}
	return around
}

// StudentMonth shows the page of a student's month: in each row of the list that is hers, the newest mark of each day.
func (e *Exports) StudentMonth(v *visit.Visit) error {
	today := v.Today()
	period, students, at, err := naming.StudentIn(v, roll.PeriodID(v.Request().Form.Get("period")), today)
	if err != nil {
		return err
	}
	shown, err := monthIn(v, today)
	v.Refuse(err)
	one, school := students[at], string(v.School.ID)
	name := naming.StudentName(v.Words, one)
	places := slices.DeleteFunc(slices.Clone(students), func(other roll.Enrolment) bool {
		return other.ID != one.ID && (other.Student != one.Student || one.Student == 0)
	})
	newest := make(map[roll.Date]roll.Mark)
	v.Check(e.store.MarksOn(v.Ctx, v.School.ID, shown.dates(), roll.EnrolmentIDs(places),
		func(date roll.Date, mark roll.Mark) {
			if mark.MarkedAt.After(newest[date].MarkedAt) {
				newest[date] = mark
			}
		}))
	read := &taking.Sheet{Visit: v, Statuses: v.Statuses(period.ID), Today: today}
	return e.pages.Show(v, office.StudentMonth(&office.StudentMonthView{
		Page: e.pages.OfficePage(v, name, layout.NavDay), Student: name, Class: naming.ClassNameOf(v.Words, one),
		Enrolment: one.ID, Period: period.ID, Months: monthsAround(v, shown, today),
		Days: e.heatDays(read, shown.dates(), newest), SchoolWeek: v.Week(),
		Export: e.pages.Paths.To(paths.Exports, school, paths.ExportQuery{
			Period: string(period.ID), Student: one.ID.String(), From: string(monthOf(today).first), To: string(today),
		}),
		History: e.pages.Paths.To(paths.History, school, one.ID, today),
	}))
}
