package roll

import "time"

// AttemptState is how a request to the service ended, or Open.
type AttemptState string

// The states of an attempt. All but Open are closed.
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
	// AskedToWait: the service asks for a pause.
	AskedToWait AttemptState = "asked_to_wait"
	// Rejected: the service refused the list.
	Rejected AttemptState = "rejected"
	// Misdirected: the address or the service differs from the settings.
	Misdirected AttemptState = "misdirected"
	// Gone: perhaps one of the students is gone there, perhaps the address is wrong.
	Gone AttemptState = "gone"
)

// Refuses reports whether the service refused the marks without applying any.
func (s AttemptState) Refuses() bool {
	switch s {
	case Rejected, Gone:
		return true
	case Open, Answered, Unknown, NotSent, KeyRefused, AskedToWait, Misdirected:
	}
	return false
}

// Decides reports whether the service decided about the marks.
func (s AttemptState) Decides() bool { return s == Answered || s.Refuses() }

// Claimed is one mark of an attempt.
type Claimed struct {
	Enrolment EnrolmentID `json:"enrolment"`
	Student   StudentID   `json:"student"`
	// Version is the number of the newest intent at the claim.
	Version int64 `json:"version"`
	// CheckVersion is the intent whose check is sent; 0 for none.
	CheckVersion int64 `json:"check,omitempty"`
}

// Attempt is one request to the service, claimed and not yet closed.
type Attempt struct {
	ID     string
	School SchoolID
	// At is the school at the time of the claim: the request uses this address, these codes and this mapping.
	// It is empty for an attempt that will not be sent.
	At   School
	Save Token
	Date Date
	// Intent has the status as it was named when the save was accepted.
	Intent
	Part  int64
	Marks []Claimed
	// First is true until an answer has named the right students (ProvenByDocument).
	First bool
	// ClaimedAt and LeaseUntil use the database's clock.
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

// Rows returns the attempt's students for comparison with an answer.
func (a Attempt) Rows() []SaveRow {
	rows := make([]SaveRow, len(a.Marks))
	for i, mark := range a.Marks {
		rows[i] = SaveRow{Enrolment: mark.Enrolment, Student: mark.Student}
	}
	return rows
}

// Reply is the result of an attempt.
type Reply struct {
	State AttemptState
	// Reading is the result of the answer, when the state is Answered.
	Reading Reading
	// Empty is true when the answer is an empty list.
	Empty bool
	// Same reports whether a returned status is the one sent, by name or by alias.
	Same func(returned string) bool
	// SentAt is when sending began, by the database's clock; zero when it did not.
	SentAt time.Time
	// HTTPStatus is 0 when no answer came.
	HTTPStatus int
	// RetryAfter is the wait that the service asks for, or 0.
	RetryAfter time.Duration
	// Problem names the failure, for the catalogue and the log.
	Problem string
	// Remarks are the further fields of a valid answer, by enrolment: JSON objects with the members comments,
	// checkIn and checkOut.
	Remarks map[EnrolmentID]string
	// Exchange is the exact request and answer without secrets, as JSON.
	Exchange string
}

// Window limits when a call may begin and must end, on the monotonic clock.
type Window struct {
	// ClaimedAt is the attempt's claim by the database's clock, Claimed the same moment on this machine, or
	// slightly later.
	ClaimedAt, Claimed time.Time
	// SendBefore is the fence, Deadline the end of the connection.
	SendBefore, Deadline time.Time
	// Call is the time limit of one call to the service.
	Call time.Duration
}

// SentAt returns when sending began by the database's clock, never later than it really was. It is zero for a
// call that did not begin.
func (w Window) SentAt(began time.Time) time.Time {
	if began.IsZero() {
		return time.Time{}
	}
	return w.ClaimedAt.Add(began.Sub(w.Claimed))
}
