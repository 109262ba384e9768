package part

import "rollbook/web/language"

// Event is something that happened to a save, told in one sentence.
type Event struct {
	// Clock is the time of the event, as Words.Clock writes it.
	Clock string
	Kind  EventKind
	// Students counts the students that it is about.
	Students int
	// By is the person who did it, where a person did.
	By string
	// Detail depends on the kind, whose comment explains it.
	Detail string
}

// EventKind is the kind of an event. Its words are in the catalogue as event.KIND.
type EventKind string

// The kinds.
const (
	// EventKept: By pressed Save, and Rollbook has it safe.
	EventKept EventKind = "kept"
	// EventHeld: somebody else had marked Students; the marks were held for a decision.
	EventHeld EventKind = "held"
	// EventSent: sent to the school system.
	EventSent EventKind = "sent"
	// EventSentAgain: sent once more, because an earlier reply was missing.
	EventSentAgain EventKind = "sent_again"
	// EventAnswered: it answered for Students; Detail is the time that it took.
	EventAnswered EventKind = "answered"
	// EventLeftOut: its answer left Students out.
	EventLeftOut EventKind = "left_out"
	// EventDiffered: it recorded another status for Students.
	EventDiffered EventKind = "differed"
	// EventNotUnderstood: its answer made no sense; Detail is the HTTP status.
	EventNotUnderstood EventKind = "not_understood"
	// EventNoReply: no reply in time; Detail is the time that Rollbook waited.
	EventNoReply EventKind = "no_reply"
	// EventFailed: it had a problem of its own; Detail is the HTTP status.
	EventFailed EventKind = "failed"
	// EventNotReached: no connection; nothing was sent.
	EventNotReached EventKind = "not_reached"
	// EventKeyRefused: it did not accept the school's key.
	EventKeyRefused EventKind = "key_refused"
	// EventAskedToWait: it asked to wait; Detail is the time to wait.
	EventAskedToWait EventKind = "asked_to_wait"
	// EventNotAccepted: it did not accept the marks of Students.
	EventNotAccepted EventKind = "not_accepted"
	// EventSplit: it did not accept the list, which is tried in smaller parts.
	EventSplit EventKind = "split"
	// EventNotFound: it answered as if one of Students were gone; Detail is the HTTP status.
	EventNotFound EventKind = "not_found"
	// EventMisconfigured: the connection is not set up right; Detail is the HTTP status.
	EventMisconfigured EventKind = "misconfigured"
	// EventReplaced: By made a newer mark for Students.
	EventReplaced EventKind = "replaced"
	// EventRead: Rollbook read the day's marks back, and found Students as sent.
	EventRead EventKind = "read"
	// EventChangedElsewhere: reading showed that Students were changed elsewhere.
	EventChangedElsewhere EventKind = "changed_elsewhere"
	// EventLateReply: a reply came after Rollbook had given up on it.
	EventLateReply EventKind = "late_reply"
	// EventStopped: it waited too long and is not sent by itself any more.
	EventStopped EventKind = "stopped"
	// EventReleased: By sent it again from the office.
	EventReleased EventKind = "released"
	// EventByHand: By noted that Students were keyed in by hand.
	EventByHand EventKind = "by_hand"
	// EventDone: the school system has all marks.
	EventDone EventKind = "done"
)

func (e Event) text(w *language.Words) string {
	return w.Count(language.EventKeys.Of(string(e.Kind)), e.Students, "By", e.By, "Detail", e.Detail)
}
