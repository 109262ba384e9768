package handlers

import (
	"net/http"
	"time"

	"rollbook/views"
	"rollbook/views/part"
	"rollbook/web"
	"rollbook/web/roll"
)

// month is a month of the calendar, by its first day.
type month struct{ first roll.Date }

// name is the month as addresses have it.
func (m month) name() string { return string(m.first[:len("2006-01")]) }

// dates are its days.
func (m month) dates() []roll.Date {
	return datesOf(m.first, m.next().first.AddDays(-1))
}

func (m month) next() month {
	const longest = 31
	return monthOf(m.first.AddDays(longest))
}

func (m month) before() month { return monthOf(m.first.AddDays(-1)) }

func monthOf(date roll.Date) month { return month{date[:len("2006-01")] + "-01"} }

// monthIn is the month that the address names, the one of today where it names none or a
// wrong one; the error says what is wrong.
func monthIn(v *visit, today roll.Date) (month, error) {
	text, err := web.Single(v.Request().Form, "month")
	if err != nil || text == "" {
		return monthOf(today), err
	}
	first, err := roll.ParseDate(text + "-01")
	switch {
	case err != nil || first < "1900-01-01":
		return monthOf(today), roll.Problem(roll.Malformed, "take_away.problem.month")
	case first > today:
		return monthOf(today), roll.Problem(roll.Meaningless, "take_away.problem.future")
	}
	return month{first}, nil
}

// heatDay is a day of a heat map.
func heatDay(s *sheet, date roll.Date, mark roll.Mark) part.HeatDay {
	day := part.HeatDay{Day: date.Noon(time.UTC).Day()}
	switch {
	case mark.Version == 0:
	case recordedStatus(mark) != "":
		day.Status = mark.Returned
		day.Family, day.Letter = s.chip(mark)
	case mark.Outcome.UnderWay():
		day.Letter, day.Status = "…", outcomeText(s.visit, mark)
	default:
		day.Letter, day.Status = "!", outcomeText(s.visit, mark)
	}
	return day
}

// newestMarks are the newest mark of each date among those of the enrolments.
func (s *studentMonths) newestMarks(v *visit, dates []roll.Date, ids []roll.EnrolmentID) (map[roll.Date]roll.Mark, error) {
	newest := make(map[roll.Date]roll.Mark)
	err := s.marks.MarksOn(v.ctx, v.school.ID, dates, ids, func(date roll.Date, mark roll.Mark) {
		if mark.MarkedAt.After(newest[date].MarkedAt) {
			newest[date] = mark
		}
	})
	return newest, err
}

// class is the page of a class's month.
func (s *studentMonths) class(v *visit) error {
	asked, err := s.asked(v)
	if err != nil {
		return s.refuse(v, asked, err)
	}
	if asked.class == "" || asked.period.ID == "" {
		return s.show(v, http.StatusUnprocessableEntity, asked, v.words.Text("take_away.problem.no_class"))
	}
	classes, err := s.readClass(v, asked, dayMarks{})
	if err != nil {
		return err
	}
	status, view := http.StatusOK, &views.ClassMonthView{
		Page: s.withMarks(v, s.officePage(v, classes[0].class.Name, views.NavDay)), Class: classes[0].class, Period: asked.period.ID,
		Back: s.paths.ExportsOf(string(v.school.ID), rollQuery(asked.query())),
	}
	shown, err := monthIn(v, asked.today)
	if err != nil {
		problem, ok := takeAwayProblem(v, err)
		if !ok {
			return err
		}
		status, view.Problem = statusOf(err), problem
	}
	view.Months = s.monthsAround(v, shown, asked.today)
	if err := s.fillMonth(v, view, asked.period.ID, shown, classes[0].rows); err != nil {
		return err
	}
	return s.render(v, status, views.ClassMonth(view))
}

// monthsAround names the month that is shown, and those beside it.
func (s *studentMonths) monthsAround(v *visit, shown month, today roll.Date) views.Months {
	around := views.Months{Title: v.words.Month(shown.first.Noon(time.UTC)), Before: shown.before().name()}
	if next := shown.next(); next.first <= today {
		around.Next = next.name()
	}
	return around
}

// fillMonth draws the rows of a class.
func (s *studentMonths) fillMonth(v *visit, view *views.ClassMonthView, period roll.PeriodID, shown month, rows []dayRow) error {
	view.More = max(0, len(rows)-mostLinks)
	rows = rows[:len(rows)-view.More]
	ids := make([]roll.EnrolmentID, len(rows))
	for i, row := range rows {
		ids[i] = row.student.ID
	}
	read, err := s.sheetOf(v, period)
	if err != nil {
		return err
	}
	dates := shown.dates()
	marks := make(map[roll.EnrolmentID]map[roll.Date]roll.Mark, len(ids))
	err = s.marks.MarksOn(v.ctx, v.school.ID, dates, ids, func(date roll.Date, mark roll.Mark) {
		if marks[mark.Enrolment] == nil {
			marks[mark.Enrolment] = make(map[roll.Date]roll.Mark)
		}
		marks[mark.Enrolment][date] = mark
	})
	for _, row := range rows {
		line := views.MonthRow{Name: row.name, Address: s.paths.StudentMonth(string(v.school.ID), row.student.ID.String(), string(period), shown.name())}
		for _, date := range dates {
			line.Days = append(line.Days, heatDay(read, date, marks[row.student.ID][date]))
		}
		view.Rows = append(view.Rows, line)
	}
	return err
}

// sheetOf knows how the statuses of the period look.
func (s *studentMonths) sheetOf(v *visit, period roll.PeriodID) (*sheet, error) {
	statuses, _, err := s.rosters.Statuses(v.ctx, v.school, period)
	return &sheet{visit: v, statuses: statuses}, err
}
