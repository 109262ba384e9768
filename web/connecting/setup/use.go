package setup

import (
	"context"

	"rollbook/web/connecting/proof"
	"rollbook/web/connecting/readings"
	"rollbook/web/roll"
)

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
