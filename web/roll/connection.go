package roll

import (
	"strconv"
	"strings"
	"time"
)

// Pause is the reason why sending for a school waits for a person.
type Pause string

// The reasons for a pause.
const (
	// NotPaused: sending continues.
	NotPaused Pause = ""
	// PausedKey: the service refuses the school's credentials.
	PausedKey Pause = "key"
	// PausedAddress: the address does not answer like the service in the settings.
	PausedAddress Pause = "address"
	// PausedStudents: answers named students who were not sent. An admin's decision or another connection
	// ends it, never a key, a probe or an answer.
	PausedStudents Pause = "students"
)

// Probed reports whether the pause ends when the service answers a harmless call.
func (p Pause) Probed() bool {
	switch p {
	case PausedKey, PausedAddress:
		return true
	case NotPaused, PausedStudents:
	}
	return false
}

// Connection describes the recent behaviour of a school's service.
type Connection struct {
	// Pause is the gravest reason for the school's pause: other students, then the key, then the address.
	Pause       Pause
	PausedSince time.Time
	// Unproven is true while only guided marks are sent (Unproven of Proof).
	Unproven bool
	// Copied is true while nothing is sent because the database is a copy.
	Copied bool
	// ProbeAt is when a paused school is next probed with a harmless call.
	ProbeAt time.Time
	// WaitUntil is the end of the wait that the service asked for.
	WaitUntil time.Time
	// LastOK is the time of the last valid answer; zero before the first.
	LastOK time.Time
	// FailingSince is the first failure after LastOK; zero for none.
	FailingSince time.Time
	// Problem names the last failure, as a reply does.
	Problem string
}

// Backlog counts the marks of a school that are not yet in its service.
type Backlog struct {
	// Waiting counts the marks being sent, Stopped those that only a person can send.
	Waiting, Stopped int
	// Oldest is the acceptance time of the oldest waiting mark.
	Oldest time.Time
}

// Sending reports whether a save accepted now will be sent at once and may be answered soon.
func (c Connection) Sending() bool {
	return !c.Failing() && !c.Copied && !c.Unproven && c.Pause == NotPaused
}

// Failing reports whether the last call failed.
func (c Connection) Failing() bool { return !c.FailingSince.IsZero() }

// The problems of a service that answers.
const (
	// NotUnderstood: it answers, but not in a form that confirms marks.
	NotUnderstood = "not_understood"
	// OtherStudents: the answer names students who were not sent, in place of those who were.
	OtherStudents = "other_students"
	// ServerError: it reports an error of its own.
	ServerError = "server_error"
)

// Misread reports whether the last call was answered, but not in a form that confirms marks.
func (c Connection) Misread() bool {
	return c.Failing() && (c.Problem == NotUnderstood || c.Problem == OtherStudents)
}

// Faulty reports whether the service answered the last call with an error of its own.
func (c Connection) Faulty() bool { return c.Failing() && c.Problem == ServerError }

// MostKeys limits the active keys of a school in its school system (service document, section 8), and
// therefore the keys stored here.
const MostKeys = 5

// Key describes a school's API key, without the key itself.
type Key struct {
	ID       string
	LastFour string
	State    KeyState
	AddedAt  time.Time
	// UsedFrom and UsedUntil are when calls with the key began and ended; zero when they did not.
	UsedFrom, UsedUntil time.Time
	// LastUsed is exact to the hour; zero before the first call.
	LastUsed time.Time
	// TriedAt is when an admin last tried the key. Tried is the result: KeyWorks, or a problem as in a Reply.
	TriedAt time.Time
	Tried   string
}

// KeyState is the use of a key.
type KeyState string

// The states.
const (
	// KeyInUse: every call uses it. A school has one such key.
	KeyInUse KeyState = "in_use"
	// KeyNext: added and not used yet.
	KeyNext KeyState = "next"
	// KeyFormer: replaced by another key.
	KeyFormer KeyState = "former"
)

// KeyWorks is the result when the school system accepts a key.
const KeyWorks = "works"

// StudentCount compares the lengths of two lists of a school's students.
type StudentCount struct {
	// Shown is the number of students in the school system, as a person typed it, or 0 if she could not see it. Read
	// is the number that Rollbook had read then, or 0 before it read any.
	Shown, Read int
}

// Asks reports whether a list of that many students differs so much from the one before that a person should look at
// the number again.
func (c StudentCount) Asks(now int) bool {
	const share = 10
	return c.Read > 0 && now > 0 && share*max(now-c.Read, c.Read-now) > c.Read
}

// ParseStudentCount reads a number of students as a person types it.
func ParseStudentCount(typed string) (int, error) {
	count, err := strconv.Atoi(strings.TrimSpace(typed))
	if err != nil || count < 1 {
		return 0, Problem(Meaningless, "connect.count_wrong")
	}
	return count, nil
}
