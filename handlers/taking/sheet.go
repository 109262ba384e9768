package taking

import (
	"maps"
	"slices"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/web/identity/auth"
	"rollbook/web/lists/rosters"
	"rollbook/web/office/comparing"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// Sheet is the roll of one class on one date, with everything that its pages show.
type Sheet struct {
	Visit    *visit.Visit
	Period   roll.Period
	Date     roll.Date
	Today    roll.Date
	Roster   roll.Roster
	Statuses []roll.Status
	Marks    map[roll.EnrolmentID]roll.Mark
	Held     map[roll.EnrolmentID]roll.HeldMark
	// elsewhere contains the statuses, as far as read, of students without a mark here in the school system.
	elsewhere map[roll.EnrolmentID]string
	// Known contains the known absences of the date.
	Known map[roll.EnrolmentID]roll.KnownAbsence
	// Movements contains those of the date, removed ones too.
	Movements map[roll.EnrolmentID][]roll.Movement
	// taking names the person who took the roll, and the last who changed it later. A tablet does not read it.
	taking roll.ClassTaking
	// done is true if every student has a mark or is expected later: the head then shows the time of taking.
	done bool
	// versions are those of the school's data, or earlier.
	versions roll.Versions
	// clock is the last text of clockOf, for the instant clockAt.
	clock   string
	clockAt time.Time
}

func (s *Sheet) query() paths.RollQuery {
	return paths.RollQuery{Period: string(s.Period.ID), Class: string(s.Roster.Class.ID), Date: string(s.Date)}
}

// Moves returns the student's movements, with those that the known absence plans.
func (s *Sheet) Moves(enrolment roll.EnrolmentID) []roll.Movement {
	return roll.WithPlans(s.Movements[enrolment], s.Known[enrolment], s.Marks[enrolment].Place() == roll.In)
}

// Enrolments returns the ids of the sheet's students.
func (s *Sheet) Enrolments() []roll.EnrolmentID {
	return roll.EnrolmentIDs(s.Roster.Rows)
}

// showsChanges reports whether the roll shows each student's last change: on a past date, to people who may
// correct it. For today's roll there is no time for it.
func (s *Sheet) showsChanges() bool {
	return s.Date != s.Today && s.Visit.May(auth.CorrectPast)
}

// Sheets reads sheets. It is a value: every handler of rolls has one.
type Sheets struct {
	pages     *visit.Pages
	store     *store.Store
	rosters   *rosters.Rosters
	comparing *comparing.Comparing
	agenda    Agenda
}

// Read reads the requested sheet with its present marks.
func (s Sheets) Read(v *visit.Visit, requested visit.Query) (*Sheet, error) {
	return s.readAt(v, requested, roll.Versions{})
}

// ReadSince is Read with the marks at the visit's versions, or later. Use it for requests that change no marks, and
// after the wait for the outcome of a press.
func (s Sheets) ReadSince(v *visit.Visit, requested visit.Query) (*Sheet, error) {
	return s.readAt(v, requested, v.Versions)
}

// readRefused is Read for a refused press, also in a period that does not contain the date: the page comes back with
// its ticks.
func (s Sheets) readRefused(v *visit.Visit, requested visit.Query) (*Sheet, error) {
	periods := v.Periods()
	at := slices.IndexFunc(periods, func(period roll.Period) bool { return period.ID == requested.Period })
	if at < 0 {
		return s.Read(v, requested)
	}
	return s.readIn(v, periods[at], requested, roll.Versions{})
}

// readAt reads the sheet with its marks at the versions of the school's data, or later.
func (s Sheets) readAt(v *visit.Visit, requested visit.Query, at roll.Versions) (*Sheet, error) {
	period, class, err := naming.RollOf(v, s.rosters, requested)
	if err != nil {
		return nil, err
	}
	requested.Class = class
	return s.readIn(v, period, requested, at)
}

// readIn is readAt in the period.
func (s Sheets) readIn(v *visit.Visit, period roll.Period, requested visit.Query, at roll.Versions) (*Sheet, error) {
	read := &Sheet{Visit: v, Period: period, Date: requested.Date, Today: v.Today()}
	if read.Roster = v.RosterOn(read.Period.ID, requested.Class, read.Date); !read.Roster.Class.VisibleTo(v.Person.ID) {
		v.Check(roll.Problem(roll.NotFound, "problem.what.404"))
	}
	read.Roster.Class.Name, read.Roster.Rows = naming.NameOf(v, read.Roster.Class), naming.InOrder(v, read.Roster.Rows)
	statuses, age, err := s.rosters.Statuses(v.Ctx, v.School, read.Period.ID)
	v.Check(err)
	if max(age.Generation, read.Roster.Age.Generation) > v.School.Generation && v.Failed() == nil {
		// The generation has changed since the request came.
		if v.School, v.Connection, err = s.store.SchoolAndConnection(v.Ctx, v.School.ID); err != nil {
			return nil, err
		}
		return s.readIn(v, period, requested, at)
	}
	read.Statuses = statuses
	if read.Date < read.Today {
		s.addOutside(read)
	}
	s.readMarks(read, at)
	return read, v.Failed()
}

// addOutside adds the students of today's class who have a mark on the past date, although its list did not have them.
func (s Sheets) addOutside(read *Sheet) {
	v, listed := read.Visit, roll.Listed(read.Roster.Rows)
	outside := slices.DeleteFunc(slices.Clone(v.Roster(read.Period.ID, read.Roster.Class.ID, read.Date).Rows),
		func(student roll.Enrolment) bool { return listed[student.ID] })
	if len(outside) == 0 || v.Failed() != nil {
		return
	}
	marks, err := s.store.ClassMarks(v.Ctx, v.School.ID, read.Date, roll.EnrolmentIDs(outside))
	v.Check(err)
	for _, student := range outside {
		if _, marked := marks.Of[student.ID]; marked {
			student.Number = len(read.Roster.Rows) + 1
			// The rows of the list are shared.
			read.Roster.Rows = append(slices.Clip(read.Roster.Rows), student)
		}
	}
}

// ReadMarks reads the present marks of the sheet.
func (s Sheets) ReadMarks(read *Sheet) error {
	s.readMarks(read, roll.Versions{})
	return read.Visit.Failed()
}

func (s Sheets) readMarks(read *Sheet, at roll.Versions) {
	v := read.Visit
	if v.Failed() != nil || v.Confined && read.Date != read.Today {
		// Yesterday's page comes back with its ticks, but without yesterday's marks.
		return
	}
	marks, err := s.store.ClassMarksAt(v.Ctx, at.Marks, v.School.ID, read.Date, read.Enrolments())
	v.Check(err)
	read.versions = at
	read.Marks, err = s.store.WithFormer(v.Ctx, v.School.ID, read.Date, read.Roster.Rows, marks.Of)
	v.Check(err)
	known, err := s.store.KnownOn(v.Ctx, at.Absences, v.School.ID, v.School.Generation, read.Date)
	v.Check(err)
	if len(known) > 0 {
		read.Known = roll.KnownAmong(read.Roster.Rows, v.School, known)
	}
	read.Movements, err = s.store.MovementsOn(v.Ctx, at.Absences, v.School.ID, v.School.Generation, read.Date)
	v.Check(err)
	if !v.Confined {
		read.taking = marks.Taking
	}
	if marks.Waiting {
		v.Check(s.addHeld(read))
	}
	read.elsewhere = s.readElsewhere(read)
	counted := read.counted()
	read.done = counted.Recorded+counted.Later == counted.Students
}

// readElsewhere returns the statuses of the students in the school system, as far as read, of all their periods.
func (s Sheets) readElsewhere(read *Sheet) map[roll.EnrolmentID]string {
	elsewhere := Latest(read.Visit, s.comparing, read.Period.ID, read.Date).Elsewhere
	periods := []roll.PeriodID{read.Period.ID}
	for i := range read.Roster.Rows {
		period := read.Roster.Rows[i].Period
		if period == "" || slices.Contains(periods, period) {
			continue
		}
		both := maps.Clone(Latest(read.Visit, s.comparing, period, read.Date).Elsewhere)
		if both == nil {
			both = make(map[roll.EnrolmentID]string)
		}
		maps.Copy(both, elsewhere)
		elsewhere, periods = both, append(periods, period)
	}
	return elsewhere
}

// addHeld adds the rows that wait for the visitor's decision: those of taps, and of their own saves.
func (s Sheets) addHeld(read *Sheet) (err error) {
	v := read.Visit
	if read.Held, err = s.store.HeldAtDoors(v.Ctx, v.School.ID, read.Date); err != nil {
		return err
	}
	maps.DeleteFunc(read.Held,
		func(_ roll.EnrolmentID, held roll.HeldMark) bool { return !v.Confined && !decidesAbout(v, held) })
	own, err := s.store.HeldFor(v.Ctx, v.School.ID, read.Date, v.Actor().Person)
	for enrolment, held := range own {
		if !held.Arrives() {
			read.Held[enrolment] = held
		}
	}
	return err
}

// decidesAbout reports whether the visitor decides about the tap. Only the office does when the present mark
// is the office's.
func decidesAbout(v *visit.Visit, tap roll.HeldMark) bool {
	return v.May(auth.CorrectPast) || auth.Can(v.Role, auth.TakeRoll) && !tap.Theirs.By.Role.Corrects()
}
