package taking

import (
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/identity/auth"
	"rollbook/web/lists/rosters"
	"rollbook/web/office/boards"
	"rollbook/web/office/comparing"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// A class is a person's own if she teaches it. One without a known teacher is also her own if she saved its roll today
// or on one of the last five school days, even across two months of holidays.
const (
	ownDays     = 1 + 5
	ownEarliest = 75
)

// Agenda finds the classes of a school with open tasks.
type Agenda struct {
	store     *store.Store
	rosters   *rosters.Rosters
	comparing *comparing.Comparing
	boards    *boards.Boards
}

// Of returns the period's classes and groups in the school's order, with their progress on the date (visit.Check).
func (a Agenda) Of(v *visit.Visit, period roll.PeriodID, date roll.Date) ([]part.ClassToday, roll.Age) {
	marks, last, err := a.store.DayAndChanges(v.Ctx, v.School.ID, date)
	v.Check(err)
	known, err := a.store.KnownOn(v.Ctx, v.Versions.Absences, v.School.ID, v.School.Generation, date)
	v.Check(err)
	students, _, err := a.rosters.Students(v.Ctx, v.School, period)
	v.Check(err)
	later := make(map[roll.EnrolmentID]bool)
	for student, one := range roll.KnownAmong(students, v.School, period, known) {
		later[student] = one.ComesLater()
	}
	changes, elsewhere := make(map[roll.ClassID][]*roll.LastChange), Latest(v, a.comparing, period, date).Elsewhere
	classes, age := a.classes(v, period, func(class *part.ClassToday, student roll.Enrolment) {
		mark := marks[student.ID]
		class.Add(mark.Outcome, false, false)
		if mark.Outcome == "" {
			class.AddUnmarked(elsewhere[student.ID], later[student.ID])
		}
		if mark.Status.Family == roll.Absent && (mark.Outcome == roll.Saved || mark.Outcome.UnderWay()) {
			class.Absent = append(class.Absent, part.AbsentStudent{ID: student.ID, Name: naming.NameInClass(v.Words, student)})
		}
		if change := last[student.ID]; change != nil {
			changes[class.Class.ID] = append(changes[class.Class.ID], change)
		}
	})
	for i := range classes {
		classes[i].Last = WhoTook(v, roll.TakingOf(changes[classes[i].Class.ID]), date)
	}
	own := a.own(v, 0, date)
	for i := range classes {
		first, mine := own[classes[i].Class.ID]
		classes[i].Mine, classes[i].Usual = mine, mine && first < date
	}
	return classes, age
}

// Next returns the class or group to suggest after another of the period was saved: one of those with which the home
// page begins. If none is left it returns no class, the number of their rolls, and whether they are only the person's
// own. It reads at the versions of the school's data or later (visit.Check).
func (a Agenda) Next(v *visit.Visit, at roll.Versions, saved roll.ClassID, period roll.PeriodID,
	date roll.Date) (next roll.Class, rolls int, own bool) {
	classes := a.progress(v, at, period, date)
	days := a.own(v, at.Marks, date)
	usual := func(class roll.ClassID) bool {
		first, mine := days[class]
		return mine && first < date
	}
	separates := !v.May(auth.SeeDay) &&
		slices.ContainsFunc(classes, func(c roll.ClassDay) bool { return usual(c.Class.ID) })
	best := 0
	for i := range classes {
		class := &classes[i]
		if separates && !usual(class.Class.ID) && class.Class.Owner == "" {
			own = true
			continue
		}
		if _, group := class.Class.ID.Group(); !group {
			rolls++
		}
		_, mine := days[class.Class.ID]
		if turn := part.TurnOf(class, mine); turn > best && class.Class.ID != saved {
			next, best = class.Class, turn
		}
	}
	next.Name = naming.NameOf(v, next)
	return next, rolls, own
}

// progress returns the classes of the period in the school's order, followed by the visitor's groups (visit.Check).
func (a Agenda) progress(v *visit.Visit, at roll.Versions, period roll.PeriodID, date roll.Date) []roll.ClassDay {
	progress, err := a.boards.Progress(v.Ctx, at, boards.Day{School: v.School, Period: period, Date: date})
	if err != nil {
		v.Check(err)
		return nil
	}
	groups, err := a.rosters.Groups(v.Ctx, v.School, period)
	v.Check(err)
	classes := slices.Clip(progress.Classes)
	for _, group := range naming.VisibleTo(v, groups) {
		students, _, err := a.rosters.Students(v.Ctx, v.School, period)
		v.Check(err)
		if class, members := group.Of(students); len(members) > 0 {
			classes = append(classes, progress.Of(class, members))
		}
	}
	return classes
}

// classes returns the classes of the period in the school's order, followed by the visitor's groups, and
// calls each for each student (visit.Check).
func (a Agenda) classes(v *visit.Visit, period roll.PeriodID,
	each func(*part.ClassToday, roll.Enrolment)) (classes []part.ClassToday, age roll.Age) {
	students, age, err := a.rosters.Students(v.Ctx, v.School, period)
	v.Check(err)
	groups, err := a.rosters.Groups(v.Ctx, v.School, period)
	v.Check(err)
	newClass := func(class roll.Class) part.ClassToday {
		return part.ClassToday{ClassDay: roll.ClassDay{Class: class}, Period: period}
	}
	position := make(map[roll.ClassID]int)
	for _, student := range students {
		at, known := position[student.Class]
		if !known {
			at = len(classes)
			position[student.Class] = at
			classes = append(classes, newClass(roll.Class{ID: student.Class, Name: naming.ClassNameOf(v.Words, student)}))
		}
		each(&classes[at], student)
	}
	for _, group := range naming.VisibleTo(v, groups) {
		class, members := group.Of(students)
		class.Students = 0
		tile := newClass(class)
		tile.Own = group.Owner != ""
		for _, student := range members {
			each(&tile, student)
		}
		if len(members) > 0 {
			classes = append(classes, tile)
		}
	}
	return classes, age
}

// own returns the visitor's own classes, each with its first day, at the version of the school's marks or later
// (visit.Check).
func (a Agenda) own(v *visit.Visit, version int64, date roll.Date) map[roll.ClassID]roll.Date {
	own, err := a.store.OwnClasses(v.Ctx, version, v.School.ID, v.Person.ID, date.AddDays(-ownEarliest), date, ownDays)
	v.Check(err)
	return own
}
