package setup

import (
	"context"

	"rollbook/apiclient/mapping"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// Need is the one thing without which no roll can be taken, in a word for which the catalogue has a sentence
// and a letter to whoever makes the school system.
type Need string

// What can be missing, in the order in which it is asked for.
const (
	NoNeed       Need = ""
	NeedPeriods  Need = "periods"
	NeedStudents Need = "students"
	NeedNumber   Need = "number"
	NeedStatuses Need = "statuses"
)

// own tells which lists the school gave itself.
type own struct{ students, statuses bool }

// Missing is the first thing without which no roll can be taken with the draft. A list that a person said the
// service has not is not missing: it comes from elsewhere.
func (c *Connecting) Missing(ctx context.Context, school roll.School, draft Draft) (Need, error) {
	var has own
	var err error
	if has.students, err = c.owns(ctx, school, store.StudentList(roll.PeriodID(draft.Period.ID))); err != nil {
		return NoNeed, err
	}
	if has.statuses, err = c.owns(ctx, school, store.StatusList); err != nil {
		return NoNeed, err
	}
	return draft.missing(has), nil
}

// owns tells whether the school gave a list itself.
func (c *Connecting) owns(ctx context.Context, school roll.School, list store.List) (bool, error) {
	state, err := c.store.ListState(ctx, school.ID, list)
	return state.Source != "" && state.Source != store.FromService, err
}

func (d Draft) missing(has own) Need {
	switch {
	case d.Trials[Periods].Items == 0:
		return NeedPeriods
	case d.Asks():
		return NeedNumber
	case !has.students && d.lacks(Students):
		return NeedStudents
	case !has.statuses && d.lacks(mapping.Statuses):
		return NeedStatuses
	}
	return NoNeed
}

// lacks tells whether the list was not read, and nobody said that the service has none.
func (d Draft) lacks(call Call) bool {
	return d.Trials[call].Items == 0 && d.Trials[call].Finding != mapping.FindingNoCall
}
