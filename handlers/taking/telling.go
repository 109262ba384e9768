package taking

import (
	"time"

	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/roll"
)

// happened is an event with its time, for sorting.
type happened struct {
	at time.Time
	part.Event
}

// telling collects the events of a save.
type telling struct {
	visit  *visit.Visit
	story  roll.Story
	events []happened
	// doubted is true once a reply is missing.
	doubted bool
}

// tell adds an event.
func (t *telling) tell(at time.Time, kind part.EventKind, students int, detail string) {
	t.tellBy(at, kind, students, "", detail)
}

// tellBy adds an event caused by a person. One with an unknown time follows the previous event and shows no
// time.
func (t *telling) tellBy(at time.Time, kind part.EventKind, students int, by, detail string) {
	event := part.Event{Clock: t.visit.SecondsOf(at), Kind: kind, Students: students, By: by, Detail: detail}
	if at.IsZero() && len(t.events) > 0 {
		at = t.events[len(t.events)-1].at
	}
	t.events = append(t.events, happened{at: at, Event: event})
}
