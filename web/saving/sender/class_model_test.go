package sender

import (
	"context"

	"rollbook/web/roll"
)

// modelStatuses are those of each school.
func modelStatuses() []roll.Status {
	var all []roll.Status
	for id := roll.StatusID(1); id <= 3; id++ {
		all = append(all, roll.Status{ID: id, Name: "Status " + id.String()})
	}
	return all
}

// classList is the list of a school's only class.
type classList struct {
	run    *run
	school int
}

// Periods returns the school's.
func (c classList) Periods(context.Context, roll.School) ([]roll.Period, roll.Age, error) {
	return c.run.periods(c.school), roll.Age{}, nil
}

// Statuses returns those of the model.
func (c classList) Statuses(context.Context, roll.School, roll.PeriodID) ([]roll.Status, roll.Age, error) {
	return modelStatuses(), roll.Age{}, nil
}

// IsOn returns true: there is one period a day.
func (c classList) IsOn(context.Context, roll.School, roll.PeriodID, roll.Date) (bool, error) {
	return true, nil
}

// Roster returns the class as the newest list has it.
func (c classList) Roster(context.Context, roll.School, roll.PeriodID, roll.ClassID, roll.Date) (roll.Roster, error) {
	return c.roster(c.run.pages.now()), nil
}

// RosterOn returns the class as the newest list has it: days end with the run.
func (c classList) RosterOn(ctx context.Context, school roll.School, period roll.PeriodID, class roll.ClassID, date roll.Date) (roll.Roster, error) {
	return c.Roster(ctx, school, period, class, date)
}

// Students returns the class.
func (c classList) Students(context.Context, roll.School, roll.PeriodID) ([]roll.Enrolment, roll.Age, error) {
	return c.roster(c.run.pages.now()).Rows, roll.Age{}, nil
}

// Former returns the class as it was on a page of the generation.
func (c classList) Former(_ context.Context, _ roll.School, generation int64, _ roll.PeriodID,
	_ roll.ClassID) (roll.Lists, roll.Roster, error) {
	return roll.Lists{Statuses: modelStatuses()}, c.roster(c.run.pages.by[generation]), nil
}

func (c classList) roster(of page) roll.Roster {
	roster := roll.Roster{Class: roll.Class{ID: "8B", Name: "8B"}}
	for student := 1; student <= modelStudents; student++ {
		id := enrolmentOf(c.school, student)
		switch {
		case c.school != moving:
			roster.Rows = append(roster.Rows, roll.Enrolment{ID: id, Student: studentIn(c.school, id)})
		case of.listed[id]:
			roster.Rows = append(roster.Rows, roll.Enrolment{ID: id, Student: of.student(id)})
		}
	}
	return roster
}
