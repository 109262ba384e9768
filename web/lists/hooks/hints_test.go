package hooks

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/roll"
)

// reader records the times and the schools of readings, which take a while.
type reader struct {
	mu    sync.Mutex
	began map[roll.SchoolID][]time.Time
	open  int
	most  int
	takes time.Duration
	fails error
}

func (r *reader) readAgain(ctx context.Context, school roll.SchoolID) error {
	r.mu.Lock()
	r.began[school] = append(r.began[school], time.Now())
	r.open++
	r.most = max(r.most, r.open)
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		r.open--
		r.mu.Unlock()
	}()
	select {
	case <-time.After(r.takes):
	case <-ctx.Done():
	}
	return r.fails
}

// at returns the times at which the school was read.
func (r *reader) at(school roll.SchoolID) []time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.began[school])
}

func inBubble(t *testing.T, r *reader, test func(h *hints)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r.began = make(map[roll.SchoolID][]time.Time)
		h := newHints(r.readAgain, slog.New(slog.DiscardHandler))
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { h.run(ctx) })
		test(h)
		stop()
		running.Wait()
	})
}

func TestAThousandHintsInAMinuteCostFewReadings(t *testing.T) {
	t.Parallel()
	r := &reader{takes: time.Second}
	inBubble(t, r, func(h *hints) {
		for range 1000 {
			h.hint("north")
			time.Sleep(60 * time.Millisecond)
		}
		last := time.Now()
		time.Sleep(time.Minute)
		began := r.at("north")
		if len(began) > 4 {
			t.Errorf("%d readings", len(began))
		}
		if !began[len(began)-1].After(last) {
			t.Error("no reading began after the last hint")
		}
		time.Sleep(time.Hour)
		if len(r.at("north")) != len(began) {
			t.Error("it is read without a hint")
		}
	})
}

func TestReadingsMoveApartWhileHintsKeepComing(t *testing.T) {
	t.Parallel()
	r := &reader{takes: time.Second}
	inBubble(t, r, func(h *hints) {
		for range 3600 {
			h.hint("north")
			time.Sleep(time.Second)
		}
		if readings := len(r.at("north")); readings < 10 || readings > 20 {
			t.Errorf("%d readings in an hour", readings)
		}
		time.Sleep(time.Hour)
		h.hint("north")
		asked := time.Now()
		time.Sleep(10 * time.Second)
		if began := r.at("north"); began[len(began)-1].Before(asked) {
			t.Error("after a pause the next hint waits")
		}
	})
}

func TestAHintDuringAReadingIsFollowedByAnother(t *testing.T) {
	t.Parallel()
	r := &reader{takes: time.Minute, fails: errors.New("down")}
	inBubble(t, r, func(h *hints) {
		h.hint("north")
		time.Sleep(10 * time.Second)
		h.hint("north")
		time.Sleep(5 * time.Minute)
		if began := r.at("north"); len(began) != 2 || began[1].Sub(began[0]) < time.Minute {
			t.Errorf("read at %v", began)
		}
	})
}

func TestASchoolIsNotReadLaterBecauseAnotherReportsALot(t *testing.T) {
	t.Parallel()
	r := &reader{takes: time.Second}
	inBubble(t, r, func(h *hints) {
		for _, school := range []roll.SchoolID{"a", "b", "c", "d", "e", "f"} {
			h.hint(school)
		}
		asked := time.Now()
		time.Sleep(10 * time.Second)
		r.mu.Lock()
		defer r.mu.Unlock()
		for school, began := range r.began {
			if len(began) != 1 || began[0].Sub(asked) > 4*time.Second {
				t.Errorf("%s is read at %v", school, began)
			}
		}
		if len(r.began) != 6 || r.most > atOnce {
			t.Errorf("%d schools are read, %d at once", len(r.began), r.most)
		}
	})
}
