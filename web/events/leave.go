package events

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"rollbook/web/store"
)

// The attributes of events: the stable name of the event; who caused it, Command for a command; and the time,
// when the record is written later.
const (
	attributeEvent = "event"
	attributeBy    = "by"
	attributeAt    = "at"
	// Command is the value of "by" for a command instead of a person on a page.
	Command = "command"
)

// Leaving collects the events of a command. Make one with NewLeaving, log through its Handler, and call Leave
// when the command is done.
type Leaving struct {
	mu   sync.Mutex
	left []store.CommandEvent
	err  error
}

// NewLeaving returns an empty Leaving.
func NewLeaving() *Leaving { return &Leaving{} }

// Store stores events for a server (store.Store).
type Store interface {
	LeaveCommandEvents(ctx context.Context, events []store.CommandEvent) error
}

// Leave stores the collected events, even if the command was told to stop.
func (l *Leaving) Leave(ctx context.Context, into Store) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil || len(l.left) == 0 {
		return l.err
	}
	if err := into.LeaveCommandEvents(context.WithoutCancel(ctx), l.left); err != nil {
		return fmt.Errorf("it was done, but the server's log will not tell of it: %w", err)
	}
	l.left = nil
	return nil
}

// Handler returns a handler that collects each record with the attribute "event", and passes records to next.
func (l *Leaving) Handler(next slog.Handler) slog.Handler { return &leaver{of: l, next: next} }

type leaver struct {
	of   *Leaving
	next slog.Handler
	with []slog.Attr
}

// Enabled reports true for every level that an event may have, and for those of next.
func (l *leaver) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelInfo || l.next.Enabled(ctx, level)
}

// Handle collects an event.
func (l *leaver) Handle(ctx context.Context, record slog.Record) error {
	attributes := slices.Clone(l.with)
	record.Attrs(func(attribute slog.Attr) bool {
		attributes = append(attributes, attribute)
		return true
	})
	if has(attributes, attributeEvent) {
		l.of.collect(record, attributes)
	}
	if !l.next.Enabled(ctx, record.Level) {
		return nil
	}
	return l.next.Handle(ctx, record)
}

func has(attributes []slog.Attr, name string) bool {
	return slices.ContainsFunc(attributes, func(attribute slog.Attr) bool { return attribute.Key == name })
}

// WithAttrs adds the attributes to every event.
func (l *leaver) WithAttrs(attributes []slog.Attr) slog.Handler {
	return &leaver{of: l.of, next: l.next.WithAttrs(attributes), with: append(slices.Clip(l.with), attributes...)}
}

// WithGroup passes the group to next. Events have no groups.
func (l *leaver) WithGroup(name string) slog.Handler {
	return &leaver{of: l.of, next: l.next.WithGroup(name), with: l.with}
}

func (l *Leaving) collect(record slog.Record, attributes []slog.Attr) {
	if !has(attributes, attributeBy) {
		attributes = append(attributes, slog.String(attributeBy, Command))
	}
	pairs := make([][2]any, len(attributes))
	for i, attribute := range attributes {
		value := attribute.Value.Resolve()
		pairs[i] = [2]any{attribute.Key, value.String()}
		if value.Kind() == slog.KindInt64 {
			pairs[i][1] = value.Int64()
		}
	}
	text, err := json.Marshal(pairs)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		l.err = fmt.Errorf("write what happened: %w", err)
		return
	}
	l.left = append(l.left, store.CommandEvent{At: record.Time, Level: int(record.Level), Message: record.Message, Attributes: string(text)})
}
