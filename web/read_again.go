package web

import (
	"context"
	"errors"

	"rollbook/web/live"
	"rollbook/web/roll"
)

// readAgain reads again what is kept of a school, because its system hinted at a change:
// periods and statuses, the students of the periods that are current, and, where a day
// can be read, what waits to be compared with it.
func (a *App) readAgain(ctx context.Context, id roll.SchoolID) error {
	school, err := a.Store.School(ctx, id)
	if err != nil {
		return err
	}
	readable, err := a.Services.CanRead(ctx, school)
	if err != nil {
		return err
	}
	if readable {
		a.Sender.LookAgain(ctx, id)
		a.Comparing.Expire(id)
	}
	periods, err := a.Store.Periods(ctx, id)
	if err != nil {
		return err
	}
	today := school.Today(a.Clock())
	var failed error
	for _, period := range periods {
		if period.Current(today) {
			failed = errors.Join(failed, a.Rosters.Refresh(ctx, school, period.ID))
		}
	}
	a.Live.Changed(live.SchoolOf(id))
	return failed
}
