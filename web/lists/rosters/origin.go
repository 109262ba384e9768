package rosters

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// Origin is the source of a list, with the time when it was read.
type Origin struct {
	// Source is "service", "file" or "typed"; empty when there is no list.
	Source string
	ReadAt time.Time
}

// Own reports whether the school gave the list itself. The service does not replace such a list.
func (o Origin) Own() bool { return o.Source != "" && o.Source != lists.FromService }

// StudentsOrigin returns the origin of the period's students.
func (r *Rosters) StudentsOrigin(ctx context.Context, school roll.SchoolID, period roll.PeriodID) (Origin, error) {
	return r.origin(ctx, school, lists.StudentList(period))
}

// StatusesOrigin returns the origin of the school's statuses.
func (r *Rosters) StatusesOrigin(ctx context.Context, school roll.SchoolID) (Origin, error) {
	return r.origin(ctx, school, lists.StatusList)
}

func (r *Rosters) origin(ctx context.Context, school roll.SchoolID, list lists.List) (Origin, error) {
	state, err := r.store.ListState(ctx, school, list)
	return Origin{state.Source, state.ReadAt}, err
}

// StudentsFromService makes the service the source of the period's students again, instead of a file, and
// reads them now. On failure the list stays unchanged until a later reading succeeds.
func (r *Rosters) StudentsFromService(ctx context.Context, school roll.School, period roll.PeriodID) error {
	return r.fromService(ctx, school, listKey{school: school.ID, list: lists.StudentList(period), period: period})
}

// StatusesFromService is StudentsFromService for the statuses. The period is used in the call for them.
func (r *Rosters) StatusesFromService(ctx context.Context, school roll.School, period roll.PeriodID) error {
	return r.fromService(ctx, school, listKey{school: school.ID, list: lists.StatusList, period: period})
}

func (r *Rosters) fromService(ctx context.Context, school roll.School, key listKey) error {
	if err := r.store.AskServiceAgain(ctx, key.school, key.list); err != nil {
		return err
	}
	return r.readNow(ctx, school, key)
}

// TakeHeld puts a held list of a period in use, as a person saw it. It returns the errors of
// [store.Store.TakeHeldList].
func (r *Rosters) TakeHeld(ctx context.Context, school roll.SchoolID, period roll.PeriodID, shown string) error {
	if err := r.store.TakeHeldList(ctx, school, period, shown); err != nil {
		return err
	}
	return r.Forget(ctx, school)
}
