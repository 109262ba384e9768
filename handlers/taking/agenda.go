package taking

import (
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/lists/rosters"
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
	days    DayReader
	rosters *rosters.Rosters
	store   *store.Store
}

// Of returns the period's classes and groups in the school's order, with their progress on the date.
func (a Agenda) Of(v *visit.Visit, period roll.PeriodID, date roll.Date) ([]part.ClassToday, roll.Age, error) {
	marks, err := a.days.Marks(v, period, date)
	if err != nil {
		return nil, roll.Age{}, err
	}
	changes := make(map[roll.ClassID][]roll.LastChange)
	classes, age, err := a.classes(v, period, func(class *part.ClassToday, student roll.Enrolment) {
		add(class, marks.Of[student.ID].Outcome, marks.latest.Elsewhere[student.ID])
		if marks.isAbsent(student.ID) {
			class.Absent = append(class.Absent, part.AbsentStudent{ID: student.ID, Name: naming.StudentName(v.Words, student)})
		}
		if change, marked := marks.changes[student.ID]; marked {
			changes[class.Class.ID] = append(changes[class.Class.ID], change)
		}
	})
	if err != nil {
		return nil, age, err
	}
	for i := range classes {
		classes[i].Last = WhoTook(v, roll.TakingOf(changes[classes[i].Class.ID]), date)
	}
	return classes, age, a.findOwn(v, classes, date)
}

// Next returns the class or group to suggest after another of the period was saved, and the number of classes; nil
// when no other is left. It reads at the version of the school's marks or later; 0 is the present.
func (a Agenda) Next(v *visit.Visit, version int64, saved roll.ClassID, period roll.PeriodID,
	date roll.Date) (*part.ClassToday, int, error) {
	outcomes, elsewhere, err := a.days.OutcomesAt(v, version, period, date)
	if err != nil {
		return nil, 0, err
	}
	classes, _, err := a.classes(v, period, func(class *part.ClassToday, student roll.Enrolment) {
		add(class, outcomes[student.ID], elsewhere[student.ID])
	})
	if err != nil {
		return nil, 0, err
	}
	all := len(slices.DeleteFunc(slices.Clone(classes), part.ClassToday.IsGroup))
	classes = slices.DeleteFunc(classes,
		func(class part.ClassToday) bool { return class.Class.ID == saved || class.Taken() })
	if len(classes) == 0 {
		return nil, all, nil
	}
	if err := a.findOwn(v, classes, date); err != nil {
		return nil, all, err
	}
	return part.Leads(classes), all, nil
}

// classes returns the classes of the period in the school's order, followed by the visitor's groups, and
// calls each for each student.
func (a Agenda) classes(v *visit.Visit, period roll.PeriodID,
	each func(*part.ClassToday, roll.Enrolment)) ([]part.ClassToday, roll.Age, error) {
	students, age, err := a.rosters.Students(v.Ctx, v.School, period)
	if err != nil {
		return nil, age, err
	}
	groups, err := a.rosters.Groups(v.Ctx, v.School, period)
	if err != nil {
		return nil, age, err
	}
	newClass := func(class roll.Class) part.ClassToday {
		return part.ClassToday{ClassDay: roll.ClassDay{Class: class}, Period: period}
	}
	var classes []part.ClassToday
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
	return classes, age, nil
}

// findOwn marks the visitor's own classes.
func (a Agenda) findOwn(v *visit.Visit, classes []part.ClassToday, date roll.Date) error {
	own, err := a.store.OwnClasses(v.Ctx, v.School.ID, v.Person.ID, date.AddDays(-ownEarliest), date, ownDays)
	for i := range classes {
		first, mine := own[classes[i].Class.ID]
		classes[i].Mine, classes[i].Usual = mine, mine && first < date
	}
	return err
}

// add counts a student of the class: the outcome of the mark here, or the status in the school system.
func add(class *part.ClassToday, outcome roll.Outcome, elsewhere string) {
	mark := roll.Mark{Outcome: outcome}
	if outcome != "" {
		mark.Version = 1
	} else if elsewhere != "" {
		class.Elsewhere++
	}
	class.ClassDay = class.With(mark, false)
}
