package tablets

import (
	"context"
	"log/slog"

	"rollbook/web/roll"
)

// Event is the stable name of something that happened to tablets. It is the attribute "event" of a
// log record whose message is "tablets".
type Event string

// The events. Those that end in -refused are warnings.
const (
	Added           Event = "tablet-added"
	CodeMade        Event = "tablet-code-made"
	PairingAsked    Event = "tablet-pairing-asked"
	PairingApproved Event = "tablet-pairing-approved"
	PairingRefused  Event = "tablet-pairing-refused"
	Paired          Event = "tablet-paired"
	Moved           Event = "tablet-moved"
	Revoked         Event = "tablet-revoked"
	TabletRefused   Event = "tablet-refused"
)

// Why a pairing or a pass was refused: the attribute "reason" of the event.
const (
	reasonWrongCode = "wrong code"
	reasonUsedCode  = "used code"
	reasonByStaff   = "refused by staff"
	// ReasonTampered is for a cookie that this server did not sign.
	ReasonTampered = "tampered"
	// ReasonUnpaired is for a tablet that was revoked, paired again elsewhere, or forgotten.
	ReasonUnpaired = "unpaired"
)

// about holds the attributes of an event; empty fields are left out.
type about struct {
	tablet roll.TabletID
	school roll.SchoolID
	by     roll.PersonID
	reason string
}

func (t *Tablets) say(ctx context.Context, level slog.Level, event Event, of about) {
	attributes := []slog.Attr{slog.String("event", string(event))}
	for _, one := range []struct{ name, value string }{
		{"request", t.request(ctx)}, {"tablet", string(of.tablet)}, {"school", string(of.school)}, {"by", string(of.by)}, {"reason", of.reason},
	} {
		if one.value != "" {
			attributes = append(attributes, slog.String(one.name, one.value))
		}
	}
	t.log.LogAttrs(ctx, level, "tablets", attributes...)
}

func (t *Tablets) tell(ctx context.Context, event Event, of about) {
	t.say(ctx, slog.LevelInfo, event, of)
}

func (t *Tablets) warn(ctx context.Context, event Event, of about) {
	t.say(ctx, slog.LevelWarn, event, of)
}

// TurnedAway notes that a device's pass was refused.
func (t *Tablets) TurnedAway(ctx context.Context, tablet roll.TabletID, reason string) {
	t.warn(ctx, TabletRefused, about{tablet: tablet, reason: reason})
}
