package office

import (
	"net/http"
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
		day.Address = s.offer.pages.Paths.History(string(read.Visit.School.ID), mark.Enrolment.String(), string(date))
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
	requested, err := s.offer.lists.requested(v)
	if err != nil {
		return s.offer.refuseDay(v, requested, err)
	}
	if requested.class == "" || requested.period.ID == "" {
		return s.offer.refuseDay(v, requested, errNoClass())
	}
	classes, err := s.offer.lists.readClass(v, requested, taking.DayMarks{})
	if err != nil {
		return err
	}
	status, view := http.StatusOK, &office.ClassMonthView{
		Page: s.offer.pages.OfficePage(v, classes[0].class.Name, layout.NavDay), Class: classes[0].class, Period: requested.period.ID,
		Earliest: requested.today.AddDays(-v.School.PastDays),
		Back:     s.offer.pages.Paths.Exports(string(v.School.ID), exportOf(requested)),
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
	return s.offer.pages.Render(v, status, office.ClassMonth(view))
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
			Address: s.offer.pages.Paths.StudentMonth(string(v.School.ID), row.Student.ID.String(), string(period), shown.name()),
		})
	}
	return err
}

// sheetOf returns a sheet with only the period's statuses, for their looks.
func (s *StudentMonths) sheetOf(v *visit.Visit, period roll.PeriodID) (*taking.Sheet, error) {
	statuses, _, err := s.offer.lists.rosters.Statuses(v.Ctx, v.School, period)
	return &taking.Sheet{Visit: v, Statuses: statuses, Today: v.Today()}, err
}

// StudentMonths shows the pages about a student's marks over time.
type StudentMonths struct {
	offer Offer
	store *store.Store
}

// datesOf returns the dates from the first to the last.
func datesOf(from, to roll.Date) []roll.Date {
	dates := make([]roll.Date, 0, from.DaysUntil(to)+1)
	for date := from; date <= to; date = date.AddDays(1) {
		dates = append(dates, date)
	}
	return dates
}

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
	period, students, at, err := naming.StudentIn(v, s.offer.lists.rosters, roll.PeriodID(text), found.today)
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
		Page: s.offer.pages.OfficePage(v, name, layout.NavDay), Student: name, Class: naming.ClassNameOf(v.Words, first),
		Enrolment: first.ID, Period: found.period.ID, Problem: problem,
		Export: s.offer.pages.Paths.Exports(string(v.School.ID), paths.ExportQuery{
			Period: string(found.period.ID), Student: first.ID.String(), From: string(monthOf(found.today).first), To: string(found.today),
		}),
		History: s.offer.pages.Paths.History(string(v.School.ID), first.ID.String(), string(found.today)),
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
	return s.offer.pages.Render(v, status, office.StudentMonth(view))
}

// refuseStudent shows on the student's page why a file cannot be made, if it says why.
func (s *StudentMonths) refuseStudent(v *visit.Visit, found oneStudent, cause error) error {
	problem, ok := exportProblem(v, cause)
	if !ok {
		return cause
	}
	return s.showStudent(v, visit.StatusOf(cause), found, problem)
}
