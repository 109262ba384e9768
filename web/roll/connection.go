package roll

import "time"

// Pause is the reason for which nothing is sent for a school until a person has acted.
type Pause string

// The reasons for a pause.
const (
	// NotPaused: sending goes on.
	NotPaused Pause = ""
	// PausedKey: the service refuses the school's credentials.
	PausedKey Pause = "key"
	// PausedAddress: the service answers as if it were not the one of the settings.
	PausedAddress Pause = "address"
	// PausedStudents: answers named other students than those who were sent. It ends by an
	// admin's word or another connection, never by a key, a probe or an answer.
	PausedStudents Pause = "students"
)

// Probed tells whether the pause ends once the service answers a call that changes nothing.
func (p Pause) Probed() bool {
	switch p {
	case PausedKey, PausedAddress:
		return true
	case NotPaused, PausedStudents:
	}
	return false
}

// Connection tells how a school's service behaved last.
type Connection struct {
	// Pause is the gravest of the reasons for which the school is paused: other students,
	// then the key, then the address.
	Pause       Pause
	PausedSince time.Time
	// Unproven is true while nothing but guided marks is sent (Unproven of Proof).
	Unproven bool
	// Copied is true while nothing at all is sent, since the database is a copy.
	Copied bool
	// ProbeAt tells when a paused school is tried again with a call that changes nothing.
	ProbeAt time.Time
	// WaitUntil is the end of the wait that the service asked for.
	WaitUntil time.Time
	// LastOK is the last valid answer; zero before the first.
	LastOK time.Time
	// FailingSince is the first failure since then; zero while there is none.
	FailingSince time.Time
	// Problem names the last failure, as a reply does.
	Problem string
}

// Backlog counts the marks of a school that are not in its service yet.
type Backlog struct {
	// Waiting counts the marks under way, Stopped those that only a person can send.
	Waiting, Stopped int
	// Oldest tells when the oldest of the waiting marks was accepted.
	Oldest time.Time
}

// Sending tells whether a save that is accepted now will be sent at once, and may
// be answered soon.
func (c Connection) Sending() bool {
	return !c.Failing() && !c.Copied && !c.Unproven && c.Pause == NotPaused
}

// Failing tells whether the last call failed.
func (c Connection) Failing() bool { return !c.FailingSince.IsZero() }
