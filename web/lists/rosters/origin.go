package rosters

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store"
)

// Origin is the source of a list, and the time at which it was read.
type Origin struct {
	// Source is "service", "file" or "typed"; empty where there is no list.
	Source string
	ReadAt time.Time
}

// Own reports whether the school gave the list itself: the service does not replace it.
func (o Origin) Own() bool { return o.Source != "" && o.Source != store.FromService }

// StudentsOrigin returns the origin of the period's students.
func (r *Rosters) StudentsOrigin(ctx context.Context, school roll.SchoolID, period roll.PeriodID) (Origin, error) {
	return r.origin(ctx, school, store.StudentList(period))
}

// StatusesOrigin returns the origin of the school's statuses.
func (r *Rosters) StatusesOrigin(ctx context.Context, school roll.SchoolID) (Origin, error) {
	return r.origin(ctx, school, store.StatusList)
}

func (r *Rosters) origin(ctx context.Context, school roll.SchoolID, list store.List) (Origin, error) {
	state, err := r.store.ListState(ctx, school, list)
	return Origin{state.Source, state.ReadAt}, err
}

// StudentsFromService has the service replace the period's students again, which came
// from a file, and reads them now. When that fails the list stays as it was until the
// service gives one.
func (r *Rosters) StudentsFromService(ctx context.Context, school roll.School, period roll.PeriodID) error {
	return r.fromService(ctx, school, listKey{school: school.ID, list: store.StudentList(period), period: period})
}

// StatusesFromService is StudentsFromService for the statuses; the period is one of which
// they can be asked.
func (r *Rosters) StatusesFromService(ctx context.Context, school roll.School, period roll.PeriodID) error {
	return r.fromService(ctx, school, listKey{school: school.ID, list: store.StatusList, period: period})
}

func (r *Rosters) fromService(ctx context.Context, school roll.School, key listKey) error {
	if err := r.store.AskServiceAgain(ctx, key.school, key.list); err != nil {
		return err
	}
	return r.readNow(ctx, school, key)
}

// TakeHeld puts a held list of a period in use, as a person has seen it; the errors are those of [store.Store.TakeHeldList].
func (r *Rosters) TakeHeld(ctx context.Context, school roll.SchoolID, period roll.PeriodID, shown string) error {
	if err := r.store.TakeHeldList(ctx, school, period, shown); err != nil {
		return err
	}
	return r.Forget(ctx, school)
}
