package rosters

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rollbook/web/connecting/proof"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// readLater reads a list again in the background. Simultaneous callers for the same connection share one reading.
func (r *Rosters) readLater(ctx context.Context, school roll.School, key listKey) <-chan error {
	done := make(chan error, 1)
	r.work.Go(func() {
		_, err, _ := r.readings.Do(fmt.Sprintf("%q of %d", key, school.Connected), func() (any, error) {
			ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
			defer cancel()
			defer context.AfterFunc(r.closed, cancel)()
			err := r.read(ctx, school, key)
			if err != nil && r.closed.Err() == nil {
				r.log.WarnContext(ctx, "a list could not be read", "school", key.school, "list", key.list, "error", err)
			}
			return nil, err
		})
		done <- err
	})
	return done
}

// readNow reads a list, or waits for a running reading. The reading continues when the caller leaves.
func (r *Rosters) readNow(ctx context.Context, school roll.School, key listKey) error {
	select {
	case err := <-r.readLater(ctx, school, key):
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// FromService makes the service the source of a list again that the school gave itself, and reads it now. On failure
// the list stays unchanged until a later reading succeeds. The period of statuses is used in the call for them.
func (r *Rosters) FromService(ctx context.Context, school roll.School, list lists.List, period roll.PeriodID) error {
	if err := r.store.AskServiceAgain(ctx, school.ID, list); err != nil {
		return err
	}
	return r.readNow(ctx, school, listKey{school: school.ID, list: list, period: period})
}

// TakeHeld puts a held list of a period in use, as a person saw it. It returns the errors of
// [store.Store.TakeHeldList].
func (r *Rosters) TakeHeld(ctx context.Context, school roll.SchoolID, period roll.PeriodID, shown string) error {
	if err := r.store.TakeHeldList(ctx, school, period, shown); err != nil {
		return err
	}
	return r.Forget(ctx, school)
}

// read replaces the stored copy with the service's list. On failure it keeps the copy and records the
// problem.
func (r *Rosters) read(ctx context.Context, school roll.School, key listKey) error {
	ctx, cancel := context.WithTimeout(ctx, readLimit)
	defer cancel()
	defer r.copies.Invalidate(key)
	if own, err := r.isOwn(ctx, key); own || err != nil {
		return err
	}
	keep, err := r.fetch(ctx, school, key)
	if err == nil {
		// Check again: during the reading the school may have given its own list.
		if own, err := r.isOwn(ctx, key); own || err != nil {
			return err
		}
		err = keep(ctx)
	}
	// A new connection or the end of the program is not a failure of the service.
	if err == nil || roll.KindOf(err) == roll.Stale || r.closed.Err() != nil {
		return err
	}
	if noted := r.store.NoteListProblem(context.WithoutCancel(ctx), school, key.list, r.explain(err)); noted != nil {
		return noted
	}
	return err
}

// isOwn reports whether the school gave the list itself, in a file or typed. The service does not replace
// such a list.
func (r *Rosters) isOwn(ctx context.Context, key listKey) (bool, error) {
	state, err := r.store.ListState(ctx, key.school, key.list)
	return state.Own(), err
}

// errEmptied is returned when a list came empty that was not empty before. The copy stays, because without it
// no roll can be taken.
var errEmptied = errors.New("the list came empty")

// stays returns errEmptied when there is a copy of the list.
func (r *Rosters) stays(ctx context.Context, key listKey) error {
	state, err := r.store.ListState(ctx, key.school, key.list)
	if err == nil && !state.ReadAt.IsZero() {
		err = errEmptied
	}
	return err
}

// fetch reads a list from the service. Keep stores it.
func (r *Rosters) fetch(ctx context.Context, school roll.School,
	key listKey) (keep func(context.Context) error, err error) {
	switch key.list {
	case lists.PeriodList:
		periods, err := r.service.Periods(ctx, school)
		if err == nil && len(periods) == 0 {
			err = r.stays(ctx, key)
		}
		return func(ctx context.Context) error {
			return r.store.TakePeriods(ctx, school, periods)
		}, err
	case lists.StatusList:
		statuses, err := r.service.Statuses(ctx, school, key.period)
		if err == nil && len(statuses) == 0 {
			err = r.stays(ctx, key)
		}
		return func(ctx context.Context) error { return r.keepStatuses(ctx, school, statuses) }, err
	}
	read, err := r.service.Students(ctx, school, key.period)
	return func(ctx context.Context) error { return r.keepStudents(ctx, school, key.period, read) }, err
}

// keepStudents stores the students, or holds them when too many are missing, and notes leavers among them. A list
// with the field names of the service's document also proves the meaning of its numbers.
func (r *Rosters) keepStudents(ctx context.Context, school roll.School, period roll.PeriodID,
	read roll.StudentList) error {
	lacks, err := r.store.TakeStudents(ctx, school, period, read)
	if lacks.Held() {
		r.log.WarnContext(ctx, "a list is held", "school", school.ID, "period", period, "gone", len(lacks.Gone), "of",
			lacks.Of, "emptied", len(lacks.Emptied), "others", len(lacks.Reassigned), "left over", lacks.NewlyLeftOver)
		return err
	}
	if err == nil {
		err = r.countFirst(ctx, school, period, lacks.Of)
	}
	if err == nil && read.HasLeavers() {
		err = r.store.NoteListProblem(ctx, school, lists.StudentList(period), lists.ListHasLeavers)
	}
	if err != nil || school.Proof != roll.Unproven || !proof.Documented(school) {
		return err
	}
	return r.store.ProveByDocument(ctx, school)
}

// countFirst stores the number of students of the present period for a school without a stored number. A much longer or
// shorter list then asks an admin to compare it with the school system's.
func (r *Rosters) countFirst(ctx context.Context, school roll.School, period roll.PeriodID, read int) error {
	count, err := r.store.StudentCount(ctx, school.ID)
	if err != nil || count.Read > 0 || read == 0 {
		return err
	}
	periods, err := r.store.Periods(ctx, school.ID)
	if err != nil {
		return err
	}
	if present, err := roll.PeriodOn(periods, school.Today(r.clock())); err != nil || present.ID != period {
		return nil //nolint:nilerr // No period contains today, so there is nothing to compare.
	}
	return r.store.SetStudentCount(ctx, school.ID, roll.StudentCount{Read: read})
}

// keepStatuses stores the statuses. The school's decisions about known ones stay, including their order.
func (r *Rosters) keepStatuses(ctx context.Context, school roll.School, read []roll.Status) error {
	before, err := r.store.Statuses(ctx, school.ID)
	if err != nil {
		return err
	}
	state, err := r.store.ListState(ctx, school.ID, lists.StatusList)
	if err != nil {
		return err
	}
	// Another connection may use the same number for another status.
	anew := state.ReadAt.IsZero()
	place := make(map[roll.StatusID]int, len(before))
	for i, status := range before {
		place[status.ID] = i
	}
	var slots []int
	var decided []roll.Status
	for i, status := range read {
		if at, known := place[status.ID]; known && (!anew || before[at].Name == status.Name) {
			kept := before[at]
			kept.Name = status.Name
			slots, decided = append(slots, i), append(decided, kept)
		}
	}
	slices.SortStableFunc(decided, func(a, b roll.Status) int { return place[a.ID] - place[b.ID] })
	for i, slot := range slots {
		read[slot] = decided[i]
	}
	return r.store.TakeStatuses(ctx, school, roll.GuessStatuses(read, r.words.Of(school).StatusLetter))
}
