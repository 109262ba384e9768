// Package rosters caches each school's data: periods, students, statuses. People get the last copy at once. A
// copy that is too old is read again in the background, and shown with its age until then.
package rosters

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"

	"rollbook/web/language"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/lists"
)

const (
	// staleAfter is the age from which a copy is read again.
	staleAfter = 10 * time.Minute
	// retryAfter is the pause after a failed reading.
	retryAfter = time.Minute
	// lookAgainAfter is how long a copy in memory is used without checking the database for a newer one from
	// another process.
	lookAgainAfter = 5 * time.Second
	// forgetAfter is how long an unused copy stays in memory.
	forgetAfter = 5 * time.Minute
	// readLimit limits the reading of one list.
	readLimit = 30 * time.Second
	// copiesInMemory limits the copies in memory.
	copiesInMemory = 2000
)

// Service reads the lists of a school from its service.
type Service interface {
	Periods(ctx context.Context, school roll.School) ([]roll.Period, error)
	Statuses(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Status, error)
	Students(ctx context.Context, school roll.School, period roll.PeriodID) (roll.StudentList, error)
}

// Explain returns the reason of a failed reading, for the catalogue.
type Explain func(error) string

// Rosters provides the lists of all schools. It is safe for concurrent use.
type Rosters struct {
	store   *store.Store
	service Service
	explain Explain
	words   *language.Catalogue
	clock   func() time.Time
	log     *slog.Logger
	copies  *otter.Cache[listKey, *copied]
	past    *otter.Cache[pastKey, *students]
	// united has the lists of days with several periods.
	united *otter.Cache[unitedKey, *students]

	readings singleflight.Group
	work     sync.WaitGroup
	// closed ends when the readings are no longer needed.
	closed context.Context
	close  context.CancelFunc
}

// listKey identifies one list of one school.
type listKey struct {
	school roll.SchoolID
	list   lists.List
	period roll.PeriodID
}

// ofPeriod identifies the students of a period.
func ofPeriod(school roll.SchoolID, period roll.PeriodID) listKey {
	return listKey{school: school, list: lists.StudentList(period), period: period}
}

// copied is one list with its state. Only one of the values is set.
type copied struct {
	state    lists.ListState
	periods  []roll.Period
	statuses []roll.Status
	students *students
}

// New makes a Rosters that stores copies in the store and reads new ones from the service.
func New(store *store.Store, service Service, explain Explain, words *language.Catalogue,
	clock func() time.Time, log *slog.Logger) (*Rosters, error) {
	copies, err := otter.New(&otter.Options[listKey, *copied]{
		MaximumSize:       copiesInMemory,
		ExpiryCalculator:  otter.ExpiryWriting[listKey, *copied](forgetAfter),
		RefreshCalculator: otter.RefreshWriting[listKey, *copied](lookAgainAfter),
		Logger:            &otter.NoopLogger{},
	})
	if err != nil {
		return nil, fmt.Errorf("make room for rosters: %w", err)
	}
	past, err := otter.New(&otter.Options[pastKey, *students]{
		MaximumSize: pastInMemory, ExpiryCalculator: otter.ExpiryWriting[pastKey, *students](forgetAfter),
	})
	if err != nil {
		return nil, fmt.Errorf("make room for the lists of past days: %w", err)
	}
	united, err := otter.New(&otter.Options[unitedKey, *students]{
		MaximumSize: pastInMemory, ExpiryCalculator: otter.ExpiryAccessing[unitedKey, *students](forgetAfter),
	})
	if err != nil {
		return nil, fmt.Errorf("make room for the lists of days: %w", err)
	}
	closed, end := context.WithCancel(context.Background())
	return &Rosters{
		store: store, service: service, explain: explain, words: words, clock: clock, log: log,
		copies: copies, past: past, united: united, closed: closed, close: end,
	}, nil
}

// Close ends the running readings. The copies stay unchanged.
func (r *Rosters) Close() {
	r.close()
	r.work.Wait()
	r.copies.StopAllGoroutines()
	r.past.StopAllGoroutines()
	r.united.StopAllGoroutines()
}

func ageOf(state lists.ListState) roll.Age {
	age := roll.Age{ReadAt: state.ReadAt, Generation: state.Generation}
	if state.Problem != lists.ListHasLeavers {
		age.Stale, age.Problem = state.Problem != "", state.Problem
	}
	return age
}

// Periods returns the school's periods.
func (r *Rosters) Periods(ctx context.Context, school roll.School) ([]roll.Period, roll.Age, error) {
	copied, err := r.get(ctx, school, listKey{school: school.ID, list: lists.PeriodList})
	return copied.periods, ageOf(copied.state), err
}

// Statuses returns the school's attendance statuses.
func (r *Rosters) Statuses(ctx context.Context, school roll.School,
	period roll.PeriodID) ([]roll.Status, roll.Age, error) {
	copied, err := r.get(ctx, school, listKey{school: school.ID, list: lists.StatusList, period: period})
	return copied.statuses, ageOf(copied.state), err
}

// Classes returns the classes of a period, in list order.
func (r *Rosters) Classes(ctx context.Context, school roll.School,
	period roll.PeriodID) ([]roll.Class, roll.Age, error) {
	copied, err := r.get(ctx, school, ofPeriod(school.ID, period))
	return copied.students.classes, ageOf(copied.state), err
}

// Roster returns the roster of one class or group on the date, from the present lists of the date's periods, without
// checking who may see it. A student stands in the class of the shortest period that lists her. It returns
// roll.NotFound when the period has no such class.
func (r *Rosters) Roster(ctx context.Context, school roll.School, period roll.PeriodID, class roll.ClassID,
	date roll.Date) (roll.Roster, error) {
	return r.rosterOf(ctx, school, period, class, date, school.Today(r.clock()))
}

// rosterOf is Roster from the lists at the end of the day then.
func (r *Rosters) rosterOf(ctx context.Context, school roll.School, period roll.PeriodID, class roll.ClassID, date,
	then roll.Date) (roll.Roster, error) {
	own, _, age, err := r.on(ctx, school, period, then)
	if err != nil {
		return roll.Roster{}, err
	}
	united, list, err := r.day(ctx, school, date, then)
	if err != nil {
		return roll.Roster{}, err
	}
	if len(own.all) == 0 || !slices.ContainsFunc(list.Periods, func(of roll.Period) bool { return of.ID == period }) {
		united = own
	}
	roster, err := r.rosterIn(ctx, united, age, school, period, class)
	if united != own && roll.KindOf(err) == roll.NotFound {
		// Shorter periods list all its students.
		roster, err = own.roster(period, class, age)
		return roster.Emptied(), err
	}
	return roster, err
}

// rosterIn returns the roster of a class or group among the students of its period.
func (r *Rosters) rosterIn(ctx context.Context, among *students, age roll.Age, school roll.School,
	period roll.PeriodID, class roll.ClassID) (roll.Roster, error) {
	if id, ok := class.Group(); ok {
		roster, err := r.groupRoster(ctx, school, period, id, among.all, age)
		if roll.KindOf(err) != roll.NotFound || err == nil {
			return roster, err
		}
	}
	return among.roster(period, class, age)
}

// Students returns all students of a period in list order.
func (r *Rosters) Students(ctx context.Context, school roll.School,
	period roll.PeriodID) ([]roll.Enrolment, roll.Age, error) {
	copied, err := r.get(ctx, school, ofPeriod(school.ID, period))
	return copied.students.all, ageOf(copied.state), err
}

// Former returns the periods, statuses and roster of the connection with an earlier generation, for a page
// that was made then.
func (r *Rosters) Former(ctx context.Context, school roll.School, generation int64, period roll.PeriodID,
	class roll.ClassID) (roll.Lists, roll.Roster, error) {
	lists, err := r.store.FormerLists(ctx, school.ID, generation)
	if err != nil {
		return lists, roll.Roster{}, err
	}
	all := arrange(lists.Students[period], period)
	if id, ok := class.Group(); ok {
		group, err := r.store.Group(ctx, school.ID, id)
		if err == nil {
			roster := roll.Roster{}
			roster.Class, roster.Rows = group.Of(all.all)
			return lists, roster, nil
		}
		if roll.KindOf(err) != roll.NotFound {
			return lists, roll.Roster{}, err
		}
	}
	roster, err := all.roster(period, class, roll.Age{})
	return lists, roster, err
}

// Introduced returns when the list of a class came into use; zero for groups.
func (r *Rosters) Introduced(ctx context.Context, school roll.School, period roll.PeriodID,
	class roll.ClassID) (roll.Introduction, error) {
	copied, err := r.get(ctx, school, ofPeriod(school.ID, period))
	return copied.students.introduced[class], err
}

func empty() *copied { return &copied{students: byClass(nil)} }

// get returns the copy in memory or in the database. It reads a list that was never read while the person
// waits, and an old one in the background. With an error it returns an empty copy.
func (r *Rosters) get(ctx context.Context, school roll.School, key listKey) (*copied, error) {
	found, err := r.copies.Get(ctx, key, copies{r})
	if err != nil {
		return empty(), fmt.Errorf("look up %s of school %s: %w", key.list, key.school, err)
	}
	if found.state.Generation < school.Generation {
		// Its numbers may mean other students now.
		if found, err = r.load(ctx, key); err != nil {
			return empty(), err
		}
		r.copies.Set(key, found)
	}
	if !r.due(found.state) {
		return found, nil
	}
	if !found.state.ReadAt.IsZero() {
		r.readLater(ctx, school, key)
		return found, nil
	}
	if err := r.readNow(ctx, school, key); err != nil && ctx.Err() != nil {
		return empty(), err
	}
	return r.load(ctx, key)
}

// due reports whether the list should be read again now.
func (r *Rosters) due(state lists.ListState) bool {
	if state.Own() {
		return false
	}
	now, wait := r.clock(), retryAfter
	if state.Problem == lists.ListHeld {
		wait = staleAfter
	}
	return now.Sub(state.ReadAt) >= staleAfter && now.Sub(state.TriedAt) >= wait
}

// load reads the copy in the database. It repeats this if the generation changed meanwhile.
func (r *Rosters) load(ctx context.Context, key listKey) (*copied, error) {
	for {
		loaded, err := r.loadOnce(ctx, key)
		if err != nil {
			return loaded, err
		}
		state, err := r.store.ListState(ctx, key.school, key.list)
		if err != nil || state.Generation == loaded.state.Generation {
			return loaded, err
		}
	}
}

func (r *Rosters) loadOnce(ctx context.Context, key listKey) (*copied, error) {
	state, err := r.store.ListState(ctx, key.school, key.list)
	loaded := &copied{state: state, students: byClass(nil)}
	if err != nil || state.ReadAt.IsZero() {
		return loaded, err
	}
	switch key.list {
	case lists.PeriodList:
		loaded.periods, err = r.store.Periods(ctx, key.school)
	case lists.StatusList:
		loaded.statuses, err = r.store.Statuses(ctx, key.school)
	default:
		var all []roll.Enrolment
		if all, err = r.store.Students(ctx, key.school, key.period); err != nil {
			return loaded, err
		}
		loaded.students = arrange(all, key.period)
		loaded.students.introduced, err = r.store.Introduced(ctx, key.school, key.period)
	}
	return loaded, err
}

// copies loads lists that are not in memory.
type copies struct{ *Rosters }

// Load reads a copy that is not in memory.
func (c copies) Load(ctx context.Context, key listKey) (*copied, error) { return c.load(ctx, key) }

// Reload reads a copy again if the one in memory is outdated.
func (c copies) Reload(ctx context.Context, key listKey, before *copied) (*copied, error) {
	state, err := c.store.ListState(ctx, key.school, key.list)
	if err != nil {
		return nil, err
	}
	// A person may have changed statuses and opened periods since; only students change with a reading alone.
	if state.ReadAt.Equal(before.state.ReadAt) && key.list != lists.StatusList && key.list != lists.PeriodList {
		return &copied{state: state, students: before.students}, nil
	}
	return c.load(ctx, key)
}

// Refresh reads all lists of the school and the period again now, except those that the school gave itself.
func (r *Rosters) Refresh(ctx context.Context, school roll.School, period roll.PeriodID) error {
	return errors.Join(
		r.readNow(ctx, school, listKey{school: school.ID, list: lists.PeriodList}),
		r.readNow(ctx, school, listKey{school: school.ID, list: lists.StatusList, period: period}),
		r.readNow(ctx, school, ofPeriod(school.ID, period)),
	)
}

// Forget drops the school's lists from memory after a person changed them.
func (r *Rosters) Forget(ctx context.Context, school roll.SchoolID) error {
	r.copies.Invalidate(listKey{school: school, list: lists.PeriodList})
	periods, err := r.store.Periods(ctx, school)
	if err != nil {
		return err
	}
	for _, period := range periods {
		r.copies.Invalidate(listKey{school: school, list: lists.StatusList, period: period.ID})
		r.copies.Invalidate(ofPeriod(school, period.ID))
	}
	return nil
}
