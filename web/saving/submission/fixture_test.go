package submission

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"rollbook/web/live"
	"rollbook/web/roll"
)

// fixture is a Saving around a school with one class of five and a store in memory.
type fixture struct {
	saving *Submissions
	school roll.School
	store  *keeps
	sender *sends
	hub    *live.Hub
	now    time.Time
}

const today roll.Date = "2026-11-20"

func newFixture(t *testing.T) *fixture {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{
		school: roll.School{ID: "north", Zone: zone, PastDays: 30},
		store:  &keeps{}, hub: live.NewHub(),
		now: time.Date(2026, 11, 20, 8, 30, 0, 0, zone),
	}
	f.sender = &sends{store: f.store}
	f.saving = New(&offers{}, f.store, f.sender, f.hub, func() time.Time { return f.now })
	return f
}

func (f *fixture) accept(t *testing.T, by roll.Actor, press Press) []roll.Acceptance {
	t.Helper()
	accepted, err := f.saving.Accept(t.Context(), f.school, by, press)
	if err != nil {
		t.Fatal(err)
	}
	return accepted
}

// refused expects the press to be refused, and not stored.
func (f *fixture) refused(t *testing.T, says string, by roll.Actor, press Press, kind roll.Kind, message string) {
	t.Helper()
	_, err := f.saving.Accept(t.Context(), f.school, by, press)
	if roll.KindOf(err) != kind || err == nil || err.Error() != string(kind)+": "+message {
		t.Errorf("%s: %v instead of %s: %s", says, err, kind, message)
	}
	if len(f.store.saves) != 0 {
		t.Errorf("%s: %d saves were kept", says, len(f.store.saves))
	}
}

func teacher() roll.Actor { return roll.Actor{Person: "p-teacher", Name: "T", Role: roll.Teacher} }
func office() roll.Actor  { return roll.Actor{Person: "p-office", Name: "O", Role: roll.Office} }

// ordinary is a press of Absent for two students.
func ordinary() Press {
	return Press{Save: "save", OthersSave: "others", Period: "2026", Class: "8b", Date: today, Enrolments: []roll.EnrolmentID{2, 1}, Status: 2}
}

// with is the ordinary press, changed.
func with(change func(*Press)) Press {
	press := ordinary()
	change(&press)
	return press
}

// offers provides the school's lists.
type offers struct{}

func (offers) Periods(context.Context, roll.School) ([]roll.Period, roll.Age, error) {
	return []roll.Period{{ID: "2025"}, {ID: "2026"}}, roll.Age{}, nil
}

func (offers) Statuses(context.Context, roll.School, roll.PeriodID) ([]roll.Status, roll.Age, error) {
	return []roll.Status{
		{ID: 1, Name: "Present", Family: roll.Present}, {ID: 2, Name: "Absent", Family: roll.Absent},
		{ID: 3, Name: "Late", Family: roll.Late, CarriesTime: true}, {ID: 4, Name: "Left early", Family: roll.LeftEarly, CarriesTime: true},
	}, roll.Age{}, nil
}

// IsOn returns true: the lists are of other students.
func (offers) IsOn(context.Context, roll.School, roll.PeriodID, roll.Date) (bool, error) {
	return true, nil
}

func (offers) Roster(_ context.Context, _ roll.School, period roll.PeriodID, class roll.ClassID, _ roll.Date) (roll.Roster, error) {
	switch {
	case class == "empty":
		return roll.Roster{Class: roll.Class{ID: class}}, nil
	case period != "2026" || class != "8b":
		return roll.Roster{}, roll.Problem(roll.NotFound, "problem.what.404")
	}
	return roll.Roster{Class: roll.Class{ID: "8b", Name: "8 B"}, Rows: eightB()}, nil
}

// RosterOn returns 8B as it was: with a student who has left since, and one whose number names another student now.
func (o offers) RosterOn(ctx context.Context, school roll.School, period roll.PeriodID, class roll.ClassID, date roll.Date) (roll.Roster, error) {
	roster, err := o.Roster(ctx, school, period, class, date)
	return roll.Roster{Class: roster.Class, Rows: append(roster.Rows[1:], roll.Enrolment{ID: 6, Student: 106, Left: true},
		roll.Enrolment{ID: 7, Student: 107, Left: true, Past: 2})}, err
}

// Students returns the class and, in another one, a namesake of its fourth student.
func (offers) Students(context.Context, roll.School, roll.PeriodID) ([]roll.Enrolment, roll.Age, error) {
	students := append(eightB(), roll.Enrolment{ID: 9, Student: 109, Given: "Student", Family: "4"})
	roll.MarkNamesakes(students)
	return students, roll.Age{}, nil
}

func eightB() []roll.Enrolment {
	var rows []roll.Enrolment
	for i := 1; i <= 5; i++ {
		rows = append(rows, roll.Enrolment{ID: roll.EnrolmentID(i), Student: roll.StudentID(i + 100), Period: "2026", Given: "Student", Family: strconv.Itoa(i)})
	}
	return rows
}

// Former returns the lists of an earlier connection: the class's first number named another student there.
func (offers) Former(context.Context, roll.School, int64, roll.PeriodID, roll.ClassID) (roll.Lists, roll.Roster, error) {
	rows := []roll.Enrolment{{ID: 1, Student: 901, Given: "Former"}}
	return roll.Lists{Statuses: []roll.Status{{ID: 2, Name: "Away"}}}, roll.Roster{Class: roll.Class{ID: "8b"}, Rows: rows}, nil
}

// keeps is a store in memory; saves are under way until they are settled.
type keeps struct {
	mu         sync.Mutex
	saves      []roll.Save
	fails      error
	held       []roll.EnrolmentID
	repeated   bool
	settled    map[roll.Token]bool
	connection roll.Connection
	marks      map[roll.EnrolmentID]roll.Mark
	known      map[roll.EnrolmentID]roll.KnownAbsence
	renumbered map[roll.EnrolmentID]roll.EnrolmentID
}

func (k *keeps) MarksBetween(_ context.Context, _ roll.SchoolID, enrolment roll.EnrolmentID, from, _ roll.Date) (map[roll.Date]roll.Mark, error) {
	return map[roll.Date]roll.Mark{from: k.marks[enrolment]}, k.fails
}

// KnownOn returns the known absences that the test told.
func (k *keeps) KnownOn(context.Context, int64, roll.SchoolID, int64, roll.Date) (map[roll.EnrolmentID]roll.KnownAbsence, error) {
	return k.known, k.fails
}

// Save finds an accepted save.
func (k *keeps) PresentNumbers(_ context.Context, _ roll.SchoolID, numbers []roll.EnrolmentID) (map[roll.EnrolmentID]roll.EnrolmentID, error) {
	present := make(map[roll.EnrolmentID]roll.EnrolmentID)
	for _, number := range numbers {
		if now, changed := k.renumbered[number]; changed {
			present[number] = now
		}
	}
	return present, nil
}

func (k *keeps) Save(_ context.Context, _ roll.SchoolID, token roll.Token) (roll.Save, error) {
	for _, save := range k.saves {
		if save.Token == token {
			return save, nil
		}
	}
	return roll.Save{}, roll.Problem(roll.NotFound, "problem.what.404")
}

func (k *keeps) accept(saves []roll.Save) ([]roll.Acceptance, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.fails != nil {
		return nil, k.fails
	}
	var accepted []roll.Acceptance
	for _, save := range saves {
		k.saves = append(k.saves, save)
		acceptance := roll.Acceptance{Save: save, Repeated: k.repeated}
		for _, row := range save.Rows {
			if slices.Contains(k.held, row.Enrolment) {
				acceptance.Held = append(acceptance.Held, roll.Held{SaveRow: row})
				continue
			}
			acceptance.Kept = append(acceptance.Kept, roll.Kept{Enrolment: row.Enrolment, Student: row.Student, Version: row.Seen + 1})
		}
		accepted = append(accepted, acceptance)
	}
	return accepted, nil
}

func (k *keeps) UnderWay(_ context.Context, token roll.Token) (bool, roll.Versions, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return !k.settled[token], roll.Versions{}, k.fails
}

func (k *keeps) settle(token roll.Token) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.settled == nil {
		k.settled = make(map[roll.Token]bool)
	}
	k.settled[token] = true
}

// sends stores the saves that it accepts.
type sends struct {
	store   *keeps
	failing bool
}

func (s *sends) Accept(_ context.Context, _ roll.School, saves ...roll.Save) ([]roll.Acceptance, error) {
	return s.store.accept(saves)
}

func (s *sends) Failing(roll.SchoolID) bool { return s.failing }

func numbers() func() roll.Token {
	count := 0
	return func() roll.Token {
		count++
		return roll.Token("token-" + strconv.Itoa(count))
	}
}
