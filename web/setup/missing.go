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

// StillNeeded are the lists that somebody said the service has not, and that the school has not given itself yet:
// the draft can be used, and no roll be taken before they are there.
func (c *Connecting) StillNeeded(ctx context.Context, school roll.School, draft Draft) ([]Call, error) {
	var needed []Call
	for _, one := range []struct {
		call Call
		list store.List
	}{{Students, store.StudentList(roll.PeriodID(draft.Period.ID))}, {Statuses, store.StatusList}} {
		if !draft.Reading(one.call).Absent || draft.Trials[one.call].Finding != mapping.FindingNoCall {
			continue
		}
		owns, err := c.owns(ctx, school, one.list)
		if err != nil {
			return nil, err
		}
		if !owns {
			needed = append(needed, one.call)
		}
	}
	return needed, nil
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
