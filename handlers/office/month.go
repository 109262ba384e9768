package office

import (
	"net/http"
	"strconv"
	"time"

	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/views/part"
	"rollbook/web/lists/lines"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// month is a calendar month, by its first day.
type month struct{ first roll.Date }

// name returns the month for addresses.
func (m month) name() string { return string(m.first[:len("2006-01")]) }

// dates returns the month's days.
func (m month) dates() []roll.Date {
	return datesOf(m.first, m.next().first.AddDays(-1))
}

func (m month) next() month {
	const longest = 31
	return monthOf(m.first.AddDays(longest))
}

func (m month) before() month { return monthOf(m.first.AddDays(-1)) }

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
func (s *StudentMonths) heatDays(read *taking.Sheet, dates []roll.Date, marks map[roll.Date]roll.Mark) []part.HeatDay {
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
		day.Address = s.pages.Paths.History(string(read.Visit.School.ID), mark.Enrolment.String(), string(date))
	}
	return days
}

// newestMarks reads the newest mark of each date over all the enrolments.
func (s *StudentMonths) newestMarks(v *visit.Visit, dates []roll.Date, ids []roll.EnrolmentID) (map[roll.Date]roll.Mark, error) {
	newest := make(map[roll.Date]roll.Mark)
	err := s.store.MarksOn(v.Ctx, v.School.ID, dates, ids, func(date roll.Date, mark roll.Mark) {
		if mark.MarkedAt.After(newest[date].MarkedAt) {
			newest[date] = mark
		}
	})
	return newest, err
}

// Class shows the page of a class's month.
func (s *StudentMonths) Class(v *visit.Visit) error {
	requested, err := s.lists.requested(v)
	if err != nil {
		return s.offer.refuse(v, requested, err)
	}
	if requested.class == "" || requested.period.ID == "" {
		return s.offer.show(v, http.StatusUnprocessableEntity, requested, v.Words.Text("export.problem.no_class"))
	}
	classes, err := s.lists.readClass(v, requested, taking.DayMarks{})
	if err != nil {
		return err
	}
	status, view := http.StatusOK, &office.ClassMonthView{
		Page: s.pages.OfficePage(v, classes[0].class.Name, layout.NavDay), Class: classes[0].class, Period: requested.period.ID,
		Earliest: requested.today.AddDays(-v.School.PastDays),
		Back:     s.pages.Paths.ExportsOf(string(v.School.ID), rollQuery(requested.query())),
	}
	shown, err := monthIn(v, requested.today)
	if err != nil {
		status = visit.StatusOf(err)
		view.Problem, _ = exportProblem(v, err)
	}
	view.Months = s.monthsAround(v, shown, requested.today)
	view.Week, _ = strconv.Atoi(v.Request().Form.Get("week"))
	if err := s.fillMonth(v, view, requested.period.ID, shown, classes[0].rows); err != nil {
		return err
	}
	return s.pages.Render(v, status, office.ClassMonth(view))
}

// monthsAround returns the names of the shown month and its neighbours.
func (s *StudentMonths) monthsAround(v *visit.Visit, shown month, today roll.Date) office.Months {
	around := office.Months{Title: v.Words.Month(shown.first.Noon(time.UTC)), Name: shown.name(), Before: shown.before().name()}
	if next := shown.next(); next.first <= today {
		around.Next = next.name()
	}
	return around
}

// fillMonth adds the rows of a class.
func (s *StudentMonths) fillMonth(v *visit.Visit, view *office.ClassMonthView, period roll.PeriodID, shown month, rows []taking.DayRow) error {
	view.More = max(0, len(rows)-mostLinks)
	rows = rows[:len(rows)-view.More]
	ids := make([]roll.EnrolmentID, len(rows))
	for i, row := range rows {
		ids[i] = row.Student.ID
	}
	read, err := s.sheetOf(v, period)
	if err != nil {
		return err
	}
	dates := shown.dates()
	marks := make(map[roll.EnrolmentID]map[roll.Date]roll.Mark, len(ids))
	err = s.store.MarksOn(v.Ctx, v.School.ID, dates, ids, func(date roll.Date, mark roll.Mark) {
		if marks[mark.Enrolment] == nil {
			marks[mark.Enrolment] = make(map[roll.Date]roll.Mark)
		}
		marks[mark.Enrolment][date] = mark
	})
	for _, row := range rows {
		view.Rows = append(view.Rows, office.MonthRow{
			Name: row.Name, Days: s.heatDays(read, dates, marks[row.Student.ID]),
			Address: s.pages.Paths.StudentMonth(string(v.School.ID), row.Student.ID.String(), string(period), shown.name()),
		})
	}
	return err
}

// sheetOf returns a sheet with only the period's statuses, for their looks.
func (s *StudentMonths) sheetOf(v *visit.Visit, period roll.PeriodID) (*taking.Sheet, error) {
	statuses, _, err := s.lists.rosters.Statuses(v.Ctx, v.School, period)
	return &taking.Sheet{Visit: v, Statuses: statuses, Today: v.Today()}, err
}

// StudentMonths shows the pages about a student's marks over time.
type StudentMonths struct {
	pages *visit.Pages
	store *store.Store
	lists DayLists
	offer Offer
	files Files
}

// datesOf returns the dates from the first to the last.
func datesOf(from, to roll.Date) []roll.Date {
	dates := make([]roll.Date, 0, from.DaysUntil(to)+1)
	for date := from; date <= to; date = date.AddDays(1) {
		dates = append(dates, date)
	}
	return dates
}
