package roll

import "time"

// AttemptState tells how a request to the service ended, or that it has not ended.
type AttemptState string

// The states of an attempt; all but Open are closed.
const (
	// Open: it may be under way.
	Open AttemptState = "open"
	// Answered: the service answered validly.
	Answered AttemptState = "answered"
	// Unknown: it may or may not have been applied, now or later.
	Unknown AttemptState = "unknown"
	// NotSent: no byte of it was written.
	NotSent AttemptState = "not_sent"
	// KeyRefused: the service refused the school's credentials.
	KeyRefused AttemptState = "key_refused"
	// AskedToWait: the service asked for a pause.
	AskedToWait AttemptState = "asked_to_wait"
	// Rejected: the service refused the list.
	Rejected AttemptState = "rejected"
	// Misdirected: the address or the service is not what the settings say.
	Misdirected AttemptState = "misdirected"
	// Gone: perhaps one of the students is gone there, perhaps the address is wrong.
	Gone AttemptState = "gone"
)

// Refuses tells whether the service took nothing of what it was sent.
func (s AttemptState) Refuses() bool {
	switch s {
	case Rejected, Gone:
		return true
	case Open, Answered, Unknown, NotSent, KeyRefused, AskedToWait, Misdirected:
	}
	return false
}

// Decides tells whether the service said what becomes of the marks.
func (s AttemptState) Decides() bool { return s == Answered || s.Refuses() }

// Claimed is one mark of an attempt.
type Claimed struct {
	Enrolment EnrolmentID `json:"enrolment"`
	Student   StudentID   `json:"student"`
	// Version is the newest intent's number at the claim.
	Version int64 `json:"version"`
	// CheckVersion is the intent whose check is carried; 0 for none.
	CheckVersion int64 `json:"check,omitempty"`
}

// Attempt is one request to the service, claimed and not yet closed.
type Attempt struct {
	ID     string
	School SchoolID
	// At is the school as it was at the claim: the request carries this address, these codes and this
	// mapping. Empty for an attempt that nobody is about to send.
	At     School
	Save   Token
	Date   Date
	Status StatusID
	// StatusName is the name that the status had when the save was accepted.
	StatusName string
	Check      Check
	CheckTime  string
	Part       int64
	Marks      []Claimed
	// First is true until an answer has shown whom the school's marks reach (ProvenByDocument).
	First bool
	// ClaimedAt and LeaseUntil are by the database's clock.
	ClaimedAt, LeaseUntil time.Time
}

// Enrolments lists the enrolments of the attempt's marks.
func (a Attempt) Enrolments() []EnrolmentID {
	enrolments := make([]EnrolmentID, len(a.Marks))
	for i, mark := range a.Marks {
		enrolments[i] = mark.Enrolment
	}
	return enrolments
}

// Asked returns the attempt's students in the form in which an answer is held against them.
func (a Attempt) Asked() []Asked {
	asked := make([]Asked, len(a.Marks))
	for i, mark := range a.Marks {
		asked[i] = Asked{Enrolment: mark.Enrolment, Student: mark.Student}
	}
	return asked
}

// Reply is the result of an attempt.
type Reply struct {
	State AttemptState
	// Reading is the answer as it was read, when the state is Answered.
	Reading Reading
	// Empty is true for an answer that is a list without a single item.
	Empty bool
	// Same tells whether a returned status is the one sent, by name or by alias.
	Same func(returned string) bool
	// SentAt tells when sending began, by the database's clock; zero when it did not.
	SentAt time.Time
	// HTTPStatus is 0 where no answer came.
	HTTPStatus int
	// RetryAfter is the wait that the service asked for; 0 when it asked for none.
	RetryAfter time.Duration
	// Problem names what went wrong, for the catalogue and the log.
	Problem string
	// Remarks holds what a valid answer says besides statuses, by enrolment: JSON objects with
	// the members comments, checkIn and checkOut.
	Remarks map[EnrolmentID]string
	// Exchange holds the request and the answer exactly, without secrets, as JSON.
	Exchange string
}
