package events

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/audit"
)

// mostWaiting limits the events in memory.
const mostWaiting = 5000

// The pause after a group of events was stored, the interval at which a server looks for events of commands and tries
// again after an error, and the time for the last group.
const (
	afterGroup = 200 * time.Millisecond
	checkEvery = 10 * time.Second
	lastGroup  = 2 * time.Second
)

// Store stores the audit log (store.Store).
type Store interface {
	AddAudit(ctx context.Context, events []audit.Event) error
	TakeCommandEvents(ctx context.Context, write func(audit.Event)) error
}

// waiting is an event, and how often it happened since the last group.
type waiting struct {
	audit.Event
	times int
}

// Trail stores events in the audit log, after their actions: no action waits for it, or fails with it. An
// idle trail stores an event at once, a busy one stores events in groups. Make one with NewTrail. A nil trail
// stores nothing.
type Trail struct {
	store Store
	clock func() time.Time
	log   *slog.Logger
	lost  func(int)
	// By is the one who acts in events that name nobody: audit.Command in a command.
	By roll.PersonID

	mu      sync.Mutex
	waiting []waiting
	wake    chan struct{}
	storing sync.Mutex
}

// NewTrail makes a trail. Lost is called with the number of events that are not stored.
func NewTrail(store Store, clock func() time.Time, log *slog.Logger, lost func(int)) *Trail {
	return &Trail{store: store, clock: clock, log: log, lost: lost, wake: make(chan struct{}, 1)}
}

// add queues the event. Equal refusals count as one until the next group, so that a flood of tries stays small. A
// refusal that concerns no school, person or tablet is in the log only: no page would show it.
func (t *Trail) add(event audit.Event) {
	if t == nil || event.Refused && event.School == "" && event.By == "" && event.Person == "" && event.Tablet == "" {
		return
	}
	if event.By == "" {
		event.By = t.By
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if same := slices.IndexFunc(t.waiting, func(one waiting) bool {
		one.At = time.Time{}
		return event.Refused && one.Event == event
	}); same >= 0 {
		t.waiting[same].times++
		return
	}
	event.At = t.clock()
	if len(t.waiting) >= mostWaiting {
		t.lost(1)
		t.log.Error("an event is missing in the audit log: too many wait for the database", "missing", event.Name)
		return
	}
	t.waiting = append(t.waiting, waiting{event, 1})
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// Run stores the events until the context ends, and writes those of commands to the log: a command is another process.
func (t *Trail) Run(ctx context.Context) {
	ticker := time.NewTicker(checkEvery)
	defer ticker.Stop()
	wake := t.wake
	for {
		err := errors.Join(t.Flush(ctx), t.store.TakeCommandEvents(ctx, func(event audit.Event) { t.copy(ctx, event) }))
		if err != nil && wake != nil && ctx.Err() == nil {
			t.log.ErrorContext(ctx, "the audit log cannot be written: its events wait in memory", "error", err)
		}
		wait, rest := t.wake, time.After(afterGroup)
		if err != nil {
			wait = nil
		}
		wake = wait
		select {
		case <-ctx.Done():
			return
		case <-rest:
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-wait:
		}
	}
}

// Flush stores the waiting events. After an error they wait on.
func (t *Trail) Flush(ctx context.Context) error {
	t.storing.Lock()
	defer t.storing.Unlock()
	t.mu.Lock()
	group := t.waiting
	t.waiting = nil
	t.mu.Unlock()
	if len(group) == 0 {
		return nil
	}
	added := make([]audit.Event, len(group))
	for i, one := range group {
		if added[i] = one.Event; one.times > 1 {
			added[i].About = strings.TrimSpace(fmt.Sprintf("%s %d times", one.About, one.times))
		}
	}
	if err := t.store.AddAudit(ctx, added); err != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.waiting = append(group, t.waiting...)
		return fmt.Errorf("add %d events to the audit log: %w", len(group), err)
	}
	return nil
}

// Close stores the last events. It logs those that cannot be stored as lost.
func (t *Trail) Close() {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), lastGroup)
	defer cancel()
	if err := t.Flush(ctx); err != nil {
		t.lost(len(t.waiting))
		t.log.ErrorContext(ctx, "the last events are missing in the audit log", "error", err)
	}
}

// copy writes the event of a command to the log.
func (t *Trail) copy(ctx context.Context, event audit.Event) {
	level := slog.LevelInfo
	if event.Refused {
		level = slog.LevelWarn
	}
	attributes := append([]slog.Attr{slog.Time("at", event.At.UTC())}, attributesOf(event, "")...)
	t.log.LogAttrs(ctx, level, "command", attributes...)
}

// attributesOf returns the event's attributes in the log, with the id of its request. Empty ones are omitted, and typed
// values.
func attributesOf(event audit.Event, request string) []slog.Attr {
	attributes := []slog.Attr{slog.String("event", event.Name)}
	for _, one := range [][2]string{
		{"request", request}, {"by", string(event.By)}, {"person", string(event.Person)}, {"school", string(event.School)},
		{"tablet", string(event.Tablet)}, {"reason", event.Reason}, {"about", event.About},
	} {
		if one[1] != "" {
			attributes = append(attributes, slog.String(one[0], one[1]))
		}
	}
	return attributes
}
