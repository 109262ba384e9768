package auth

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// Lane is a queue of those who wait to hash. The lanes take turns, so that many tries in one delay no other. Names on
// unknown devices have those from 0 on (counterKeys.queue).
type Lane int

// First is the lane of known devices, tablets and new passwords. It passes all others.
const First Lane = -1

// turns lets a few callers work at a time. A caller in the First lane waits only for those at work.
type turns struct {
	mu    sync.Mutex
	free  int
	lanes map[Lane][]chan struct{}
	// order contains the lanes in which callers wait, the next one first.
	order []Lane
}

func newTurns(atOnce int) *turns { return &turns{free: atOnce, lanes: make(map[Lane][]chan struct{})} }

// take waits for a turn. It returns the context's error if that ends first.
func (t *turns) take(ctx context.Context, lane Lane) error {
	turn := t.queue(lane)
	if turn == nil {
		return nil
	}
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	t.leave(lane, turn)
	return fmt.Errorf("wait for a turn to hash: %w", context.Cause(ctx))
}

// queue takes a free turn and returns nil, or returns a channel to wait on.
func (t *turns) queue(lane Lane) chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.free > 0 {
		t.free--
		return nil
	}
	if len(t.lanes[lane]) == 0 {
		t.order = append(t.order, lane)
	}
	turn := make(chan struct{})
	t.lanes[lane] = append(t.lanes[lane], turn)
	return turn
}

// leave stops waiting, or passes on a turn that came at the same moment.
func (t *turns) leave(lane Lane, turn chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := slices.Index(t.lanes[lane], turn)
	if at < 0 {
		t.pass()
		return
	}
	t.keep(lane, slices.Delete(t.lanes[lane], at, at+1))
}

// give ends a turn.
func (t *turns) give() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pass()
}

// pass gives the slot to the next waiter and moves its lane to the back.
func (t *turns) pass() {
	if len(t.order) == 0 {
		t.free++
		return
	}
	at := max(0, slices.Index(t.order, First))
	lane := t.order[at]
	t.order = append(slices.Delete(t.order, at, at+1), lane)
	waiting := t.lanes[lane]
	close(waiting[0])
	t.keep(lane, waiting[1:])
}

// keep stores who waits in the lane.
func (t *turns) keep(lane Lane, waiting []chan struct{}) {
	t.lanes[lane] = waiting
	if len(waiting) == 0 {
		delete(t.lanes, lane)
		t.order = slices.DeleteFunc(t.order, func(other Lane) bool { return other == lane })
	}
}
