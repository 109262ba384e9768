package badinput_test

import (
	"fmt"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// otherPeriod makes another school year of Harbour contain today, and returns its id.
func otherPeriod(t *testing.T, p *apptest.Program) (other string) {
	t.Helper()
	listed, err := p.Sandbox.Periods(apptest.HarbourCode)
	apptest.Must(t, err)
	var periods []roll.Period
	for _, one := range listed {
		period := roll.Period{ID: roll.PeriodID(fmt.Sprint(one.ID)), Name: one.Name, Starts: roll.Date(one.StartDate), Ends: roll.Date(one.EndDate)}
		if !period.Contains(apptest.Today) {
			other, period.Starts, period.Ends = fmt.Sprint(one.ID), "2021-09-01", "2031-07-31"
		}
		periods = append(periods, period)
	}
	apptest.Must(t, p.App.Store.PutPeriods(t.Context(), apptest.Harbour, "file", periods))
	apptest.Must(t, p.App.Lists.Rosters.Forget(t.Context(), apptest.Harbour))
	return other
}
