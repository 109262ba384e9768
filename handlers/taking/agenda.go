package taking

import (
	"time"

	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/roll"
	"rollbook/web/rosters"
	"rollbook/web/store"
)

// A class is a person's own where she saved its roll on one of the last school days; holidays of two
// months do not change that.
const (
	ownDays     = 10
	ownEarliest = 75
)

// Agenda lists the classes of a school with what is still to do of their rolls.
type Agenda struct {
	Days    DayReader
	Rosters *rosters.Rosters
	Store   *store.Store
}

// Of returns the period's classes and groups in the school's order, with what is done of them on
// the date.
func (a Agenda) Of(v *visit.Visit, period roll.PeriodID, date roll.Date) ([]part.ClassToday, roll.Age, error) {
	return a.read(v, period, date, a.Days.Marks)
}

// Counts is Of without the person who took each class last, and the time.
func (a Agenda) Counts(v *visit.Visit, period roll.PeriodID, date roll.Date) ([]part.ClassToday, error) {
	classes, _, err := a.read(v, period, date, a.Days.Outcomes)
	return classes, err
}

func (a Agenda) read(v *visit.Visit, period roll.PeriodID, date roll.Date,
	day func(*visit.Visit, roll.PeriodID, roll.Date) (DayMarks, error)) ([]part.ClassToday, roll.Age, error) {
	students, age, err := a.Rosters.Students(v.Ctx, v.School, period)
	if err != nil {
		return nil, age, err
	}
	marks, err := day(v, period, date)
	if err != nil {
		return nil, age, err
	}
	counting := counting{visit: v, marks: marks, last: make(map[roll.ClassID]time.Time)}
	classes := counting.classes(period, students)
	groups, err := a.Rosters.Groups(v.Ctx, v.School, period)
	if err != nil {
		return nil, age, err
	}
	for _, group := range visit.VisibleTo(v, groups) {
		class, members := group.Of(students)
		tile := part.ClassToday{Class: class, Period: period, Own: group.Owner != ""}
		for _, student := range members {
			counting.add(&tile, student)
		}
		if len(members) > 0 {
			classes = append(classes, tile)
		}
	}
	own, err := a.Store.OwnClasses(v.Ctx, v.School.ID, v.Person.ID, date.AddDays(-ownEarliest), date, ownDays)
	if err != nil {
		return nil, age, err
	}
	for i := range classes {
		classes[i].Mine = own[classes[i].Class.ID]
	}
	return classes, age, nil
}

// counting adds up what is done of classes.
type counting struct {
	visit *visit.Visit
	marks DayMarks
	// last holds the time at which each class was saved last.
	last map[roll.ClassID]time.Time
}

// classes lists the students' classes in the school's order.
func (c *counting) classes(period roll.PeriodID, students []roll.Enrolment) []part.ClassToday {
	var classes []part.ClassToday
	position := make(map[roll.ClassID]int)
	for _, student := range students {
		at, known := position[student.Class]
		if !known {
			at = len(classes)
			position[student.Class] = at
			classes = append(classes, part.ClassToday{Class: roll.Class{ID: student.Class, Name: visit.ClassNameOf(c.visit.Words, student)}, Period: period})
		}
		classes[at].Class.Students++
		c.add(&classes[at], student)
	}
	return classes
}

// add counts a student's mark. One that was made in the school system itself counts as
// recorded, by nobody.
func (c *counting) add(class *part.ClassToday, student roll.Enrolment) {
	row := c.marks.Row(c.visit.Words, student)
	mark := row.Mark
	switch {
	case row.Elsewhere != "":
		class.Recorded++
		return
	case mark.Version == 0:
		return
	}
	switch mark.Outcome {
	case roll.Saved:
		class.Recorded++
	case roll.Confirming, roll.Waiting:
		class.UnderWay++
	case roll.None, roll.Differs, roll.Refused, roll.Conflict, roll.Stopped, roll.Superseded:
		class.Need++
	}
	if mark.MarkedAt.After(c.last[class.Class.ID]) {
		c.last[class.Class.ID] = mark.MarkedAt
		class.By, class.Clock = visit.Signed(c.visit.Words, mark.By), c.visit.ClockOf(mark.MarkedAt)
	}
}
