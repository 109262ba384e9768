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

// Actor is the person who pressed Save, as the history keeps it even after the account is gone.
type Actor struct {
	Person PersonID
	Name   string
	Role   Role
	// Tablet is the name of the shared tablet where the person entered their PIN; empty elsewhere.
	Tablet string
}

// Taps reports whether no person is behind the action: students tapped in themselves.
func (a Actor) Taps() bool { return a.Role == AtDoor }

// HasNoAccount reports whether the actor is a tablet, or used a cover link.
func (a Actor) HasNoAccount() bool { return a.Role == AtDoor || a.Role == Covering }

// SaveRow is one student of a save.
type SaveRow struct {
	Enrolment EnrolmentID
	// Student is the roster's id at acceptance. Answers are matched by it.
	Student StudentID
	// Seen is the version of the mark on the person's page; 0 is none.
	Seen int64
	// Decided is true when the person saw both values of a conflict and chose.
	Decided bool
	// TappedAt is when the student tapped, by the tablet's clock; zero for a person's mark. ContentHash
	// ignores it: Observed already has its minute.
	TappedAt time.Time
}

// Save is one press: some enrolments, one intent, one date.
type Save struct {
	Token     Token
	School    SchoolID
	Period    PeriodID
	Class     ClassID
	ClassName string
	Date      Date
	Intent
	Reason string
	By     Actor
	Rows   []SaveRow
	// Left are students of the press who get no mark, since the office learned of an absence or took one back while
	// the page was open. They count in ContentHash, so that the press is the same when it comes again.
	Left []EnrolmentID
	// Guided is the connection that the save is meant to prove; empty for an ordinary save.
	Guided Subject
	// Movement is the movement that the press keeps, or nil. Its ID is the save's token.
	Movement *Movement
	// Removes is the movement that the press removes, or empty.
	Removes Token
	// Absences are the known absences that the press keeps.
	Absences []KnownAbsence
	// Decides is the save whose held rows the person decided to send with this one, or empty.
	Decides Token
	// Generation is the school's generation when the page was made. It defines whom the save's numbers mean.
	Generation int64
	// Copied is true when its marks were waiting when the database was copied. The original may have sent
	// them since, or something newer.
	Copied bool
	// Doubted is true for marks that another request may still change. They are confirmed, or read first, as
	// after an unknown attempt.
	Doubted bool
	// AcceptedAt is set by the store, StopsAt by Accepted.
	AcceptedAt, StopsAt time.Time
}

// WaitLimit is how long a save may wait before the office must send it.
const WaitLimit = 30 * time.Minute

// Accepted sets when the save was accepted and when it stops: 30 minutes later, or at the first midnight in
// the zone. Taps stop at the end of their own day. Later ones are stopped before they are sent.
func (s Save) Accepted(now time.Time, zone *time.Location) Save {
	s.AcceptedAt = now
	s.StopsAt = now.Add(WaitLimit)
	if midnight := DateOf(now, zone).End(zone); midnight.Before(s.StopsAt) {
		s.StopsAt = midnight
	}
	if over := s.Date.End(zone); s.By.Taps() && over.Before(s.StopsAt) {
		s.StopsAt = over
	}
	return s
}

// contentHashSize is the stored number of bytes of the SHA-256. A hash is compared only with that of the same
// token.
const contentHashSize = 8

// ContentHash distinguishes two saves with one token, in hexadecimal digits. The versions seen count, because
// they are part of the request. The order of the rows does not, nor do sealed reasons. What only
// some presses have counts where it is set, so that the hash of every other press stays as it is stored.
func (s Save) ContentHash() string {
	var content strings.Builder
	fmt.Fprintf(&content, "%q %q %q %q %s %q\n", s.School, s.Period, s.Class, s.Date, s.content(), s.Reason)
	rows := slices.Clone(s.Rows)
	for _, student := range s.Left {
		rows = append(rows, SaveRow{Enrolment: student})
	}
	slices.SortFunc(rows, func(a, b SaveRow) int { return cmp.Compare(a.Enrolment, b.Enrolment) })
	for _, row := range rows {
		fmt.Fprintf(&content, "%d %d %t\n", row.Enrolment, row.Seen, row.Decided)
	}
	if s.Guided != "" {
		fmt.Fprintf(&content, "%q\n", s.Guided)
	}
	if m := s.Movement; m != nil {
		fmt.Fprintf(&content, "keeps %q %q %t %q\n", m.Kind, m.Time, m.Planned, m.Replaces)
	}
	if s.Removes != "" {
		fmt.Fprintf(&content, "removes %q\n", s.Removes)
	}
	for _, one := range s.Absences {
		fmt.Fprintf(&content, "knows %q %d %q %q %d %q %q %v\n",
			one.ID, one.Enrolment, one.From, one.To, one.Status, one.After, one.Until, one.Weekdays)
	}
	sum := sha256.Sum256([]byte(content.String()))
	return hex.EncodeToString(sum[:contentHashSize])
}

// Held is a row of a save that met a newer mark. It is stored with the save, and sent only after the person
// decides.
type Held struct {
	SaveRow
	// Theirs is the newer mark.
	Theirs Mark
}

// HeldMark is a held row as a page shows it.
type HeldMark struct {
	Held
	// Save is the press of the row.
	Save Token
	Intent
	// By is the person or tablet behind the press.
	By Actor
}

// Arrives reports whether a student tapped in after a person had marked the student otherwise.
func (h HeldMark) Arrives() bool { return h.By.Taps() }

// Acceptance is the committed result of a press.
type Acceptance struct {
	Save Save
	// Repeated is true when the same token had brought the same content before. Nothing was stored again.
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

// Begins reports whether there is something new to send.
func (a Acceptance) Begins() bool { return len(a.Kept) > 0 && !a.Repeated }

// OtherContentError is returned for a token that came before with other content.
type OtherContentError struct {
	// First is the first save of the token.
	First Save
}

// Error returns the text for the log.
func (e *OtherContentError) Error() string {
	return fmt.Sprintf("the token was used at %s for another save", e.First.AcceptedAt.UTC().Format(time.RFC3339))
}
