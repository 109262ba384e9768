package roll

import "time"

// Story is the history of a save: its marks, and all its requests.
type Story struct {
	Save     Save
	Marks    []StoryMark
	Held     []StoryHeld
	Attempts []StoryAttempt
}

// Decision is the result of a held row.
type Decision string

// The decisions.
const (
	// Undecided waits for the person who pressed Save.
	Undecided Decision = ""
	// TheirsKept: the other person's mark stayed.
	TheirsKept Decision = "kept"
	// MarkedAnew: the same person marked the student in a later press.
	MarkedAnew Decision = "replaced"
)

// StoryHeld is a row of a save that met a newer mark.
type StoryHeld struct {
	// HeldMark contains the present mark.
	HeldMark
	Decision Decision
	// Met is the name of the status that the row met, MetBy the person behind it.
	Met   string
	MetBy Actor
}

// StoryMark is one student of a save.
type StoryMark struct {
	Enrolment EnrolmentID
	Student   StudentID
	Version   int64
	// Outcome is Superseded when a newer mark replaced it before it was settled.
	Outcome    Outcome
	Returned   string
	AnsweredAt time.Time
	// KeyedBy is the name of the person who noted at KeyedAt that the mark was keyed in by hand.
	KeyedBy string
	KeyedAt time.Time
	// ReplacedBy is the person behind the newer mark; its Name is empty while this is the newest.
	ReplacedBy Actor
}

// StoryAttempt is one finished request of a save.
type StoryAttempt struct {
	State      AttemptState
	Students   int
	Part       int64
	ClaimedAt  time.Time
	SentAt     time.Time
	ClosedAt   time.Time
	HTTPStatus int
	Problem    string
	// Exchange is the exact request and answer, as JSON.
	Exchange string
	// Late is the state of a reply that came after the attempt was closed; empty for none.
	Late AttemptState
}

// Entry is one mark in the history of a student and a date.
type Entry struct {
	Save       Save
	Version    int64
	Outcome    Outcome
	Returned   string
	AnsweredAt time.Time
	// Remarks are the further fields of the answer, as a JSON object; empty for none.
	Remarks string
}

// PendingMark is a mark that is being sent or stopped, with its save.
type PendingMark struct {
	Save      Save
	Enrolment EnrolmentID
	Student   StudentID
	Version   int64
	Outcome   Outcome
}

// MovedMark is a mark that was waiting when the school's connection, or its student's number, changed. It is
// never sent automatically.
type MovedMark struct {
	PendingMark
	// Given and Family are the student's names when the mark was made; empty when unknown.
	Given, Family string
	// Period is the school period whose list has the same student under the same number now; empty for none.
	Period PeriodID
}

// Same reports whether the mark's number names the same student now.
func (m MovedMark) Same() bool { return m.Period != "" }

// ChangeElsewhere is a change in the school system that a reading of the day found.
type ChangeElsewhere struct {
	FoundAt time.Time
	// Was is the status that the school system had returned to Rollbook, Status the found one.
	Was, Status string
}
