package connecting

import (
	"errors"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/web/lists/rosters"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/saving"
	"rollbook/web/store"
)

// base has what the pages of this package need.
type base struct {
	pages   *visit.Pages
	store   *store.Store
	rosters *rosters.Rosters
	saving  *saving.Saving
}

// periodNow reads the period of today's rolls or the nearest for a page, or none (visit.Check).
func (b base) periodNow(v *visit.Visit) roll.Period {
	period, err := naming.PeriodNear(v, v.Today())
	if !errors.Is(err, roll.ErrNoPeriods) {
		v.Check(err)
	}
	return period
}

// changed redirects to the part of the settings after a change, or shows again what can be corrected there
// (visit.After).
func (b base) changed(v *visit.Visit, err error, part, said string, page func(*visit.Visit) error) error {
	return visit.After(v, err, b.pages.Paths.To(paths.Settings, v.School.ID, part), said, page)
}

// unread returns the problem of a list that the school system did not give.
func unread(v *visit.Visit, err error, problem roll.MessageKey) error {
	if err == nil || v.Ctx.Err() != nil || roll.KindOf(err) == roll.Unkept {
		return err
	}
	return roll.Problem(roll.Stale, problem).Because(err)
}

// mapped returns the results of to, one for each of all.
func mapped[T, U any](all []T, to func(T) U) []U {
	made := make([]U, len(all))
	for i, one := range all {
		made[i] = to(one)
	}
	return made
}
