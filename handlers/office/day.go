package office

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	takingviews "rollbook/views/taking"
	"rollbook/web/identity/pins"
	"rollbook/web/identity/tablets"
	"rollbook/web/lists/rosters"
	"rollbook/web/office/boards"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// rollOf returns the query for the class's roll of the day.
func (a *boardRequest) rollOf(class roll.Class) paths.RollQuery {
	query := paths.RollQuery{Period: string(class.Period), Class: string(class.ID)}
	if a.Date != a.today {
		query.Date = string(a.Date)
	}
	return query
}

// Get shows the board of a date.
func (d *Days) Get(v *visit.Visit) error {
	v.ChooseSchool()
	requested, err := d.requested(v)
	if errors.Is(err, roll.ErrNoPeriods) {
		return d.empty(v, roll.Period{})
	}
	if err != nil {
		return err
	}
	read, err := d.boards.Of(v.Ctx, requested.Day)
	if err != nil {
		return err
	}
	if len(read.Classes) == 0 {
		return d.empty(v, requested.period)
	}
	view := d.view(v, requested.Date)
	view.OthersNamed = visit.Checked(d.othersNamed(v))(v)
	if requested.Date == requested.today {
		view.Refused, view.Earlier, view.Reminded = d.refusedTaps(v), d.earlier(v, requested.today),
			d.reminded(v, read, requested.today)
	}
	view.Period, view.Closed, view.Order = requested.named, requested.closed, requested.order
	view.Parts = d.parts(requested, read)
	query := paths.DayQuery{Period: string(requested.period.ID), Date: string(requested.Date)}
	if requested.Date == requested.today {
		query.AsToday = "yes"
	}
	view.CellsAddress, view.EventsAddress = d.pages.Paths.To(paths.DayCells, v.School.ID, query),
		d.pages.Paths.To(paths.DayEvents, v.School.ID, query)
	view.Classes = d.boardOf(requested, read, view.Parts.Cells)
	if !requested.period.Contains(requested.Date) {
		view.Opening = d.opening(v, requested.Date)
	}
	return d.pages.Show(v, office.Day(view))
}

// boardOf orders the classes of the board by their state, missing rolls first. Classes in the same state stand in the
// school's order, or by their teachers if the visitor chose that.
func (d *Days) boardOf(requested *boardRequest, read roll.Board, cells []office.DayCell) []office.DayClass {
	v := requested.visit
	var teachers []roll.ClassTeacher
	if requested.order != "" {
		teachers = visit.Read(v, d.store.ClassTeachers)
	}
	classes := make([]office.DayClass, len(cells))
	for i, class := range read.Classes {
		classes[i] = office.DayClass{
			Name: naming.NameOf(v, class.Class), Roll: requested.rollOf(class.Class),
			Teacher: namesOf(roll.TeachersOf(class.Class, teachers)), Cell: cells[i],
		}
	}
	order := roll.ClassStates()
	slices.SortStableFunc(classes, func(a, b office.DayClass) int {
		return cmp.Or(
			slices.Index(order, a.Cell.State)-slices.Index(order, b.Cell.State),
			cmp.Compare(cmp.Or(a.Teacher, unknown), cmp.Or(b.Teacher, unknown)),
		)
	})
	return classes
}

// reminded returns the teachers who were reminded of a roll that is still missing, the last first.
func (d *Days) reminded(v *visit.Visit, read roll.Board, today roll.Date) (all []office.RemindedTeacher) {
	reminders := visit.Checked(d.store.Reminders(v.Ctx, v.School.ID, today))(v)
	for _, one := range reminders {
		reminded := office.RemindedTeacher{Name: one.Teacher, Clock: v.ClockOf(one.At)}
		missing := slices.ContainsFunc(read.Classes, func(class roll.ClassDay) bool {
			return roll.ClassKey{Period: one.Period, Class: one.Class}.Means(class.Class) && class.State().Missing()
		})
		if missing && !slices.Contains(all, reminded) {
			all = append(all, reminded)
		}
	}
	return all
}

// unknown comes after all names of teachers.
const unknown = "\U0010ffff"

// namesOf returns the names of the teachers.
func namesOf(teachers []roll.ClassTeacher) string {
	names := make([]string, len(teachers))
	for i, one := range teachers {
		names[i] = one.Called()
	}
	return strings.Join(names, ", ")
}

// view fills in the page of a date without its classes.
func (d *Days) view(v *visit.Visit, date roll.Date) *office.DayView {
	today := v.Today()
	return &office.DayView{
		Page: d.pages.WithMarks(v, d.pages.OfficePage(v, "", layout.NavDay)), Date: date, Today: today,
		Earliest: today.AddDays(-v.School.PastDays), Due: naming.WallTime(v, string(v.School.RollsDue)),
		Question: v.Question(),
	}
}

// empty shows the page for a school without classes, with the reason and the next step.
func (d *Days) empty(v *visit.Visit, period roll.Period) error {
	_, age, err := d.rosters.Periods(v.Ctx, v.School)
	v.Check(err)
	date := v.Today()
	if requested, err := taking.QueryOf(v); err == nil {
		date = requested.Date
	}
	view := d.view(v, date)
	view.Period, view.Closed = period.Name, v.ClosedText(date)
	if view.Empty = taking.EmptyFor(v, age); period.ID != "" {
		view.Empty = takingviews.HomeNoClasses
		if date < view.Today {
			view.Empty = takingviews.HomeBeforeList
		}
	}
	if view.Empty == takingviews.HomeNotOpen {
		view.Opening = d.opening(v, date)
	}
	return d.pages.Show(v, office.Day(view))
}

// requested parses the day of the address, by default today. The limits of dates are those of rolls.
func (d *Days) requested(v *visit.Visit) (*boardRequest, error) {
	query, err := taking.QueryOf(v)
	if err != nil {
		return nil, err
	}
	order := v.Request().Form.Get("order")
	if order != "teacher" {
		order = ""
	}
	period, err := naming.PeriodIn(v, query.Period, query.Date)
	if err != nil {
		return nil, err
	}
	return &boardRequest{
		closed: v.ClosedText(query.Date),
		Day:    boards.Day{School: v.School, Date: query.Date},
		named:  naming.PeriodsOn(v, query.Date),
		visit:  v, period: period, today: v.Today(), statuses: v.Statuses(period.ID), order: order,
	}, v.Failed()
}

// Days is the office's page of a date, the board: every class with the progress of its roll.
type Days struct {
	pages   *visit.Pages
	streams *visit.Streams
	rosters *rosters.Rosters
	boards  *boards.Boards
	tablets *tablets.Tablets
	pins    *pins.PINs
	store   *store.Store
	// othersNamed reports whether the school system named students who were not sent.
	othersNamed func(v *visit.Visit) (bool, error)
}

// boardRequest is the day that a visitor requests.
type boardRequest struct {
	boards.Day
	visit *visit.Visit
	// period is one of the date's. Named are the names of all.
	period   roll.Period
	named    string
	today    roll.Date
	statuses []roll.Status
	// closed is the sentence that the school is closed; empty when it is open.
	closed string
	// order is "teacher", or empty for the school's order.
	order string
}

// overdue returns the minutes since rolls were due; 0 when the school is closed.
func (a *boardRequest) overdue(now time.Time) int {
	if a.closed != "" {
		return 0
	}
	return a.School.Overdue(a.Date, now)
}

// earlier counts the marks of earlier days that wait for a person to send them. Late marks from a tablet are
// on the board of their own day, which is no longer open.
func (d *Days) earlier(v *visit.Visit, today roll.Date) (count int) {
	stopped := visit.Checked(d.store.Pending(v.Ctx, v.School.ID, roll.Stopped))(v)
	for _, mark := range stopped {
		if mark.Save.Date < today {
			count++
		}
	}
	return count
}
