package rosters

import (
	"context"

	"rollbook/web/roll"
)

// Groups returns the period's groups, those of the school and the personal ones, in the order of creation. It
// always reads the database, so that a new group appears at once.
func (r *Rosters) Groups(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Group, error) {
	if !school.HasGroups {
		return nil, nil
	}
	return r.store.Groups(ctx, school.ID, period)
}

// groupRoster returns the roster of a group: its members among the students of its period.
func (r *Rosters) groupRoster(ctx context.Context, school roll.School, period roll.PeriodID, id roll.GroupID,
	students []roll.Enrolment, age roll.Age) (roll.Roster, error) {
	group, err := r.store.Group(ctx, school.ID, id)
	if err != nil {
		return roll.Roster{}, err
	}
	if group.Period != period {
		return roll.Roster{}, roll.Problem(roll.NotFound, "problem.what.404")
	}
	class, rows := group.Of(students)
	return roll.Roster{Class: class, Rows: rows, Age: age}, nil
}
