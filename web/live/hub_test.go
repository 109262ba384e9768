package live

import (
	"sync"
	"sync/atomic"
	"testing"
)

// heard reports whether a value can be received.
func heard(changed <-chan struct{}) bool {
	select {
	case <-changed:
		return true
	default:
		return false
	}
}

func TestEveryListenerOfATopicGetsASignal(t *testing.T) {
	t.Parallel()
	hub := NewHub()
	first, stopFirst := hub.Listen("day")
	defer stopFirst()
	second, stopSecond := hub.Listen("day")
	defer stopSecond()
	other, stopOther := hub.Listen("other day")
	defer stopOther()
	hub.Changed("day")
	if !heard(first) || !heard(second) {
		t.Error("somebody was not told")
	}
	if heard(other) {
		t.Error("somebody was told of what she did not ask for")
	}
}

func TestSimultaneousChangesAreOneSignal(t *testing.T) {
	t.Parallel()
	hub := NewHub()
	changed, stop := hub.Listen("day")
	defer stop()
	for range 100 {
		hub.Changed("day", "day")
	}
	if !heard(changed) || heard(changed) {
		t.Error("they were not told as one")
	}
	hub.Changed("day")
	if !heard(changed) {
		t.Error("a later change was not told")
	}
}

func TestAChangeBeforeListeningGivesNoSignal(t *testing.T) {
	t.Parallel()
	hub := NewHub()
	hub.Changed("day")
	changed, stop := hub.Listen("day")
	defer stop()
	if heard(changed) {
		t.Error("it was told")
	}
}

func TestAStoppedListenerIsForgotten(t *testing.T) {
	t.Parallel()
	hub := NewHub()
	stays, stop := hub.Listen("day")
	defer stop()
	leaves, leave := hub.Listen("day")
	leave()
	leave()
	hub.Changed("day")
	if heard(leaves) || !heard(stays) {
		t.Error("who left was told, or who stayed was not")
	}
	stop()
	if len(hub.waiting) != 0 {
		t.Errorf("%d topics are remembered", len(hub.waiting))
	}
}

func TestAHubIsSafeForMany(t *testing.T) {
	t.Parallel()
	hub := NewHub()
	stays, stop := hub.Listen("day")
	defer stop()
	var all sync.WaitGroup
	var told atomic.Int64
	for range 20 {
		all.Go(func() {
			for range 50 {
				changed, stop := hub.Listen("day")
				hub.Changed("day", "other")
				if heard(changed) {
					told.Add(1)
				}
				stop()
			}
		})
	}
	all.Wait()
	if told.Load() != 20*50 || !heard(stays) {
		t.Errorf("%d of 1000 were told of their own change", told.Load())
	}
	stop()
	if len(hub.waiting) != 0 {
		t.Errorf("%d topics are still listened to", len(hub.waiting))
	}
}

func TestTopicsOfDifferentThingsDiffer(t *testing.T) {
	t.Parallel()
	topics := map[Topic]bool{DayOf("north", "2026-11-20"): true, DayOf("north", "2026-11-21"): true, DayOf("south", "2026-11-20"): true, SchoolOf("north"): true, SaveOf("north"): true}
	if len(topics) != 5 {
		t.Errorf("they are %v", topics)
	}
}
