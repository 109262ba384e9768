package auth

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
)

// The queues of two names.
const oak, hill Lane = 3, 4

func TestTheFirstLanePassesTheOthersWhichTakeTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(1)
		if err := turns.take(t.Context(), oak); err != nil {
			t.Fatal(err)
		}
		var order []string
		var mu sync.Mutex
		wait := func(name string, lane Lane) {
			go func() {
				if err := turns.take(t.Context(), lane); err != nil {
					t.Error(err)
				}
				mu.Lock()
				order = append(order, name)
				mu.Unlock()
				turns.give()
			}()
			synctest.Wait()
		}
		wait("oak's stranger", oak)
		wait("oak's second stranger", oak)
		wait("oak's third stranger", oak)
		wait("hill's stranger", hill)
		wait("known", First)
		turns.give()
		synctest.Wait()
		if want := []string{"known", "oak's stranger", "hill's stranger", "oak's second stranger", "oak's third stranger"}; !slices.Equal(order, want) {
			t.Errorf("the order is %q, want %q", order, want)
		}
		if turns.free != 1 {
			t.Errorf("%d turns are free at the end", turns.free)
		}
	})
}

func TestACallerWhoGivesUpLeavesNoTurnTaken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(1)
		_ = turns.take(t.Context(), oak)
		ctx, cancel := context.WithCancel(t.Context())
		var left sync.WaitGroup
		for i := range 20 {
			left.Go(func() {
				if err := turns.take(ctx, []Lane{First, oak}[i%2]); !errors.Is(err, context.Canceled) {
					t.Errorf("whoever gives up is told %v", err)
				}
			})
		}
		synctest.Wait()
		cancel()
		left.Wait()
		turns.give()
		if turns.free != 1 || len(turns.lanes)+len(turns.order) != 0 {
			t.Errorf("%d turns are free, %d wait", turns.free, len(turns.lanes)+len(turns.order))
		}
	})
}
