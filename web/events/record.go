package events

import (
	"cmp"
	"context"
	"log/slog"

	"rollbook/web/roll"
	"rollbook/web/store/audit"
)

// Name is the stable name of an event, such as "sign-in": the attribute "event" of its log record. Refusals
// are warnings.
type Name string

// About holds the people and things of an event, and the reason for a refusal. Empty fields are omitted from
// the log. It contains no secret, and students only by their numbers; the log has no typed text.
type About struct {
	// By is the person who acted; Person is the account concerned, perhaps the same.
	By, Person roll.PersonID
	Tablet     roll.TabletID
	School     roll.SchoolID
	Role       roll.Role
	Reason     string
	// Details are a few words. Before and After are the values of a change, perhaps typed ones: they are only in the
	// audit log. Without After it is the role.
	Details, Before, After string
	// Err is in the log only.
	Err error
}

// Request identifies the source of an event by the id of the request and the address of the client.
type Request struct{ ID, From string }

// Record writes events to the log and to the trail. Make it with New.
type Record struct {
	message string
	log     *slog.Logger
	trail   *Trail
	request func(context.Context) Request
	refused func(Name)
}

// New makes a Record. Message groups its events in the log; request returns the request that a context belongs
// to. Refused is called for each refusal.
func New(message string, log *slog.Logger, trail *Trail, request func(context.Context) Request,
	refused func(Name)) *Record {
	return &Record{message: message, log: log, trail: trail, request: request, refused: refused}
}

// Done records an action.
func (r *Record) Done(ctx context.Context, name Name, of About) {
	r.write(ctx, false, name, of)
}

// After records an action that succeeded, and returns the error of one that failed.
func (r *Record) After(ctx context.Context, err error, name Name, of About) error {
	if err == nil {
		r.Done(ctx, name, of)
	}
	return err
}

// Refused records a refusal or a failure.
func (r *Record) Refused(ctx context.Context, name Name, of About) {
	r.refused(name)
	r.write(ctx, true, name, of)
}

func (r *Record) write(ctx context.Context, refused bool, name Name, of About) {
	request, level := r.request(ctx), slog.LevelInfo
	if refused {
		level = slog.LevelWarn
	}
	event := audit.Event{
		Name: string(name), Refused: refused, By: of.By, Person: of.Person, School: of.School, Tablet: of.Tablet,
		From: request.From, Reason: of.Reason, Before: of.Before, After: cmp.Or(of.After, string(of.Role)), About: of.Details,
	}
	r.trail.add(event)
	attributes := attributesOf(event, request.ID)
	if of.Role != "" {
		attributes = append(attributes, slog.String("role", string(of.Role)))
	}
	if of.Err != nil {
		attributes = append(attributes, slog.String("error", of.Err.Error()))
	}
	r.log.LogAttrs(ctx, level, r.message, attributes...) //nolint:sloglint // a constant where it is made
}
