package setup

import (
	"slices"

	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
	"rollbook/web/connecting/services"
	"rollbook/web/roll"
)

// sample returns some of the students for display.
func (s *seeker) sample(students []mapping.Item) (all []readings.Row) {
	for _, student := range spread(students) {
		all = append(all, readings.Row{Text: s.client.Redact(mapping.FullNameOf(student)),
			Note: s.client.Redact(classOf(student))})
	}
	return all
}

// mostPeriods limits the school periods in a choice.
const mostPeriods = 60

// tryFor stores the periods and selects the present or the nearest one for trials, unless a person chose another that
// still exists.
func (s *seeker) tryFor(periods []mapping.Item) {
	current, err := roll.NearestPeriod(services.PeriodsOf(periods, roll.Date(s.date)), roll.Date(s.date))
	if err != nil {
		return
	}
	d := s.draft
	d.Periods = nil
	for _, period := range periods[:min(len(periods), mostPeriods)] {
		d.Periods = append(d.Periods, readings.Period{ID: period.Text(mapping.ID), Name: mapping.PeriodName(period)})
	}
	d.Opens = readings.Period{ID: string(current.ID), Name: current.Name}
	stays := func(period readings.Period) bool { return d.Period.Chosen && period.ID == d.Period.ID }
	if !slices.ContainsFunc(d.Periods, stays) {
		d.Period = d.Opens
	}
}

// periodIDs returns the ids of all known periods.
func periodIDs(d *Draft) []string {
	ids := []string{d.Period.ID}
	for _, period := range d.Periods {
		ids = append(ids, period.ID)
	}
	return ids
}
