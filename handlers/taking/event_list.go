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

// eventList collects the events of a save.
type eventList struct {
	visit  *visit.Visit
	story  roll.Story
	events []happened
	// doubted is true once a reply is missing.
	doubted bool
}

// add adds an event.
func (l *eventList) add(at time.Time, kind part.EventKind, students int, detail string) {
	l.addBy(at, kind, students, "", detail)
}

// addBy adds an event caused by a person. One with an unknown time follows the previous event and shows no
// time.
func (l *eventList) addBy(at time.Time, kind part.EventKind, students int, by, detail string) {
	event := part.Event{Clock: l.visit.SecondsOf(at), Kind: kind, Students: students, By: by, Detail: detail}
	if at.IsZero() && len(l.events) > 0 {
		at = l.events[len(l.events)-1].at
	}
	l.events = append(l.events, happened{at: at, Event: event})
}
