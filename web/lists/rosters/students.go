package rosters

import (
	"cmp"
	"slices"
	"sync"

	"rollbook/web/office/finder"
	"rollbook/web/roll"
)

// students is a period's list by class.
type students struct {
	all     []roll.Enrolment
	classes []roll.Class
	byClass map[roll.ClassKey][]roll.Enrolment
	// introduced tells when the class's list came into use; lists of earlier days and connections lack it.
	introduced map[roll.ClassID]roll.Introduction
	// index is built at the first search.
	index func() *finder.Index
}

// arrange groups the list of a period by class. Classes keep the order of their first student, and students are
// numbered within their class.
func arrange(all []roll.Enrolment, period roll.PeriodID) *students {
	nameless := namelessClass(all)
	for i := range all {
		all[i].Class, all[i].Period = cmp.Or(all[i].Class, nameless), period
	}
	return byClass(all)
}

// byClass groups the lists of one or several periods by class.
func byClass(all []roll.Enrolment) *students {
	arranged := &students{all: all, byClass: make(map[roll.ClassKey][]roll.Enrolment)}
	arranged.index = sync.OnceValue(func() *finder.Index { return finder.New(arranged.all) })
	position := make(map[roll.ClassKey]int)
	roll.MarkNamesakes(all)
	for i := range all {
		student := &all[i]
		class := student.InClass()
		at, known := position[class.Key()]
		if !known {
			at = len(arranged.classes)
			position[class.Key()] = at
			class.Name = student.NameOfClass()
			arranged.classes = append(arranged.classes, class)
		}
		arranged.classes[at].Students++
		student.Number = arranged.classes[at].Students
		arranged.byClass[class.Key()] = append(arranged.byClass[class.Key()], *student)
	}
	return arranged
}

// namelessClass returns the class of students without one: the whole period, or Unplaced if others have
// classes.
func namelessClass(all []roll.Enrolment) roll.ClassID {
	if slices.ContainsFunc(all, func(student roll.Enrolment) bool { return student.Class != "" }) {
		return roll.Unplaced
	}
	return roll.WholePeriod
}

// roster returns the roster of the period's class. In an empty list every class exists and is empty, since the real
// classes are unknown.
func (s *students) roster(period roll.PeriodID, class roll.ClassID, age roll.Age) (roll.Roster, error) {
	if len(s.all) == 0 && class != "" {
		return roll.Roster{Class: roll.Class{ID: class, Name: string(class)}, Age: age}, nil
	}
	if class == roll.ManyClasses {
		rows := s.all
		if slices.ContainsFunc(s.classes, func(known roll.Class) bool { return known.Period != period }) {
			rows = slices.DeleteFunc(slices.Clone(rows), func(one roll.Enrolment) bool { return one.Period != period })
		}
		return roll.Roster{Class: roll.Class{ID: class, Students: len(rows)}, Rows: rows, Age: age}, nil
	}
	for _, known := range s.classes {
		// The page may be older than the first class, or than the removal of the last.
		if known.Period == period && (known.ID == class || known.ID.Nameless() && class.Nameless()) {
			return roll.Roster{Class: known, Rows: s.byClass[known.Key()], Age: age}, nil
		}
	}
	return roll.Roster{}, roll.Problem(roll.NotFound, "problem.what.404")
}
