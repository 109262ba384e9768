package roll

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Check tells the service what a time means (service document, section 4.1,
// checkInOrCheckOut). Empty is plain daily attendance.
type Check string

// The values of Check.
const (
	NoCheck    Check = ""
	CheckIn    Check = "in"
	CheckOut   Check = "out"
	CheckClear Check = "clear"
)

// ParseCheck reads a Check as a form sends it; ok is false for anything else.
func ParseCheck(text string) (check Check, ok bool) {
	switch check = Check(text); check {
	case NoCheck, CheckIn, CheckOut, CheckClear:
		return check, true
	}
	return "", false
}

// Actor is the person who pressed Save, as the history keeps it whatever becomes of the account.
type Actor struct {
	Person PersonID
	Name   string
	Role   Role
	// Tablet is the name of the shared tablet on which the person gave their PIN; empty elsewhere.
	Tablet string
}

// Asked is one student of a save.
type Asked struct {
	Enrolment EnrolmentID
	// Student is the id that the roster has at acceptance; answers are matched by it.
	Student StudentID
	// Seen is the version of the mark that the person had before them; 0 is none.
	Seen int64
	// Decided is true when the person saw both values of a conflict and chose.
	Decided bool
	// TappedAt tells when the student tapped, on the tablet's clock; zero for a mark of a person. It
	// is no part of the content: its minute is, as Observed.
	TappedAt time.Time
}

// Save is one press: some enrolments, one status, one date.
type Save struct {
	Token     Token
	School    SchoolID
	Period    PeriodID
	Class     ClassID
	ClassName string
	Date      Date
	Status    Status
	// Check and CheckTime are sent besides the status; both empty unless the school's
	// settings say how a time is sent.
	Check     Check
	CheckTime string
	// Observed is the time that the person gave, HH:MM with its offset
	// ("08:45+01:00"); empty for none. It never changes with waiting.
	Observed string
	Reason   string
	By       Actor
	Rows     []Asked
	// Guided is the connection that the save proves; empty for an ordinary save.
	Guided Subject
	// Generation is the school's when the page was made: its numbers name the students whom they
	// named then.
	Generation int64
	// Copied is true where its marks waited when the database was copied: the original may have sent them
	// since, or something newer.
	Copied bool
	// Doubted is true for marks of which something else may be on its way: they are confirmed, or read
	// first, as after an unknown attempt.
	Doubted bool
	// AcceptedAt is set by the store, StopsAt by Accepted.
	AcceptedAt, StopsAt time.Time
}

// WaitLimit is the time that a save may wait before the office must send it.
const WaitLimit = 30 * time.Minute

// Accepted stamps the save with the instant of its acceptance and with the one
// at which it stops: 30 minutes later, or the first midnight in the zone. Taps stop with the day
// that they are of: those that come later have stopped before anything was sent.
func (s Save) Accepted(now time.Time, zone *time.Location) Save {
	s.AcceptedAt = now
	s.StopsAt = now.Add(WaitLimit)
	if midnight := DateOf(now, zone).End(zone); midnight.Before(s.StopsAt) {
		s.StopsAt = midnight
	}
	if over := s.Date.End(zone); s.By.Role == AtDoor && over.Before(s.StopsAt) {
		s.StopsAt = over
	}
	return s
}

// contentHashSize is the number of bytes of the SHA-256 that are kept. A hash is only ever compared with
// that of the same token.
const contentHashSize = 8

// ContentHash tells two saves apart that came with one token, in hexadecimal digits. The
// versions seen are part of it: they are part of what the person asked. The rows' order,
// which is the roster's, is not.
func (s Save) ContentHash() string {
	var content strings.Builder
	fmt.Fprintf(&content, "%q %q %q %q %d %q %q %q %q\n", s.School, s.Period, s.Class, s.Date, s.Status.ID, s.Check, s.CheckTime, s.Observed, s.Reason)
	rows := slices.SortedFunc(slices.Values(s.Rows), func(a, b Asked) int { return cmp.Compare(a.Enrolment, b.Enrolment) })
	for _, row := range rows {
		fmt.Fprintf(&content, "%d %d %t\n", row.Enrolment, row.Seen, row.Decided)
	}
	if s.Guided != "" {
		fmt.Fprintf(&content, "%q\n", s.Guided)
	}
	sum := sha256.Sum256([]byte(content.String()))
	return hex.EncodeToString(sum[:contentHashSize])
}

// Held is a row of a save that met a newer mark: stored with the save, and never
// sent until the person decides.
type Held struct {
	Asked
	// Theirs is the mark that stands there.
	Theirs Mark
}

// HeldMark is a held row as a page shows it.
type HeldMark struct {
	Held
	// Save is the press that it belongs to, Chosen the name of its status, and Observed the
	// time that it gave, as in Save.Observed.
	Save     Token
	Chosen   string
	Observed string
	// By is the person or the tablet that made the press.
	By Actor
}

// Arrives tells whether a student tapped in whom a person had marked otherwise.
func (h HeldMark) Arrives() bool { return h.By.Role == AtDoor }

// Acceptance is the result of a press, once it is committed.
type Acceptance struct {
	Save Save
	// Repeated is true when the same token had brought the same content before:
	// nothing was stored again.
	Repeated bool
	Kept     []Kept
	Held     []Held
}

// Kept is a row of a save that became its student's newest mark.
type Kept struct {
	Enrolment EnrolmentID
	Student   StudentID
	Version   int64
}

// Begins tells whether there is something new to send.
func (a Acceptance) Begins() bool { return len(a.Kept) > 0 && !a.Repeated }

// OtherContentError says that a token came before with other content.
type OtherContentError struct {
	// First is the save that the token brought.
	First Save
}

// Error is the text for the log.
func (e *OtherContentError) Error() string {
	return fmt.Sprintf("the token was used at %s for another save", e.First.AcceptedAt.UTC().Format(time.RFC3339))
}
