// Package comparing reads, where a school's system lets a day be read, what it has
// recorded, and holds it beside what Rollbook has settled: marks made there are shown, marks
// changed there become conflicts. A person who looks never waits
// for it: she sees the last comparison with its age, and the next is made meanwhile.
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
	// every is the age from which somebody's look at a comparison begins the next; a
	// reading that failed is tried again after the same time.
	every = 5 * time.Minute
	// readingLimit bounds a reading.
	readingLimit = 30 * time.Second
	// keptFor is the time after which a comparison that nobody looks at is forgotten.
	keptFor = time.Hour
)

// Service reads the days of a school's system.
type Service interface {
	CanRead(ctx context.Context, school roll.School) (bool, error)
	ReadDay(ctx context.Context, school roll.School, period roll.PeriodID, date roll.Date) ([]roll.DayMark, error)
}

// Rosters tells who is in a period.
type Rosters interface {
	Students(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Enrolment, roll.Age, error)
}

// Marks tells every mark of a school on a date, and keeps what was found out about them.
type Marks interface {
	Day(ctx context.Context, school roll.SchoolID, date roll.Date, each func(roll.Mark)) error
	Aliases(ctx context.Context, school roll.SchoolID) (map[string]roll.StatusID, error)
	NoteChangedElsewhere(ctx context.Context, school roll.SchoolID, date roll.Date, changed []roll.Difference) (moved int, err error)
}

// Means reports whether the name means the status: it is its own or one of its aliases.
type Means func(aliases map[string]roll.StatusID, name string, status roll.StatusID, statusName string) bool

// Listeners are told what changed.
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

// day names the day that one reading tells of.
type day struct {
	school roll.SchoolID
	period roll.PeriodID
	date   roll.Date
}

// entry is the last comparison of a day.
type entry struct {
	last  roll.Comparison
	known bool
	// lookedAt is the time at which somebody last asked for it, triedAt the time at which its
	// last reading began.
	lookedAt, triedAt time.Time
	reading           bool
}

// New compares days.
func New(service Service, rosters Rosters, marks Marks, means Means, heard Listeners, clock func() time.Time, log *slog.Logger) *Comparing {
	ctx, cancel := context.WithCancel(context.Background())
	return &Comparing{
		service: service, rosters: rosters, marks: marks, means: means, heard: heard, clock: clock, log: log,
		days: make(map[day]*entry), ctx: ctx, cancel: cancel,
	}
}

// Latest is the last comparison of the day; ok is false while there is none, and always
// where the school's system lets no day be read. One that is due is begun.
func (c *Comparing) Latest(ctx context.Context, school roll.School, period roll.PeriodID, date roll.Date) (latest roll.Comparison, ok bool, err error) {
	readable, err := c.service.CanRead(ctx, school)
	if err != nil || !readable {
		return roll.Comparison{}, false, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	key := day{school.ID, period, date}
	found := c.days[key]
	if found == nil {
		c.forget()
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

// Expire makes the next look at the school read again: its system hinted at a change.
func (c *Comparing) Expire(school roll.SchoolID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, found := range c.days {
		if key.school == school {
			found.triedAt = time.Time{}
		}
	}
}

// Close ends the readings under way.
func (c *Comparing) Close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.cancel()
	c.work.Wait()
}

// forget drops what nobody has looked at for long.
func (c *Comparing) forget() {
	now := c.clock()
	for key, found := range c.days {
		if !found.reading && now.Sub(found.lookedAt) > keptFor {
			delete(c.days, key)
		}
	}
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

// keep ends a reading. It reports whether other marks than before were made elsewhere: whoever
// looks at the day is told.
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

// read reads first the service's day and then ours: what is answered in between is left
// out by its time.
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
	marks := make(map[roll.EnrolmentID]roll.Mark)
	if err := c.marks.Day(ctx, school.ID, key.date, func(mark roll.Mark) { marks[mark.Enrolment] = mark }); err != nil {
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
		asSent = c.means(aliases, there, mark.Status, mark.Sent)
		return c.means(nil, there, 0, mark.Returned) || asSent && mark.Outcome == roll.Saved, asSent
	}, err
}

// settle makes conflicts of what was changed in the school system.
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
