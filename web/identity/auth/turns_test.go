package auth

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
)

func TestWhoGoesFirstWaitsForNobodyButThoseWhoWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(1)
		if err := turns.take(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		var order []string
		var mu sync.Mutex
		wait := func(name string, first bool) {
			go func() {
				if err := turns.take(t.Context(), first); err != nil {
					t.Error(err)
				}
				mu.Lock()
				order = append(order, name)
				mu.Unlock()
				turns.give()
			}()
			synctest.Wait()
		}
		wait("stranger", false)
		wait("another stranger", false)
		wait("known", true)
		turns.give()
		synctest.Wait()
		if want := []string{"known", "stranger", "another stranger"}; !slices.Equal(order, want) {
			t.Errorf("the order is %q, want %q", order, want)
		}
		if turns.free != 1 {
			t.Errorf("%d turns are free at the end", turns.free)
		}
	})
}

func TestWhoGivesUpWaitingLeavesNoTurnTaken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(1)
		_ = turns.take(t.Context(), false)
		ctx, cancel := context.WithCancel(t.Context())
		var left sync.WaitGroup
		for i := range 20 {
			left.Go(func() {
				if err := turns.take(ctx, i%2 == 0); !errors.Is(err, context.Canceled) {
					t.Errorf("whoever gives up is told %v", err)
				}
			})
		}
		synctest.Wait()
		cancel()
		left.Wait()
		turns.give()
		if turns.free != 1 || len(turns.first)+len(turns.others) != 0 {
			t.Errorf("%d turns are free, %d wait", turns.free, len(turns.first)+len(turns.others))
		}
	})
}
