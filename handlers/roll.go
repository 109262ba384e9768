package handlers

import (
	"context"
	"errors"
	"net/http"
	"time"

	"rollbook/views"
	"rollbook/views/part"
	"rollbook/web"
	"rollbook/web/auth"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/strips"
)

// Marks tells what is known of students on a date.
type Marks interface {
	Marks(ctx context.Context, school roll.SchoolID, date roll.Date, enrolments []roll.EnrolmentID) (map[roll.EnrolmentID]roll.Mark, error)
	HeldFor(ctx context.Context, school roll.SchoolID, date roll.Date, person roll.PersonID) (map[roll.EnrolmentID]roll.HeldMark, error)
}

// Strips tells what a class's students were on the last days.
type Strips interface {
	Of(ctx context.Context, class strips.Class, enrolments []roll.Enrolment) (strips.Families, error)
}

// Openings notes who opens the roll of a class on the day itself.
type Openings interface {
	Opened(school roll.SchoolID, date roll.Date, class roll.ClassID, by roll.Actor)
}

// sheet is one class on one date, with everything that its pages show.
type sheet struct {
	visit    *visit
	period   roll.Period
	periods  []roll.Period
	date     roll.Date
	today    roll.Date
	roster   roll.Roster
	statuses []roll.Status
	marks    map[roll.EnrolmentID]roll.Mark
	held     map[roll.EnrolmentID]roll.HeldMark
	// elsewhere is what the school system has for students without a mark here, as far as
	// it was read.
	elsewhere map[roll.EnrolmentID]string
}

// rolls reads sheets and shows them.
type rolls struct {
	*shell
	rosters  Rosters
	marks    Marks
	strips   Strips
	groups   Groups
	closings Closings
	compare  Comparer
	changes  LastChanges
	// openings are told of rolls that are opened.
	openings Openings
}

// query is which roll an address or a form names.
type query struct {
	period roll.PeriodID
	class  roll.ClassID
	date   roll.Date
}

// queryOf reads period, class and date; the date is the school's today when absent, and
// beside roll.ErrDate.
func (r *rolls) queryOf(v *visit) (query, error) {
	values := v.Request().Form
	period, err := web.Single(values, "period")
	if err != nil {
		return query{}, err
	}
	class, err := web.Single(values, "class")
	if err != nil {
		return query{}, err
	}
	date, err := web.Single(values, "date")
	if err != nil {
		return query{}, err
	}
	if roll.ClassID(class) == roll.ManyClasses {
		return query{}, roll.Problem(roll.NotFound, "problem.what.404")
	}
	asked := query{period: roll.PeriodID(period), class: roll.ClassID(class), date: v.school.Today(r.clock())}
	if date != "" {
		named, err := roll.ParseDate(date)
		if err != nil {
			return asked, roll.Problem(roll.Malformed, "roll.problem.no_such_date").Because(err)
		}
		asked.date = named
	}
	return asked, nil
}

// get shows the roll of a class on a date.
func (r *rolls) get(v *visit) error {
	asked, err := r.queryOf(v)
	if err != nil {
		return err
	}
	if err := mayLook(v, asked.date, v.school.Today(r.clock())); err != nil {
		return err
	}
	read, err := r.read(v, asked)
	if errors.Is(err, errNoPeriods) {
		return r.empty(v, asked)
	}
	if err != nil {
		return err
	}
	view, err := r.view(read)
	if err != nil {
		return err
	}
	view.ReadOnly = onlyReads(v, read.date, read.today)
	if r.tokens.Check(roll.Token(v.QueryParam("draft")), v.person.ID) == nil {
		if err := tickAsked(view, v.QueryParams()); err != nil {
			return err
		}
	}
	if token := roll.Token(v.QueryParam("save")); token != "" {
		saves := []roll.Token{token, roll.Token(v.QueryParam("others_save"))}
		view.Summary = r.summary(read, saves)
		r.showSent(&view.Page, v, saves)
		tickNeeding(view)
		if v.QueryParam("change") != "" {
			tickAgain(view, saves)
		}
	}
	if read.date == read.today && len(read.marks) == 0 {
		r.openings.Opened(v.school.ID, read.date, read.roster.Class.ID, v.actor())
	}
	if err := r.remember(v, read); err != nil {
		return err
	}
	return r.render(v, http.StatusOK, views.Roll(view))
}

// empty is the page of a roll where there are no periods: it says why and what to do.
func (r *rolls) empty(v *visit, asked query) error {
	_, age, err := r.rosters.Periods(v.ctx, v.school)
	if err != nil {
		return err
	}
	today := v.school.Today(r.clock())
	view := &views.RollView{
		Page: r.page(v, string(asked.class), views.NavClasses), Class: roll.Class{ID: asked.class, Name: string(asked.class)},
		Date: asked.date, Today: today, Empty: views.NoPeriod, ReadOnly: onlyReads(v, asked.date, today),
	}
	if auth.Can(v.role, auth.SeeStudents) {
		view.Picker = views.Picker{Latest: today, Earliest: today.AddDays(-v.school.PastDays)}
	}
	if age.ReadAt.IsZero() {
		view.Empty = views.ListNotRead
	}
	return r.render(v, http.StatusOK, views.Roll(view))
}

// mayLook limits the dates that can be opened as those that can be marked are.
func mayLook(v *visit, date, today roll.Date) error {
	switch {
	case date > today, date.DaysUntil(today) > v.school.PastDays:
		return roll.Problem(roll.NotFound, "problem.what.404")
	}
	return nil
}

// onlyReads tells whether the visitor may look at the date and not change it. What she
// pressed on a page whose day is over comes back as she ticked it all the same.
func onlyReads(v *visit, date, today roll.Date) bool {
	return date < today && !auth.Can(v.role, auth.CorrectPast)
}

// remember keeps, on the device, what was opened last.
func (r *rolls) remember(v *visit, read *sheet) error {
	before := v.device.Visit(v.school.ID)
	if v.cover != nil {
		// The next who uses the browser has not opened this class.
		return nil
	}
	if before.Period == read.period.ID && len(before.Classes) > 0 && before.Classes[0] == read.roster.Class.ID {
		return nil
	}
	return r.devices.Save(v.Response(), v.Request(), v.device.WithRoll(v.school.ID, read.period.ID, read.roster.Class.ID))
}

// read reads the sheet that is asked for.
func (r *rolls) read(v *visit, asked query) (*sheet, error) {
	periods, _, err := r.rosters.Periods(v.ctx, v.school)
	if err != nil {
		return nil, err
	}
	read := &sheet{visit: v, periods: periods, date: asked.date, today: v.school.Today(r.clock())}
	if read.period, err = periodOf(v, periods, asked.period, read.today); err != nil {
		return nil, err
	}
	if read.roster, err = r.rosters.Roster(v.ctx, v.school, read.period.ID, asked.class); err != nil {
		return nil, err
	}
	if !read.roster.Class.VisibleTo(v.person.ID) {
		return nil, roll.Problem(roll.NotFound, "problem.what.404")
	}
	read.roster.Class.Name = nameOf(v, read.roster.Class)
	if read.statuses, _, err = r.rosters.Statuses(v.ctx, v.school, read.period.ID); err != nil {
		return nil, err
	}
	return read, r.readMarks(read)
}

// readMarks reads what stands in the sheet now.
func (r *rolls) readMarks(read *sheet) (err error) {
	v := read.visit
	if read.marks, err = r.marks.Marks(v.ctx, v.school.ID, read.date, read.enrolments()); err != nil {
		return err
	}
	if read.held, err = r.marks.HeldFor(v.ctx, v.school.ID, read.date, v.person.ID); err != nil {
		return err
	}
	// A school that cannot be asked is one that cannot be read.
	latest, _, err := r.compare.Latest(v.ctx, v.school, read.period.ID, read.date)
	if err == nil {
		read.elsewhere = latest.Elsewhere
	}
	return nil
}

// view is the whole page of the sheet.
func (r *rolls) view(read *sheet) (*views.RollView, error) {
	v := read.visit
	families, err := r.past(read)
	if err != nil {
		return nil, err
	}
	// A school that cannot be asked is one that cannot be read.
	readable, err := r.readers.CanRead(v.ctx, v.school)
	if err != nil {
		readable = false
	}
	now := r.clock()
	view := &views.RollView{
		Page: r.page(v, read.roster.Class.Name, views.NavClasses), Class: read.roster.Class, Period: read.period,
		Date: read.date, Today: read.today, Now: v.clockOf(now), Unread: !readable,
		Owner: r.tokens.Pseudonym(v.person.ID),
		Rows:  read.rows(families),
		Bar: part.StatusBar{
			Statuses: read.statuses, Time: v.local(now).Format("15:04"),
			OthersStatus: read.present(), OthersChosen: v.person.Others,
			Save: r.tokens.New(v.person.ID), OthersSave: r.tokens.New(v.person.ID),
		},
	}
	if err := r.tell(read, view.Rows); err != nil {
		return nil, err
	}
	if view.Closed, err = closedText(v, r.closings, read.date); err != nil {
		return nil, err
	}
	if auth.Can(v.role, auth.SeeStudents) {
		view.Picker = r.picker(read)
	}
	if auth.Can(v.role, auth.ManageCovers) && read.date == read.today {
		view.CoverAddress = r.paths.Covers(string(v.school.ID), string(read.period.ID), string(read.roster.Class.ID))
	}
	if auth.Can(v.role, auth.ManageStatuses) {
		view.StatusesAddress = r.paths.Settings(string(v.school.ID), "statuses")
	}
	age := read.roster.Age
	switch {
	case age.ReadAt.IsZero() && len(view.Rows) == 0:
		view.Empty = views.ListNotRead
	case len(view.Rows) == 0:
		view.Empty = views.NobodyInClass
	}
	if !age.ReadAt.IsZero() && (age.Stale || now.Sub(age.ReadAt) > oldList) {
		view.ListClock = v.clockOf(age.ReadAt)
	}
	return view, nil
}

// past is what the students were on the last days; nothing for who may see one day only.
func (r *rolls) past(read *sheet) (strips.Families, error) {
	v := read.visit
	if !auth.Can(v.role, auth.SeeStudents) {
		return nil, nil
	}
	return r.strips.Of(v.ctx, strips.Class{School: v.school.ID, Class: read.roster.Class.ID, Before: read.date}, read.roster.Rows)
}

// oldList is the age from which a list of students is shown with its age.
const oldList = 30 * time.Minute

func (r *rolls) picker(read *sheet) views.Picker {
	v := read.visit
	picker := views.Picker{Periods: read.periods, Latest: read.today, Earliest: read.today.AddDays(-v.school.PastDays)}
	classes, _, err := r.rosters.Classes(v.ctx, v.school, read.period.ID)
	if err == nil {
		picker.Classes = namedClasses(v, classes)
	}
	// Without the groups the roll can be taken all the same.
	groups, err := r.groups.Groups(v.ctx, v.school, read.period.ID)
	if err == nil {
		picker.Classes = append(picker.Classes, groupClasses(v, groups)...)
	}
	return picker
}

func (s *sheet) query() paths.RollQuery {
	return paths.RollQuery{Period: string(s.period.ID), Class: string(s.roster.Class.ID), Date: string(s.date)}
}

// present is the status that "and the others" means: the first of its family.
func (s *sheet) present() *roll.Status {
	for i := range s.statuses {
		if s.statuses[i].Family == roll.Present {
			return &s.statuses[i]
		}
	}
	return nil
}
