// Package days unites the lists of a school's periods to the list of a day. Two divisions of a school have a period
// each, and a school year and its term contain the same day: then a child in both is one student.
package days

import (
	"slices"
	"strings"

	"rollbook/web/roll"
)

// List is the list of a school's students on a date.
type List struct {
	// Periods are those of the date, the shortest first.
	Periods []roll.Period
	// Students are the students of all of them, each from the shortest that lists her. Do not change them.
	Students []roll.Enrolment
	Classes  []roll.Class
	// Age is that of the oldest list.
	Age roll.Age
	// Unknown are the periods whose list began after the date. Their students are those of today.
	Unknown []roll.PeriodID
}

// PeriodOf returns the first period with the class, or otherwise the usual one.
func (l List) PeriodOf(class roll.ClassID, usual roll.PeriodID) roll.PeriodID {
	at := slices.IndexFunc(l.Classes, func(one roll.Class) bool { return one.ID == class })
	if at < 0 {
		return usual
	}
	return l.Classes[at].Period
}

// Others returns the students of a longer period's list who are not among those of the shorter ones.
func Others(shorter, longer []roll.Enrolment) []roll.Enrolment {
	listed, names := newIndex(shorter), make(map[string]int)
	for _, student := range longer {
		names[nameInClass(student)]++
	}
	return slices.DeleteFunc(slices.Clone(longer), func(student roll.Enrolment) bool {
		return listed.has(student, names[nameInClass(student)] == 1)
	})
}

// SharesStudents reports whether the lists are of the same children, as those of two school years are: a tenth of the
// second list at least is in the first, under any number and in any class.
func SharesStudents(first, second []roll.Enrolment) bool {
	listed, names, shared := newIndex(first), make(map[string]bool, len(first)), 0
	for _, student := range first {
		names[name(student)] = true
	}
	for _, student := range second {
		if listed.has(student, false) || (student.Student == 0 || !listed.hasIDs()) && names[name(student)] {
			shared++
		}
	}
	const tenth = 10
	return shared > 0 && tenth*shared >= len(second)
}

// index finds the students of a list: by their id, without ids by number, else by name and class.
type index struct {
	students map[roll.StudentID]bool
	numbers  map[roll.EnrolmentID]roll.Enrolment
	// names count the students without an id.
	names map[string]int
}

func newIndex(students []roll.Enrolment) index {
	listed := index{make(map[roll.StudentID]bool, len(students)),
		make(map[roll.EnrolmentID]roll.Enrolment, len(students)), make(map[string]int)}
	for _, student := range students {
		if student.Student != 0 {
			listed.students[student.Student] = true
		}
		if student.ID != 0 {
			listed.numbers[student.ID] = student
		}
		listed.names[nameInClass(student)]++
	}
	return listed
}

func (i index) hasIDs() bool { return len(i.students) > 0 }

// has reports whether the student is in the list. A name counts only if it is alone in its class, in both lists.
func (i index) has(student roll.Enrolment, alone bool) bool {
	if student.Student != 0 && i.students[student.Student] {
		return true
	}
	if one, known := i.numbers[student.ID]; known && !one.IsAnother(student) {
		return true
	}
	if student.Student != 0 && i.hasIDs() {
		return false
	}
	return alone && i.names[nameInClass(student)] == 1
}

// nameInClass returns what tells a student without numbers apart.
func nameInClass(student roll.Enrolment) string { return student.NameOfClass() + "\n" + name(student) }

func name(student roll.Enrolment) string {
	return strings.Join(strings.Fields(strings.ToLower(student.Name())), " ")
}

// NameDivisions sets the division of the students whose class has the name of a class of another period.
func NameDivisions(students []roll.Enrolment, periods []roll.Period) {
	of, shared := make(map[string]roll.PeriodID), make(map[string]bool)
	for i := range students {
		class := students[i].NameOfClass()
		if before, known := of[class]; known && before != students[i].Period {
			shared[class] = true
		}
		of[class] = students[i].Period
	}
	if len(shared) == 0 {
		return
	}
	names := make(map[roll.PeriodID]string, len(periods))
	for _, period := range periods {
		names[period.ID] = period.Name
	}
	for i := range students {
		if student := &students[i]; shared[student.NameOfClass()] {
			student.Division = names[student.Period]
		}
	}
}
