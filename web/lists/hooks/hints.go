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
)

// hints are the schools whose lists must be read again. It uses real time.
type hints struct {
	readAgain func(context.Context, roll.SchoolID) error
	log       *slog.Logger
	wake      chan struct{}

	mu      sync.Mutex
	due     map[roll.SchoolID]time.Time
	read    map[roll.SchoolID]last
	reading map[roll.SchoolID]bool
}

// last is the time of a school's last reading, with the required gap before the next.
type last struct {
	at  time.Time
	gap time.Duration
}

// next returns the last value for a reading that begins now. The gap grows, unless there was a pause.
func (l last) next(now time.Time) last {
	if l.gap == 0 || now.Sub(l.at) > 2*l.gap {
		return last{now, apart}
	}
	return last{now, min(2*l.gap, farthest)}
}

func newHints(readAgain func(context.Context, roll.SchoolID) error, log *slog.Logger) *hints {
	return &hints{
		readAgain: readAgain, log: log, wake: make(chan struct{}, 1),
		due: make(map[roll.SchoolID]time.Time), read: make(map[roll.SchoolID]last), reading: make(map[roll.SchoolID]bool),
	}
}

// hint records that something has changed at the school. A later reading will see it. It does not delay a due
// reading.
func (h *hints) hint(school roll.SchoolID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, waits := h.due[school]; waits {
		return
	}
	at := time.Now().Add(settleFor)
	if soonest := h.read[school].at.Add(h.read[school].gap); soonest.After(at) {
		at = soonest
	}
	h.due[school] = at
	h.look()
}

func (h *hints) look() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// run reads until the context ends, then waits for the running readings.
func (h *hints) run(ctx context.Context) {
	var work sync.WaitGroup
	defer work.Wait()
	timer := time.NewTimer(apart)
	defer timer.Stop()
	for {
		taken, wait := h.take(time.Now())
		for _, school := range taken {
			work.Go(func() { h.readOne(ctx, school) })
		}
		timer.Reset(wait)
		select {
		case <-ctx.Done():
			return
		case <-h.wake:
		case <-timer.C:
		}
	}
}

// take returns the schools to read now, and the time until the next is due.
func (h *hints) take(now time.Time) (taken []roll.SchoolID, wait time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	wait = apart
	for school, at := range h.due {
		switch until := at.Sub(now); {
		case h.reading[school]:
			// It is checked again after the running reading.
		case until > 0:
			wait = min(wait, until)
		case len(h.reading) < atOnce:
			delete(h.due, school)
			h.reading[school], h.read[school] = true, h.read[school].next(now)
			taken = append(taken, school)
		}
	}
	for school, read := range h.read {
		if now.Sub(read.at) > 2*read.gap && !h.reading[school] {
			delete(h.read, school)
		}
	}
	return taken, wait
}

func (h *hints) readOne(ctx context.Context, school roll.SchoolID) {
	if err := h.readAgain(ctx, school); err != nil && ctx.Err() == nil {
		h.log.WarnContext(ctx, "what a school's system hinted at could not be read", "school", school, "error", err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.reading, school)
	h.look()
}
