package taking

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
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

// Sheet is one class on one date, with everything that its pages show.
type Sheet struct {
	Visit    *visit.Visit
	Period   roll.Period
	Periods  []roll.Period
	Date     roll.Date
	Today    roll.Date
	Roster   roll.Roster
	Statuses []roll.Status
	Marks    map[roll.EnrolmentID]roll.Mark
	Held     map[roll.EnrolmentID]roll.HeldMark
	// elsewhere is what the school system has for students without a mark here, as far as
	// it was read.
	elsewhere map[roll.EnrolmentID]string
}

// Rolls reads sheets and shows them.
type Rolls struct {
	*visit.Shell
	Rosters  visit.Rosters
	Marks    Marks
	Strips   Strips
	Groups   visit.Groups
	Closings visit.Closings
	Compare  Comparer
	Changes  LastChanges
	// openings are told of rolls that are opened.
	Openings Openings
	// Agenda tells which class comes next.
	Agenda *Agenda
}

// Get shows the roll of a class on a date.
func (r *Rolls) Get(v *visit.Visit) error {
	asked, err := r.QueryOf(v)
	if err != nil {
		return err
	}
	if err := MayLook(v, asked.Date, v.School.Today(r.Clock())); err != nil {
		return err
	}
	read, err := r.read(v, asked)
	if errors.Is(err, visit.ErrNoPeriods) {
		return r.empty(v, asked)
	}
	if err != nil {
		return err
	}
	view, err := r.view(read)
	if err != nil {
		return err
	}
	view.ReadOnly = onlyReads(v, read.Date, read.Today)
	if r.Tokens.Check(roll.Token(v.QueryParam("draft")), v.Person.ID) == nil {
		if err := tickAsked(view, v.QueryParams()); err != nil {
			return err
		}
	}
	if err := r.tellSave(view, read); err != nil {
		return err
	}
	if read.Date == read.Today && len(read.Marks) == 0 {
		r.Openings.Opened(v.School.ID, read.Date, read.Roster.Class.ID, v.Actor())
	}
	if err := r.remember(v, read); err != nil {
		return err
	}
	return r.Render(v, http.StatusOK, taking.Roll(view))
}

// tellSave says what has become of the save that the address names, or of what the visitor
// pressed last while that is not settled.
func (r *Rolls) tellSave(view *taking.RollView, read *Sheet) error {
	v := read.Visit
	saves := []roll.Token{roll.Token(v.QueryParam("save")), roll.Token(v.QueryParam("others_save"))}
	named := saves[0] != ""
	if !named {
		saves = read.lastPress()
	}
	view.Summary = r.Summary(read, saves)
	if !named && view.Summary.UnderWay == 0 {
		view.Summary = part.Summary{Need: slices.DeleteFunc(view.Summary.Need, func(need part.Need) bool { return need.Outcome != roll.Conflict })}
	}
	if named {
		r.showSent(&view.Page, v, saves)
		tickNeeding(view)
		if v.QueryParam("change") != "" {
			tickAgain(view, saves)
		}
	}
	return r.lead(read, &view.Summary)
}

// empty is the page of a roll where there are no periods: it says why and what to do.
func (r *Rolls) empty(v *visit.Visit, asked visit.Query) error {
	_, age, err := r.Rosters.Periods(v.Ctx, v.School)
	if err != nil {
		return err
	}
	today := v.School.Today(r.Clock())
	view := &taking.RollView{
		Page: r.Page(v, string(asked.Class), layout.NavClasses), Class: roll.Class{ID: asked.Class, Name: string(asked.Class)},
		Date: asked.Date, Today: today, Empty: taking.NoPeriod, ReadOnly: onlyReads(v, asked.Date, today),
	}
	view.Roll = true
	if auth.Can(v.Role, auth.SeeStudents) {
		view.Picker = taking.Picker{Latest: today, Earliest: today.AddDays(-v.School.PastDays)}
	}
	if age.ReadAt.IsZero() {
		view.Empty = taking.ListNotRead
	}
	return r.Render(v, http.StatusOK, taking.Roll(view))
}

// MayLook limits the dates that can be opened as those that can be marked are.
func MayLook(v *visit.Visit, date, today roll.Date) error {
	switch {
	case date > today, date.DaysUntil(today) > v.School.PastDays:
		return roll.Problem(roll.NotFound, "problem.what.404")
	}
	return nil
}

// onlyReads tells whether the visitor may look at the date and not change it. What she
// pressed on a page whose day is over comes back as she ticked it all the same.
func onlyReads(v *visit.Visit, date, today roll.Date) bool {
	return date < today && !auth.Can(v.Role, auth.CorrectPast)
}

// remember keeps, on the device, what was opened last.
func (r *Rolls) remember(v *visit.Visit, read *Sheet) error {
	before := v.Device.Visit(v.School.ID)
	if v.Cover != nil {
		// The next who uses the browser has not opened this class.
		return nil
	}
	if before.Period == read.Period.ID && len(before.Classes) > 0 && before.Classes[0] == read.Roster.Class.ID {
		return nil
	}
	return r.Devices.Save(v.Response(), v.Request(), v.Device.WithRoll(v.School.ID, read.Period.ID, read.Roster.Class.ID))
}

// read reads the sheet that is asked for.
func (r *Rolls) read(v *visit.Visit, asked visit.Query) (*Sheet, error) {
	periods, _, err := r.Rosters.Periods(v.Ctx, v.School)
	if err != nil {
		return nil, err
	}
	read := &Sheet{Visit: v, Periods: periods, Date: asked.Date, Today: v.School.Today(r.Clock())}
	if read.Period, err = visit.PeriodOf(v, periods, asked.Period, read.Today); err != nil {
		return nil, err
	}
	if read.Roster, err = r.Rosters.Roster(v.Ctx, v.School, read.Period.ID, asked.Class); err != nil {
		return nil, err
	}
	if !read.Roster.Class.VisibleTo(v.Person.ID) {
		return nil, roll.Problem(roll.NotFound, "problem.what.404")
	}
	read.Roster.Class.Name = visit.NameOf(v, read.Roster.Class)
	if read.Statuses, _, err = r.Rosters.Statuses(v.Ctx, v.School, read.Period.ID); err != nil {
		return nil, err
	}
	return read, r.ReadMarks(read)
}

// ReadMarks reads what stands in the sheet now.
func (r *Rolls) ReadMarks(read *Sheet) (err error) {
	v := read.Visit
	if read.Marks, err = r.Marks.Marks(v.Ctx, v.School.ID, read.Date, read.Enrolments()); err != nil {
		return err
	}
	if read.Held, err = r.Marks.HeldFor(v.Ctx, v.School.ID, read.Date, v.Person.ID); err != nil {
		return err
	}
	// A school that cannot be asked is one that cannot be read.
	latest, _, err := r.Compare.Latest(v.Ctx, v.School, read.Period.ID, read.Date)
	if err == nil {
		read.elsewhere = latest.Elsewhere
	}
	return nil
}

// view is the whole page of the sheet.
func (r *Rolls) view(read *Sheet) (*taking.RollView, error) {
	v := read.Visit
	families, err := r.past(read)
	if err != nil {
		return nil, err
	}
	// A school that cannot be asked is one that cannot be read.
	readable, err := r.Readers.CanRead(v.Ctx, v.School)
	if err != nil {
		readable = false
	}
	now := r.Clock()
	view := &taking.RollView{
		Page: r.Page(v, read.Roster.Class.Name, layout.NavClasses), Class: read.Roster.Class, Period: read.Period,
		Date: read.Date, Today: read.Today, Now: v.ClockOf(now), Unread: !readable,
		Owner: r.Tokens.Pseudonym(v.Person.ID), RecordedClock: read.progress().Clock,
		Rows: read.rows(families),
		Bar: part.StatusBar{
			Statuses: read.Statuses, Time: v.Local(now).Format("15:04"),
			OthersStatus: read.present(), OthersChosen: v.Person.Others,
			Save: r.Tokens.New(v.Person.ID), OthersSave: r.Tokens.New(v.Person.ID),
		},
	}
	view.Roll = true
	if err := r.tell(read, view.Rows); err != nil {
		return nil, err
	}
	if view.Closed, err = visit.ClosedText(v, r.Closings, read.Date); err != nil {
		return nil, err
	}
	if auth.Can(v.Role, auth.SeeStudents) {
		view.Picker = r.picker(read)
	}
	if auth.Can(v.Role, auth.ManageCovers) && read.Date == read.Today {
		view.CoverAddress = r.Paths.Covers(string(v.School.ID), string(read.Period.ID), string(read.Roster.Class.ID))
	}
	if auth.Can(v.Role, auth.ManageStatuses) {
		view.StatusesAddress = r.Paths.Settings(string(v.School.ID), "statuses")
	}
	age := read.Roster.Age
	switch {
	case age.ReadAt.IsZero() && len(view.Rows) == 0:
		view.Empty = taking.ListNotRead
	case len(view.Rows) == 0:
		view.Empty = taking.NobodyInClass
	}
	if !age.ReadAt.IsZero() && (age.Stale || now.Sub(age.ReadAt) > oldList) {
		view.ListClock = v.ClockOf(age.ReadAt)
	}
	return view, nil
}

// past is what the students were on the last days; nothing for who may see one day only.
func (r *Rolls) past(read *Sheet) (strips.Families, error) {
	v := read.Visit
	if !auth.Can(v.Role, auth.SeeStudents) {
		return nil, nil
	}
	return r.Strips.Of(v.Ctx, strips.Class{School: v.School.ID, Class: read.Roster.Class.ID, Before: read.Date}, read.Roster.Rows)
}

// oldList is the age from which a list of students is shown with its age.
const oldList = 30 * time.Minute

func (r *Rolls) picker(read *Sheet) taking.Picker {
	v := read.Visit
	picker := taking.Picker{Periods: read.Periods, Latest: read.Today, Earliest: read.Today.AddDays(-v.School.PastDays)}
	classes, _, err := r.Rosters.Classes(v.Ctx, v.School, read.Period.ID)
	if err == nil {
		picker.Classes = visit.NamedClasses(v, classes)
	}
	// Without the groups the roll can be taken all the same.
	groups, err := r.Groups.Groups(v.Ctx, v.School, read.Period.ID)
	if err == nil {
		picker.Classes = append(picker.Classes, visit.GroupClasses(v, groups)...)
	}
	return picker
}

func (s *Sheet) query() paths.RollQuery {
	return paths.RollQuery{Period: string(s.Period.ID), Class: string(s.Roster.Class.ID), Date: string(s.Date)}
}

// present is the status that "and the others" means: the first of its family.
func (s *Sheet) present() *roll.Status {
	for i := range s.Statuses {
		if s.Statuses[i].Family == roll.Present {
			return &s.Statuses[i]
		}
	}
	return nil
}
