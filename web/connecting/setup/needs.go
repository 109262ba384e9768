package setup

import (
	"cmp"
	"context"

	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/proof"
	"rollbook/web/connecting/readings"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// Needs returns what is missing to take a roll. Missing is the first gap of the draft. Still are the lists
// that the service does not have and that the school has not given yet; the draft can be used before they are
// there.
func (c *Connecting) Needs(ctx context.Context, school roll.School, draft Draft) (missing readings.Need, still []Call, err error) {
	if draft.Trials[mapping.Periods].Items == 0 {
		missing = readings.NeedPeriods
	}
	for _, call := range []Call{mapping.Periods, mapping.Classes} {
		if len(draft.Trials[call].Objections) > 0 && !draft.Mapping.Of(call).Absent {
			missing = cmp.Or(missing, readings.NeedDecision)
		}
	}
	for _, one := range []struct {
		call Call
		list lists.List
	}{{mapping.Students, lists.StudentList(roll.PeriodID(draft.Period.ID))}, {mapping.Statuses, lists.StatusList}} {
		state, err := c.store.ListState(ctx, school.ID, one.list)
		if err != nil {
			return missing, nil, err
		}
		trial, isOwn := draft.Trials[one.call], state.Source != "" && state.Source != lists.FromService
		denied := trial.Finding == mapping.FindingNoCall
		if len(trial.Objections) > 0 && !isOwn && !denied {
			missing = cmp.Or(missing, readings.NeedDecision)
		}
		switch asks := one.call == mapping.Students && draft.Asks(); {
		case asks && trial.Items > 0:
			missing = cmp.Or(missing, readings.NeedNumber)
		case asks, !isOwn && !denied && trial.Items == 0:
			missing = cmp.Or(missing, readings.Need(one.call))
		case !isOwn && denied && draft.Mapping.Of(one.call).Absent:
			still = append(still, one.call)
		}
	}
	return missing, still, nil
}

// Use puts the draft in force and returns the changed school, with the period of the draft's trials. It
// returns [roll.Stale] while the draft lacks something that a roll needs.
func (c *Connecting) Use(ctx context.Context, school roll.School) (used roll.School, period roll.PeriodID, err error) {
	draft, err := c.Draft(ctx, school)
	if err != nil {
		return school, "", err
	}
	missing, _, err := c.Needs(ctx, school, draft)
	if err != nil {
		return school, "", err
	}
	if missing != readings.NoNeed && !draft.InForce {
		return school, "", roll.Problem(roll.Stale, "connect.problem.something_missing")
	}
	if err := draft.Mapping.Validate(); err != nil {
		return school, "", err
	}
	used = school
	used.Mapping = written(draft.Mapping)
	used, _ = proof.Moved(school, used)
	if err := c.store.SetMapping(ctx, used); err != nil {
		return school, "", err
	}
	// Lists are accepted only for the connection that begins here.
	used, err = c.store.School(ctx, school.ID)
	return used, roll.PeriodID(draft.Period.ID), err
}
