package events

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"rollbook/web/store"
)

// The interval at which a server checks for events of commands, and the pause after a failed check.
const (
	checkEvery = 10 * time.Second
	againAfter = 10 * time.Minute
)

// Waiting provides the stored events of commands (store.Store).
type Waiting interface {
	TakeCommandEvents(ctx context.Context, write func(store.CommandEvent)) error
}

// Copy writes the events of commands to the log, at once and then every ten seconds, until the context ends.
// The attribute "at" of each record is the event's time.
func Copy(ctx context.Context, waiting Waiting, log *slog.Logger) {
	ticker := time.NewTicker(checkEvery)
	defer ticker.Stop()
	quietUntil := time.Time{}
	for {
		if now := time.Now(); !now.Before(quietUntil) {
			err := waiting.TakeCommandEvents(ctx, func(event store.CommandEvent) { write(ctx, log, event) })
			if err != nil && ctx.Err() == nil {
				quietUntil = now.Add(againAfter)
				log.ErrorContext(ctx, "what commands did could not be looked up", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func write(ctx context.Context, log *slog.Logger, event store.CommandEvent) {
	attributes := []slog.Attr{slog.Time(attributeAt, event.At.UTC())}
	var pairs [][2]any
	if err := json.Unmarshal([]byte(event.Attributes), &pairs); err != nil {
		attributes = append(attributes, slog.String("unread", event.Attributes))
	}
	for _, pair := range pairs {
		name, _ := pair[0].(string)
		value := slog.AnyValue(pair[1])
		if number, isNumber := pair[1].(float64); isNumber {
			value = slog.Int64Value(int64(number))
		}
		attributes = append(attributes, slog.Attr{Key: name, Value: value})
	}
	log.LogAttrs(ctx, slog.Level(event.Level), event.Message, attributes...) //nolint:sloglint // it was constant where it happened
}
