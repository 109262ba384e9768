package roll

import "time"

// Story tells what became of a save: its marks, and every request that was made.
type Story struct {
	Save     Save
	Marks    []StoryMark
	Held     []StoryHeld
	Attempts []StoryAttempt
}

// Decision tells what became of a held row.
type Decision string

// The decisions.
const (
	// Undecided waits for the word of the person who pressed Save.
	Undecided Decision = ""
	// TheirsKept: the other person's mark stayed.
	TheirsKept Decision = "kept"
	// MarkedAnew: a later press of the same person marked the student.
	MarkedAnew Decision = "replaced"
)

// StoryHeld is a row of a save that met a newer mark.
type StoryHeld struct {
	// HeldMark has the mark that stands there now.
	HeldMark
	Decision Decision
	// Met is the name of the status that the row met, MetBy the person who had marked it.
	Met   string
	MetBy Actor
}

// StoryMark is one student of a save.
type StoryMark struct {
	Enrolment EnrolmentID
	Student   StudentID
	Version   int64
	// Outcome is Superseded where a newer mark took its place before it was settled.
	Outcome    Outcome
	Returned   string
	AnsweredAt time.Time
	// KeyedBy is the name of the person who noted at KeyedAt that the mark was keyed in by hand.
	KeyedBy string
	KeyedAt time.Time
	// ReplacedBy is the person who made the newer mark; its Name is empty while this is the newest.
	ReplacedBy Actor
}

// StoryAttempt is one request of a save, as it ended.
type StoryAttempt struct {
	State      AttemptState
	Students   int
	Part       int64
	ClaimedAt  time.Time
	SentAt     time.Time
	ClosedAt   time.Time
	HTTPStatus int
	Problem    string
	// Exchange holds the request and the answer exactly, as JSON.
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
	// Remarks holds what came back besides the status, as a JSON object; empty for nothing.
	Remarks string
}

// PendingMark is a mark that is under way or stopped, with its save.
type PendingMark struct {
	Save      Save
	Enrolment EnrolmentID
	Student   StudentID
	Version   int64
	Outcome   Outcome
}

// MovedMark is a mark that waited when the school's connection, or its student's number, became another:
// it is never sent by itself.
type MovedMark struct {
	PendingMark
	// Given and Family are the student's names when it was made; empty where they are not known.
	Given, Family string
	// Period is the school period whose list now has the same student under the same number; empty where
	// none has.
	Period PeriodID
}

// Same tells whether the mark's number names the same student now.
func (m MovedMark) Same() bool { return m.Period != "" }

// ChangeElsewhere is a change that reading a day found in the school system.
type ChangeElsewhere struct {
	FoundAt time.Time
	// Was is the status that the school system had returned to Rollbook, Status the one found.
	Was, Status string
}
