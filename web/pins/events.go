package pins

import (
	"context"
	"log/slog"

	"rollbook/web/roll"
)

// Event is the stable name of something that happened to PINs. It is the attribute "event" of a log
// record whose message is "pins". No record holds a PIN.
type Event string

// The events. Refused and Paused are warnings.
const (
	Set     Event = "pin-set"
	Removed Event = "pin-removed"
	Refused Event = "pin-refused"
	// Paused is for the wrong PIN after which no more are looked at for a while.
	Paused Event = "pin-paused"
)

// about holds the attributes of an event; empty fields are left out.
type about struct {
	person roll.PersonID
	school roll.SchoolID
	tablet string
	reason string
}

// say logs the event.
func (p *PINs) say(ctx context.Context, event Event, of about) {
	attributes := []slog.Attr{slog.String("event", string(event))}
	for _, one := range [][2]string{
		{"request", p.request(ctx)}, {"person", string(of.person)}, {"school", string(of.school)}, {"tablet", of.tablet}, {"reason", of.reason},
	} {
		if one[1] != "" {
			attributes = append(attributes, slog.String(one[0], one[1]))
		}
	}
	level := slog.LevelInfo
	if event == Refused || event == Paused {
		level = slog.LevelWarn
	}
	p.log.LogAttrs(ctx, level, "pins", attributes...)
}
