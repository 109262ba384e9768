package part

import "rollbook/web/language"

// Event is one event of a save, shown as one sentence.
type Event struct {
	// Clock is the time of the event, as Words.Clock writes it.
	Clock string
	Kind  EventKind
	// Students counts the students of the event.
	Students int
	// By is the person who caused the event, if a person did.
	By string
	// Detail depends on the kind; the comment of the kind explains it.
	Detail string
}

// EventKind is the kind of an event. Its words are in the catalogue as event.KIND.
type EventKind string

// The kinds.
const (
	// EventKept: By pressed Save and Rollbook stored the marks.
	EventKept EventKind = "kept"
	// EventHeld: another person had marked Students; Rollbook held the marks for a decision.
	EventHeld EventKind = "held"
	// EventSent: Rollbook sent the marks to the school system.
	EventSent EventKind = "sent"
	// EventSentAgain: Rollbook sent them again because a reply was missing.
	EventSentAgain EventKind = "sent_again"
	// EventAnswered: the school system answered for Students; Detail is the time it took.
	EventAnswered EventKind = "answered"
	// EventLeftOut: its answer omitted Students.
	EventLeftOut EventKind = "left_out"
	// EventDiffered: it recorded another status for Students.
	EventDiffered EventKind = "differed"
	// EventNotUnderstood: Rollbook could not read its answer; Detail is the HTTP status.
	EventNotUnderstood EventKind = "not_understood"
	// EventNoReply: no reply arrived in time; Detail is the time that Rollbook waited.
	EventNoReply EventKind = "no_reply"
	// EventFailed: the school system had an internal error; Detail is the HTTP status.
	EventFailed EventKind = "failed"
	// EventNotReached: there was no connection; Rollbook sent nothing.
	EventNotReached EventKind = "not_reached"
	// EventKeyRefused: it did not accept the school's key.
	EventKeyRefused EventKind = "key_refused"
	// EventAskedToWait: it asked Rollbook to wait; Detail is the time to wait.
	EventAskedToWait EventKind = "asked_to_wait"
	// EventNotAccepted: it did not accept the marks of Students.
	EventNotAccepted EventKind = "not_accepted"
	// EventSplit: it did not accept the list; Rollbook tries smaller parts.
	EventSplit EventKind = "split"
	// EventNotFound: it answered as if one of Students did not exist; Detail is the HTTP status.
	EventNotFound EventKind = "not_found"
	// EventMisconfigured: the connection's settings are wrong; Detail is the HTTP status.
	EventMisconfigured EventKind = "misconfigured"
	// EventReplaced: By made a newer mark for Students.
	EventReplaced EventKind = "replaced"
	// EventRead: Rollbook read the day's marks and found Students as sent.
	EventRead EventKind = "read"
	// EventChangedElsewhere: Rollbook read the day's marks and found Students changed in the school system.
	EventChangedElsewhere EventKind = "changed_elsewhere"
	// EventLateReply: a reply arrived after Rollbook had stopped waiting for it.
	EventLateReply EventKind = "late_reply"
	// EventStopped: the save waited too long; Rollbook does not send it again without a person.
	EventStopped EventKind = "stopped"
	// EventReleased: By sent it again from the office.
	EventReleased EventKind = "released"
	// EventByHand: By recorded that Students were keyed in by hand.
	EventByHand EventKind = "by_hand"
	// EventDone: the school system has all marks.
	EventDone EventKind = "done"
)

func (e Event) text(w *language.Words) string {
	return w.Count(language.EventKeys.Of(string(e.Kind)), e.Students, "By", e.By, "Detail", e.Detail)
}
