package web

import (
	"context"
	"errors"

	"rollbook/web/live"
	"rollbook/web/roll"
)

// readAgain reads a school's data again after a hint from its system: periods and statuses, the students of
// today's periods, and, if a day can be read, the marks that wait for a reading.
func (a *App) readAgain(ctx context.Context, id roll.SchoolID) error {
	school, err := a.Store.School(ctx, id)
	if err != nil {
		return err
	}
	readable, err := a.Connecting.Services.CanRead(ctx, school)
	if err != nil {
		return err
	}
	if readable {
		a.Saving.Sender.LookAgain(ctx, id)
		a.Office.Comparing.Expire(id)
	}
	periods, err := a.Store.Periods(ctx, id)
	if err != nil {
		return err
	}
	today := school.Today(a.Clock())
	var failed error
	for _, period := range periods {
		if period.Contains(today) || period.IsOpened(today) {
			failed = errors.Join(failed, a.Lists.Rosters.Refresh(ctx, school, period.ID))
		}
	}
	a.Live.Changed(live.SchoolOf(id))
	return failed
}
