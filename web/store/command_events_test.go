package store

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

func commandEventSentences() []sentence {
	return []sentence{
		{"events of commands are taken once, the oldest first", commandEventsAreTakenOnce},
		{"when several servers look at once, one takes a command's event", oneServerTakesACommandEvent},
		{"a command's event is deleted only after it was taken", commandEventsAreDeletedAfterwards},
	}
}

func (f *fixture) leave(at time.Time, messages ...string) {
	f.t.Helper()
	events := make([]CommandEvent, len(messages))
	for i, message := range messages {
		events[i] = CommandEvent{At: at, Level: 4, Message: message, Attributes: `[["event","` + message + `"]]`}
	}
	must(f.t, f.LeaveCommandEvents(f.t.Context(), events))
}

func commandEventsAreTakenOnce(f *fixture) {
	t := f.t
	at := time.Date(2026, 2, 3, 8, 30, 0, 0, time.UTC)
	f.leave(at.Add(time.Second), "third", "fourth")
	f.leave(at, "first", "second")
	var taken []CommandEvent
	must(t, f.TakeCommandEvents(t.Context(), func(event CommandEvent) { taken = append(taken, event) }))
	var messages []string
	for _, event := range taken {
		messages = append(messages, event.Message)
	}
	if !slices.Equal(messages, []string{"first", "second", "third", "fourth"}) {
		t.Errorf("taken are %q", messages)
	}
	if first := taken[0]; !first.At.Equal(at) || first.Level != 4 || first.Attributes != `[["event","first"]]` {
		t.Errorf("the first is %+v", first)
	}
	must(t, f.TakeCommandEvents(t.Context(), func(event CommandEvent) { t.Errorf("%s is taken again", event.Message) }))
}

func oneServerTakesACommandEvent(f *fixture) {
	t := f.t
	var messages []string
	for i := range 20 {
		messages = append(messages, fmt.Sprint("number ", i))
	}
	f.leave(f.clock.Now(), messages...)
	var mu sync.Mutex
	taken := make(map[string]int)
	var servers sync.WaitGroup
	for range 4 {
		servers.Go(func() {
			err := f.TakeCommandEvents(t.Context(), func(event CommandEvent) {
				mu.Lock()
				defer mu.Unlock()
				taken[event.Message]++
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	servers.Wait()
	for _, message := range messages {
		if taken[message] != 1 {
			t.Errorf("%q is taken %d times", message, taken[message])
		}
	}
}

func commandEventsAreDeletedAfterwards(f *fixture) {
	t := f.t
	f.leave(f.clock.Now(), "an event")
	there := -1
	must(t, f.TakeCommandEvents(t.Context(), func(CommandEvent) { there = f.rows("command_events") }))
	if left := f.rows("command_events"); there != 1 || left != 0 {
		t.Errorf("there are %d while it is taken, and %d afterwards", there, left)
	}
}
