package setup

import (
	"context"
	"slices"

	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
	"rollbook/web/roll"
)

// mostPeriods limits the school periods in a choice.
const mostPeriods = 60

// tryFor stores the periods and selects the current one for trials, unless a person chose another that still
// exists.
func (t *trier) tryFor(periods []mapping.Item) {
	current, known := mapping.CurrentPeriod(periods, t.date)
	if !known {
		return
	}
	d := t.draft
	d.Periods = nil
	for _, period := range periods[:min(len(periods), mostPeriods)] {
		d.Periods = append(d.Periods, readings.Period{ID: period.Text(mapping.ID), Name: mapping.PeriodName(period)})
	}
	d.Opens = readings.Period{ID: current.Text(mapping.ID), Name: mapping.PeriodName(current)}
	stays := func(period readings.Period) bool { return d.Period.Chosen && period.ID == d.Period.ID }
	if !slices.ContainsFunc(d.Periods, stays) {
		d.Period = d.Opens
	}
}

// TryFor tries the draft's lists for another school period. It returns [roll.Stale] for a period that the
// draft does not have.
func (c *Connecting) TryFor(ctx context.Context, school roll.School, id string) error {
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		at := slices.IndexFunc(s.draft.Periods, func(period readings.Period) bool { return period.ID == id })
		if at < 0 {
			return roll.Problem(roll.Stale, "problem.what.409")
		}
		s.draft.Period = s.draft.Periods[at]
		s.draft.Period.Chosen = true
		return s.tryAll(ctx, mapping.Calls()[1:])
	})
}

// periodIDs returns the ids of all known periods.
func periodIDs(d *Draft) []string {
	ids := []string{d.Period.ID}
	for _, period := range d.Periods {
		ids = append(ids, period.ID)
	}
	return ids
}
