package hooks

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"rollbook/web/roll"
)

const (
	// settleFor is how long a hint waits for others, since changes often come together.
	settleFor = 2 * time.Second
	// apart is the least time between a school's readings. It grows to farthest while hints keep coming: a
	// school system may report every mark of a morning.
	apart    = 30 * time.Second
	farthest = 5 * time.Minute
	// atOnce limits the concurrent readings.
	atOnce = 4
	// lookEvery is the time between two looks for schools that are due.
	lookEvery = 500 * time.Millisecond
)

// hints are the schools whose lists must be read again. It uses real time.
type hints struct {
	readAgain func(context.Context, roll.SchoolID) error
	log       *slog.Logger

	mu      sync.Mutex
	schools map[roll.SchoolID]*hinted
	reading int
}

// hinted is the next reading of a school, due at no time without a hint, with its last and the gap between them.
type hinted struct {
	due, last time.Time
	gap       time.Duration
	reading   bool
}

func newHints(readAgain func(context.Context, roll.SchoolID) error, log *slog.Logger) *hints {
	return &hints{readAgain: readAgain, log: log, schools: make(map[roll.SchoolID]*hinted)}
}

// hint records that something has changed at the school. A later reading will see it. It does not delay a due
// reading.
func (h *hints) hint(school roll.SchoolID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	one := h.schools[school]
	if one == nil {
		one = &hinted{}
		h.schools[school] = one
	}
	if one.due.IsZero() {
		one.due = time.Now().Add(settleFor)
		if soonest := one.last.Add(one.gap); soonest.After(one.due) {
			one.due = soonest
		}
	}
}

// run reads until the context ends, then waits for the running readings.
func (h *hints) run(ctx context.Context) {
	var work sync.WaitGroup
	defer work.Wait()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-look.C:
			for school, one := range h.take(now) {
				work.Go(func() { h.read(ctx, school, one) })
			}
		}
	}
}

// take returns the schools to read now. It forgets those that had a pause, so that the next gap is short again.
func (h *hints) take(now time.Time) map[roll.SchoolID]*hinted {
	h.mu.Lock()
	defer h.mu.Unlock()
	taken := make(map[roll.SchoolID]*hinted)
	for school, one := range h.schools {
		switch {
		case one.reading:
		case one.due.IsZero() && now.Sub(one.last) > 2*one.gap:
			delete(h.schools, school)
		case !one.due.IsZero() && !one.due.After(now) && h.reading < atOnce:
			*one = hinted{last: now, gap: max(apart, min(2*one.gap, farthest)), reading: true}
			taken[school] = one
			h.reading++
		}
	}
	return taken
}

func (h *hints) read(ctx context.Context, school roll.SchoolID, one *hinted) {
	if err := h.readAgain(ctx, school); err != nil && ctx.Err() == nil {
		h.log.WarnContext(ctx, "refresh after a webhook failed", "school", school, "error", err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	one.reading = false
	h.reading--
}
