package auth

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// turns lets a few callers work at a time. A first caller waits only for those at work.
type turns struct {
	mu            sync.Mutex
	free          int
	first, others []chan struct{}
}

func newTurns(atOnce int) *turns { return &turns{free: atOnce} }

// take waits for a turn. It returns the context's error if that ends first.
func (t *turns) take(ctx context.Context, first bool) error {
	turn := t.queue(first)
	if turn == nil {
		return nil
	}
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	t.leave(turn)
	return fmt.Errorf("wait for a turn to hash: %w", context.Cause(ctx))
}

// queue takes a free turn and returns nil, or returns a channel to wait on.
func (t *turns) queue(first bool) chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.free > 0 {
		t.free--
		return nil
	}
	turn := make(chan struct{})
	if first {
		t.first = append(t.first, turn)
	} else {
		t.others = append(t.others, turn)
	}
	return turn
}

// leave stops waiting, or passes on a turn that came at the same moment.
func (t *turns) leave(turn chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	isTurn := func(other chan struct{}) bool { return other == turn }
	waiting := len(t.first) + len(t.others)
	t.first, t.others = slices.DeleteFunc(t.first, isTurn), slices.DeleteFunc(t.others, isTurn)
	if len(t.first)+len(t.others) == waiting {
		t.pass()
	}
}

// give ends a turn.
func (t *turns) give() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pass()
}

// pass lets the next one work.
func (t *turns) pass() {
	for _, queue := range []*[]chan struct{}{&t.first, &t.others} {
		if len(*queue) > 0 {
			close((*queue)[0])
			*queue = (*queue)[1:]
			return
		}
	}
	t.free++
}
