package taking

import (
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/lists/rosters"
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
}

// Of returns the period's classes and groups in the school's order, with their progress on the date (visit.Keep).
func (a Agenda) Of(v *visit.Visit, period roll.PeriodID, date roll.Date) ([]part.ClassToday, roll.Age) {
	marks, last, err := a.store.DayAndChanges(v.Ctx, v.School.ID, date)
	v.Keep(err)
	later := a.later(v, v.MarksVersion, period, date)
	changed, elsewhere := make(map[roll.EnrolmentID]int, len(last)), Latest(v, a.comparing, period, date).Elsewhere
	for i := range last {
		changed[last[i].Enrolment] = i
	}
	changes := make(map[roll.ClassID][]roll.LastChange)
	classes, age := a.classes(v, period, func(class *part.ClassToday, student roll.Enrolment) {
		mark := marks[student.ID]
		add(class, mark.Outcome, elsewhere[student.ID], later[student.ID])
		if mark.Status.Family == roll.Absent && (mark.Outcome == roll.Saved || mark.Outcome.UnderWay()) {
			class.Absent = append(class.Absent, part.AbsentStudent{ID: student.ID, Name: naming.NameInClass(v.Words, student)})
		}
		if at, marked := changed[student.ID]; marked {
			changes[class.Class.ID] = append(changes[class.Class.ID], last[at])
		}
	})
	for i := range classes {
		classes[i].Last = WhoTook(v, roll.TakingOf(changes[classes[i].Class.ID]), date)
	}
	a.findOwn(v, classes, date)
	return classes, age
}

// Next returns the class or group to suggest after another of the period was saved: one of those with which the home
// page begins. If none is left it returns nil, the number of their rolls, and whether they are only the person's own.
// It reads at the version of the school's marks or later; 0 is the present (visit.Keep).
func (a Agenda) Next(v *visit.Visit, version int64, saved roll.ClassID, period roll.PeriodID,
	date roll.Date) (next *part.ClassToday, rolls int, own bool) {
	outcomes, err := a.store.DayOutcomesAt(v.Ctx, version, v.School.ID, date)
	v.Keep(err)
	elsewhere, later := Latest(v, a.comparing, period, date).Elsewhere, a.later(v, version, period, date)
	classes, _ := a.classes(v, period, func(class *part.ClassToday, student roll.Enrolment) {
		add(class, outcomes[student.ID], elsewhere[student.ID], later[student.ID])
	})
	a.findOwn(v, classes, date)
	classes, others := ofPerson(v, classes)
	rolls = len(slices.DeleteFunc(slices.Clone(classes), part.ClassToday.IsGroup))
	classes = slices.DeleteFunc(classes, func(class part.ClassToday) bool { return class.Class.ID == saved })
	return part.Leads(classes), rolls, len(others) > 0
}

// classes returns the classes of the period in the school's order, followed by the visitor's groups, and
// calls each for each student (visit.Keep).
func (a Agenda) classes(v *visit.Visit, period roll.PeriodID,
	each func(*part.ClassToday, roll.Enrolment)) (classes []part.ClassToday, age roll.Age) {
	students, age, err := a.rosters.Students(v.Ctx, v.School, period)
	v.Keep(err)
	groups, err := a.rosters.Groups(v.Ctx, v.School, period)
	v.Keep(err)
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

// findOwn marks the visitor's own classes (visit.Keep).
func (a Agenda) findOwn(v *visit.Visit, classes []part.ClassToday, date roll.Date) {
	own, err := a.store.OwnClasses(v.Ctx, v.School.ID, v.Person.ID, date.AddDays(-ownEarliest), date, ownDays)
	v.Keep(err)
	for i := range classes {
		first, mine := own[classes[i].Class.ID]
		classes[i].Mine, classes[i].Usual = mine, mine && first < date
	}
}

// later returns the students who are expected later on the date, at the version of the school's marks or later
// (visit.Keep).
func (a Agenda) later(v *visit.Visit, version int64, period roll.PeriodID, date roll.Date) map[roll.EnrolmentID]bool {
	known, err := a.store.KnownOn(v.Ctx, version, v.School.ID, v.School.Generation, date)
	v.Keep(err)
	students, _, err := a.rosters.Students(v.Ctx, v.School, period)
	v.Keep(err)
	later := make(map[roll.EnrolmentID]bool)
	for student, one := range roll.KnownAmong(students, v.School, period, known) {
		later[student] = one.ComesLater()
	}
	return later
}

// add counts a student of the class: the outcome of the mark here, the status in the school system, or that she is
// expected later.
func add(class *part.ClassToday, outcome roll.Outcome, elsewhere string, later bool) {
	mark := roll.Mark{Outcome: outcome}
	switch {
	case outcome != "":
		mark.Version = 1
	case elsewhere != "":
		class.Elsewhere++
	case later:
		class.Later++
	}
	class.ClassDay = class.With(mark, false)
}
