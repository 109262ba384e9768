package events

import (
	"context"
	"log/slog"

	"rollbook/web/roll"
)

// Name is the stable name of an event, such as "sign-in": the attribute "event" of its log record. Refusals
// are warnings.
type Name string

// About holds the people and things of an event, and the reason for a refusal. Empty fields are omitted from
// the log. It contains no secret and no typed text.
type About struct {
	// By is the person who acted; Person is the account concerned, perhaps the same.
	By, Person roll.PersonID
	Tablet     roll.TabletID
	School     roll.SchoolID
	Role       roll.Role
	Reason     string
	Err        error
	// More are further attributes of this event.
	More []slog.Attr
}

// Record writes events to the log. Make it with New.
type Record struct {
	message string
	log     *slog.Logger
	request func(context.Context) string
	refused func(Name)
}

// New makes a Record. Message groups its events in the log; request returns the id of the request that a
// context belongs to, or "". Refused is called for each refusal.
func New(message string, log *slog.Logger, request func(context.Context) string, refused func(Name)) *Record {
	return &Record{message: message, log: log, request: request, refused: refused}
}

// Done logs an action.
func (r *Record) Done(ctx context.Context, name Name, of About) {
	r.write(ctx, slog.LevelInfo, name, of)
}

// Refused logs a refusal or a failure.
func (r *Record) Refused(ctx context.Context, name Name, of About) {
	r.refused(name)
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
