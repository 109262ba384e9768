package events

import (
	"context"
	"log/slog"

	"rollbook/web/roll"
)

// Name is the stable name of something that happened, such as "sign-in": the attribute "event" of its log
// record. What was refused is a warning.
type Name string

// About says who did it, to whom or what, and why it was refused. Empty fields are left out of the log.
// Nothing here is a secret, nor what anybody typed.
type About struct {
	// By did it; Person is the account that it was done to, or that did it to itself.
	By, Person roll.PersonID
	Tablet     roll.TabletID
	School     roll.SchoolID
	Role       roll.Role
	Reason     string
	Err        error
	// More are attributes of this event alone.
	More []slog.Attr
}

// Record writes events to the log. Every place that changes something has one. Make it with New.
type Record struct {
	message string
	log     *slog.Logger
	request func(context.Context) string
}

// New records with the message, which groups events in the log; request returns the id of the request that
// a context belongs to, or nothing.
func New(message string, log *slog.Logger, request func(context.Context) string) *Record {
	return &Record{message: message, log: log, request: request}
}

// Done records what was done.
func (r *Record) Done(ctx context.Context, name Name, of About) {
	r.write(ctx, slog.LevelInfo, name, of)
}

// Refused records what was refused, or went wrong.
func (r *Record) Refused(ctx context.Context, name Name, of About) {
	r.write(ctx, slog.LevelWarn, name, of)
}

func (r *Record) write(ctx context.Context, level slog.Level, name Name, of About) {
	attributes := []slog.Attr{slog.String(attributeEvent, string(name))}
	for _, one := range [][2]string{
		{"request", r.request(ctx)}, {attributeBy, string(of.By)}, {"person", string(of.Person)}, {"school", string(of.School)},
		{"tablet", string(of.Tablet)}, {"role", string(of.Role)}, {"reason", of.Reason},
	} {
		if one[1] != "" {
			attributes = append(attributes, slog.String(one[0], one[1]))
		}
	}
	if of.Err != nil {
		attributes = append(attributes, slog.String("error", of.Err.Error()))
	}
	r.log.LogAttrs(ctx, level, r.message, append(attributes, of.More...)...) //nolint:sloglint // a constant where it is made
}
