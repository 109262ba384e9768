// Package rosters keeps what a school's data consists of close at hand: periods,
// students, statuses. People get the last copy at once; a copy that has become
// old is read again behind their backs, and shown with its age until then.
package rosters

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"rollbook/web/office/finder"
	"rollbook/web/roll"
	"rollbook/web/store"
)

const (
	// staleAfter is the age at which a copy is read again.
	staleAfter = 10 * time.Minute
	// retryAfter is the pause after a failed reading.
	retryAfter = time.Minute
	// lookAgainAfter is the time for which a copy is taken from memory without asking
	// the database, where another process may have put a newer one.
	lookAgainAfter = 5 * time.Second
	// forgetAfter is the time after which a copy that nobody asks for leaves the memory.
	forgetAfter = 5 * time.Minute
	// readLimit bounds the reading of one list.
	readLimit = 30 * time.Second
	// copiesInMemory bounds the memory.
	copiesInMemory = 2000
)

// Service reads the lists of a school from its service.
type Service interface {
	Periods(ctx context.Context, school roll.School) ([]roll.Period, error)
	Statuses(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Status, error)
	Students(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Enrolment, error)
}

// Explain names why a reading failed, for the catalogue.
type Explain func(error) string

// Rosters gives out the lists of all schools. It is safe for concurrent use.
type Rosters struct {
	store   *store.Store
	service Service
	explain Explain
	clock   func() time.Time
	log     *slog.Logger
	copies  *otter.Cache[listKey, *copied]

	mu      sync.Mutex
	reading map[readingKey]*reading
	work    sync.WaitGroup
	// closed ends when nobody needs the readings any more.
	closed context.Context
	close  context.CancelFunc
}

// listKey names one list of one school.
type listKey struct {
	school roll.SchoolID
	list   store.List
	period roll.PeriodID
}

// copied is one list with what is known about it; only one of the values is set.
type copied struct {
	state    store.ListState
	periods  []roll.Period
	statuses []roll.Status
	students *students
}

// New keeps copies in the store and reads new ones from the service.
func New(store *store.Store, service Service, explain Explain, clock func() time.Time, log *slog.Logger) (*Rosters, error) {
	copies, err := otter.New(&otter.Options[listKey, *copied]{
		MaximumSize:       copiesInMemory,
		ExpiryCalculator:  otter.ExpiryWriting[listKey, *copied](forgetAfter),
		RefreshCalculator: otter.RefreshWriting[listKey, *copied](lookAgainAfter),
		Logger:            &otter.NoopLogger{},
	})
	if err != nil {
		return nil, fmt.Errorf("make room for rosters: %w", err)
	}
	closed, end := context.WithCancel(context.Background())
	return &Rosters{
		store: store, service: service, explain: explain, clock: clock, log: log,
		copies: copies, reading: make(map[readingKey]*reading), closed: closed, close: end,
	}, nil
}

// Close ends the readings under way: the copies stay as they are.
func (r *Rosters) Close() {
	r.close()
	r.work.Wait()
	r.copies.StopAllGoroutines()
}

func ageOf(state store.ListState) roll.Age {
	return roll.Age{ReadAt: state.ReadAt, Stale: state.Problem != "", Problem: state.Problem, Generation: state.Generation}
}

// Periods are the school's periods.
func (r *Rosters) Periods(ctx context.Context, school roll.School) ([]roll.Period, roll.Age, error) {
	copied, err := r.get(ctx, school, listKey{school: school.ID, list: store.PeriodList})
	if err != nil {
		return nil, roll.Age{}, err
	}
	return copied.periods, ageOf(copied.state), nil
}

// Statuses are the school's attendance statuses.
func (r *Rosters) Statuses(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Status, roll.Age, error) {
	copied, err := r.get(ctx, school, listKey{school: school.ID, list: store.StatusList, period: period})
	if err != nil {
		return nil, roll.Age{}, err
	}
	return copied.statuses, ageOf(copied.state), nil
}

// Classes are the classes of a period, in the order of the school's list.
func (r *Rosters) Classes(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Class, roll.Age, error) {
	copied, err := r.get(ctx, school, listKey{school: school.ID, list: store.StudentList(period), period: period})
	if err != nil {
		return nil, roll.Age{}, err
	}
	return copied.students.classes, ageOf(copied.state), nil
}

// Roster is the list of one class or group, whoever may see it; roll.NotFound when the
// period has no such class.
func (r *Rosters) Roster(ctx context.Context, school roll.School, period roll.PeriodID, class roll.ClassID) (roll.Roster, error) {
	if id, ok := class.Group(); ok {
		roster, err := r.groupRoster(ctx, school, period, id)
		if roll.KindOf(err) != roll.NotFound || err == nil {
			return roster, err
		}
	}
	copied, err := r.get(ctx, school, listKey{school: school.ID, list: store.StudentList(period), period: period})
	if err != nil {
		return roll.Roster{}, err
	}
	return copied.students.roster(class, ageOf(copied.state))
}

// Students are all students of a period in the order of the school's list.
func (r *Rosters) Students(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Enrolment, roll.Age, error) {
	copied, err := r.get(ctx, school, listKey{school: school.ID, list: store.StudentList(period), period: period})
	if err != nil {
		return nil, roll.Age{}, err
	}
	return copied.students.all, ageOf(copied.state), nil
}

// Former returns the periods, statuses and roster of the connection that the school had with an earlier
// generation, for a page that was made then.
func (r *Rosters) Former(ctx context.Context, school roll.School, generation int64, period roll.PeriodID, class roll.ClassID) (roll.Lists, roll.Roster, error) {
	lists, err := r.store.FormerLists(ctx, school.ID, generation)
	if err != nil {
		return lists, roll.Roster{}, err
	}
	all := arrange(lists.Students[period])
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
	roster, err := all.roster(class, roll.Age{})
	return lists, roster, err
}

// Find looks for students of a period, at most so many of them; the errors for people are
// those of finder.Index.Find.
func (r *Rosters) Find(ctx context.Context, school roll.School, period roll.PeriodID, text string, most int) (finder.Found, error) {
	copied, err := r.get(ctx, school, listKey{school: school.ID, list: store.StudentList(period), period: period})
	if err != nil {
		return finder.Found{}, err
	}
	return copied.students.index().Find(text, most)
}

// get is the copy in memory, or the one in the database. A list that was never
// read is read now, while the person waits; one that is old, in the background.
func (r *Rosters) get(ctx context.Context, school roll.School, key listKey) (*copied, error) {
	found, err := r.copies.Get(ctx, key, copies{r})
	if err != nil {
		return nil, fmt.Errorf("look up %s of school %s: %w", key.list, key.school, err)
	}
	if found.state.Generation < school.Generation {
		// Its numbers may name others by now.
		if found, err = r.load(ctx, key); err != nil {
			return nil, err
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
		return nil, err
	}
	return r.load(ctx, key)
}

// due reports whether the list should be read again now.
func (r *Rosters) due(state store.ListState) bool {
	if state.Source != "" && state.Source != store.FromService {
		return false
	}
	now, wait := r.clock(), retryAfter
	if state.Problem == store.ListHeld {
		wait = staleAfter
	}
	return now.Sub(state.ReadAt) >= staleAfter && now.Sub(state.TriedAt) >= wait
}

// load reads the copy in the database: again where its numbers may name others than when it began.
func (r *Rosters) load(ctx context.Context, key listKey) (*copied, error) {
	for {
		loaded, err := r.loadOnce(ctx, key)
		if err != nil {
			return nil, err
		}
		state, err := r.store.ListState(ctx, key.school, key.list)
		if err != nil || state.Generation == loaded.state.Generation {
			return loaded, err
		}
	}
}

func (r *Rosters) loadOnce(ctx context.Context, key listKey) (*copied, error) {
	state, err := r.store.ListState(ctx, key.school, key.list)
	if err != nil {
		return nil, err
	}
	loaded := &copied{state: state, students: arrange(nil)}
	if state.ReadAt.IsZero() {
		return loaded, nil
	}
	switch key.list {
	case store.PeriodList:
		loaded.periods, err = r.store.Periods(ctx, key.school)
	case store.StatusList:
		loaded.statuses, err = r.store.Statuses(ctx, key.school)
	default:
		var all []roll.Enrolment
		all, err = r.store.Students(ctx, key.school, key.period)
		loaded.students = arrange(all)
	}
	return loaded, err
}

// copies loads what the memory lacks.
type copies struct{ *Rosters }

// Load reads a copy that is not in memory.
func (c copies) Load(ctx context.Context, key listKey) (*copied, error) { return c.load(ctx, key) }

// Reload reads a copy again, if it is not the one in memory.
func (c copies) Reload(ctx context.Context, key listKey, before *copied) (*copied, error) {
	state, err := c.store.ListState(ctx, key.school, key.list)
	if err != nil {
		return nil, err
	}
	if state.ReadAt.Equal(before.state.ReadAt) && key.list != store.StatusList {
		return &copied{state: state, periods: before.periods, students: before.students}, nil
	}
	return c.load(ctx, key)
}

// Refresh reads all lists of the school and the period again, now, but for those that
// the school gave itself.
func (r *Rosters) Refresh(ctx context.Context, school roll.School, period roll.PeriodID) error {
	return errors.Join(
		r.readNow(ctx, school, listKey{school: school.ID, list: store.PeriodList}),
		r.readNow(ctx, school, listKey{school: school.ID, list: store.StatusList, period: period}),
		r.readNow(ctx, school, listKey{school: school.ID, list: store.StudentList(period), period: period}),
	)
}

// Forget has the lists of the school be looked up in the database again, after a person
// changed them.
func (r *Rosters) Forget(ctx context.Context, school roll.SchoolID) error {
	r.copies.Invalidate(listKey{school: school, list: store.PeriodList})
	periods, err := r.store.Periods(ctx, school)
	if err != nil {
		return err
	}
	for _, period := range periods {
		r.copies.Invalidate(listKey{school: school, list: store.StatusList, period: period.ID})
		r.copies.Invalidate(listKey{school: school, list: store.StudentList(period.ID), period: period.ID})
	}
	return nil
}
