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

// Collector collects the events of a command. Make one with NewCollector, log through its Handler, and call
// Flush when the command is done.
type Collector struct {
	mu     sync.Mutex
	events []store.CommandEvent
	err    error
}

// NewCollector returns an empty Collector.
func NewCollector() *Collector { return &Collector{} }

// Store stores events for a server (store.Store).
type Store interface {
	LeaveCommandEvents(ctx context.Context, events []store.CommandEvent) error
}

// Flush stores the collected events, even if the command was told to stop.
func (c *Collector) Flush(ctx context.Context, into Store) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil || len(c.events) == 0 {
		return c.err
	}
	if err := into.LeaveCommandEvents(context.WithoutCancel(ctx), c.events); err != nil {
		return fmt.Errorf("it was done, but the server's log will not tell of it: %w", err)
	}
	c.events = nil
	return nil
}

// Handler returns a handler that collects each record with the attribute "event", and passes records to next.
func (c *Collector) Handler(next slog.Handler) slog.Handler {
	return &collectingHandler{of: c, next: next}
}

type collectingHandler struct {
	of   *Collector
	next slog.Handler
	with []slog.Attr
}

// Enabled reports true for every level that an event may have, and for those of next.
func (h *collectingHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelInfo || h.next.Enabled(ctx, level)
}

// Handle collects an event.
func (h *collectingHandler) Handle(ctx context.Context, record slog.Record) error {
	attributes := slices.Clone(h.with)
	record.Attrs(func(attribute slog.Attr) bool {
		attributes = append(attributes, attribute)
		return true
	})
	if has(attributes, attributeEvent) {
		h.of.collect(record, attributes)
	}
	if !h.next.Enabled(ctx, record.Level) {
		return nil
	}
	return h.next.Handle(ctx, record)
}

func has(attributes []slog.Attr, name string) bool {
	return slices.ContainsFunc(attributes, func(attribute slog.Attr) bool { return attribute.Key == name })
}

// WithAttrs adds the attributes to every event.
func (h *collectingHandler) WithAttrs(attributes []slog.Attr) slog.Handler {
	return &collectingHandler{of: h.of, next: h.next.WithAttrs(attributes), with: append(slices.Clip(h.with), attributes...)}
}

// WithGroup passes the group to next. Events have no groups.
func (h *collectingHandler) WithGroup(name string) slog.Handler {
	return &collectingHandler{of: h.of, next: h.next.WithGroup(name), with: h.with}
}

func (c *Collector) collect(record slog.Record, attributes []slog.Attr) {
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
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.err = fmt.Errorf("write what happened: %w", err)
		return
	}
	c.events = append(c.events, store.CommandEvent{At: record.Time, Level: int(record.Level), Message: record.Message, Attributes: string(text)})
}
