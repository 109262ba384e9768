// Package comparing compares a school system's day, where it can be read, with Rollbook's settled marks:
// marks made there are shown, and marks changed there become conflicts. Viewers never wait: they see the last
// comparison with its age, while the next is made.
package comparing

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"time"

	"rollbook/web/live"
	"rollbook/web/roll"
)

const (
	// every is the age from which viewing a comparison starts the next one. A failed reading is repeated
	// after the same time.
	every = 5 * time.Minute
	// readingLimit limits a reading.
	readingLimit = 30 * time.Second
	// keptFor is how long an unused comparison is kept.
	keptFor = time.Hour
)

// Service reads days from a school's system.
type Service interface {
	CanRead(ctx context.Context, school roll.School) (bool, error)
	ReadDay(ctx context.Context, school roll.School, period roll.PeriodID, date roll.Date) ([]roll.DayMark, error)
}

// Rosters provides the students of a period.
type Rosters interface {
	Students(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Enrolment, roll.Age, error)
}

// Marks provides the marks of a school on a date, and stores changes found in them.
type Marks interface {
	Day(ctx context.Context, school roll.SchoolID, date roll.Date) (map[roll.EnrolmentID]roll.Mark, error)
	Aliases(ctx context.Context, school roll.SchoolID) (map[string]roll.StatusID, error)
	NoteChangedElsewhere(ctx context.Context, school roll.SchoolID, date roll.Date, changed []roll.Difference) (moved int,
		err error)
}

// Means reports whether the name is the status's own or one of its aliases.
type Means func(aliases map[string]roll.StatusID, name string, status roll.StatusID, statusName string) bool

// Listeners are notified of changes.
type Listeners interface {
	Changed(topics ...live.Topic)
}

// Comparing makes comparisons. It is safe for concurrent use.
type Comparing struct {
	service Service
	rosters Rosters
	marks   Marks
	means   Means
	heard   Listeners
	clock   func() time.Time
	log     *slog.Logger

	mu     sync.Mutex
	days   map[day]*entry
	closed bool
	work   sync.WaitGroup
	ctx    context.Context //nolint:containedctx // the life of the readings under way, ended by Close
	cancel context.CancelFunc
}

// day identifies the content of one reading.
type day struct {
	school roll.SchoolID
	period roll.PeriodID
	date   roll.Date
}

// entry is the last comparison of a day.
type entry struct {
	last  roll.Comparison
	known bool
	// lookedAt is when the comparison was last requested, triedAt when its last reading began.
	lookedAt, triedAt time.Time
	reading           bool
}

// New makes a Comparing.
func New(service Service, rosters Rosters, marks Marks, means Means, heard Listeners, clock func() time.Time,
	log *slog.Logger) *Comparing {
	ctx, cancel := context.WithCancel(context.Background())
	return &Comparing{
		service: service, rosters: rosters, marks: marks, means: means, heard: heard, clock: clock, log: log,
		days: make(map[day]*entry), ctx: ctx, cancel: cancel,
	}
}

// Latest returns the last comparison of the day, or false while there is none and when the school's system
// cannot be read. It starts the next one when it is due.
func (c *Comparing) Latest(ctx context.Context, school roll.School, period roll.PeriodID,
	date roll.Date) (latest roll.Comparison, ok bool, err error) {
	readable, err := c.service.CanRead(ctx, school)
	if err != nil || !readable {
		return roll.Comparison{}, false, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	key := day{school.ID, period, date}
	found := c.days[key]
	if found == nil {
		now := c.clock()
		for key, found := range c.days {
			if !found.reading && now.Sub(found.lookedAt) > keptFor {
				delete(c.days, key)
			}
		}
		found = &entry{}
		c.days[key] = found
	}
	now := c.clock()
	found.lookedAt = now
	if !found.reading && !c.closed && now.Sub(found.triedAt) >= every {
		found.reading, found.triedAt = true, now
		c.work.Go(func() { c.compare(school, key, found) })
	}
	return found.last, found.known, nil
}

// Expire makes the next request for the school read again, after a hint of a change from its system.
func (c *Comparing) Expire(school roll.SchoolID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, found := range c.days {
		if key.school == school {
			found.triedAt = time.Time{}
		}
	}
}

// Close ends the running readings.
func (c *Comparing) Close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.cancel()
	c.work.Wait()
}

func (c *Comparing) compare(school roll.School, key day, into *entry) {
	ctx, cancel := context.WithTimeout(c.ctx, readingLimit)
	defer cancel()
	made, err := c.read(ctx, school, key)
	if err == nil {
		err = c.settle(ctx, school, key, made)
	}
	if err != nil && c.ctx.Err() == nil {
		c.log.WarnContext(ctx, "a school's day could not be compared", "school", school.ID, "date", key.date, "error", err)
	}
	if c.keep(into, made, err) {
		c.heard.Changed(live.DayOf(key.school, key.date))
	}
}

// keep ends a reading. It reports whether the marks made elsewhere have changed, so that viewers must be
// notified.
func (c *Comparing) keep(into *entry, made roll.Comparison, failure error) (changed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	into.reading = false
	if failure != nil {
		return false
	}
	changed = !maps.Equal(into.last.Elsewhere, made.Elsewhere)
	into.last, into.known = made, true
	return changed
}

// read reads the service's day first and then ours. Marks answered in between are left out by their time.
func (c *Comparing) read(ctx context.Context, school roll.School, key day) (roll.Comparison, error) {
	students, _, err := c.rosters.Students(ctx, school, key.period)
	if err != nil {
		return roll.Comparison{}, err
	}
	began := c.clock()
	recorded, err := c.service.ReadDay(ctx, school, key.period, key.date)
	if err != nil {
		return roll.Comparison{}, err
	}
	marks, err := c.marks.Day(ctx, school.ID, key.date)
	if err != nil {
		return roll.Comparison{}, err
	}
	same, err := c.sameStatus(ctx, school.ID)
	if err != nil {
		return roll.Comparison{}, err
	}
	return roll.Compare(students, marks, recorded, began, same), nil
}

func (c *Comparing) sameStatus(ctx context.Context, school roll.SchoolID) (roll.SameStatus, error) {
	aliases, err := c.marks.Aliases(ctx, school)
	return func(mark roll.Mark, there string) (asReturned, asSent bool) {
		asSent = c.means(aliases, there, mark.Status.ID, mark.Status.Name)
		return c.means(nil, there, 0, mark.Returned) || asSent && mark.Outcome == roll.Saved, asSent
	}, err
}

// settle turns marks that were changed in the school system into conflicts.
func (c *Comparing) settle(ctx context.Context, school roll.School, key day, made roll.Comparison) error {
	changed := made.ChangedElsewhere(school.Apply)
	if len(changed) == 0 {
		return nil
	}
	moved, err := c.marks.NoteChangedElsewhere(ctx, key.school, key.date, changed)
	if moved > 0 {
		c.heard.Changed(live.DayOf(key.school, key.date))
	}
	return err
}
