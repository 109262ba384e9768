package connecting

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// ConnectionView is the page about the connection to the school system. Page.Light is the connection itself;
// it is nil if Rollbook never made a call.
type ConnectionView struct {
	layout.Page
	// Problem is the end of the catalogue's key connection.problem of the last problem; empty while all is
	// well.
	Problem string
	// Why is the school system's own text about the problem, for the office and admins only. It may be empty.
	Why string
	// Key is the card of the school's key; nil for readers who may not replace it.
	Key *KeyView
	// MayStart is true if the reader may start sending from a copied database.
	MayStart bool
	// Waiting counts the waiting marks; Oldest is the time since when the oldest waits, as Words.Clock writes
	// it.
	Waiting int
	Oldest  string
	// Stopped are the saves that need a person, oldest first.
	Stopped []Kept
	// Moved are the marks from before the connection changed, which a person decides about; it may be nil.
	Moved *MovedView
	// OtherStudents are the answers that named students who were not sent, if sending is not paused because of them
	// and the office has not seen them yet.
	OtherStudents []OtherStudentsAnswer
	// Lists are the lists that are older than the school system's.
	Lists []ListTrouble
}

// KeyView holds the parts of a school's key that a page may show.
type KeyView struct {
	LastFour string
	// Since is the day of its first use, as Words.ShortDate writes it.
	Since string
	// Refused is the sentence about a refused key; it may be empty.
	Refused string
}

// Kept is a save that is not in the school system, or one mark of it.
type Kept struct {
	Token  roll.Token
	Class  string
	Date   roll.Date
	Status string
	By     string
	// Clock is the time since when it is kept, as Words.Clock writes it.
	Clock string
	// Students counts the marks of a save.
	Students int
	// Name and Enrolment are those of a mark's student; Time is the time of the mark (HH:MM) and may be empty.
	Name      string
	Enrolment roll.EnrolmentID
	Time      string
}

// stoppedMarks counts the marks of all stopped saves.
func (v *ConnectionView) stoppedMarks() int {
	marks := 0
	for _, save := range v.Stopped {
		marks += save.Students
	}
	return marks
}

// WaitingView is the list for paper of all marks that are not in the school system, so that people can key
// them in by hand.
type WaitingView struct {
	layout.Page
	// Clock is the time when the list was made, as Words.Clock writes it, on Date.
	Clock string
	Date  roll.Date
	// Groups are in the order for keying in.
	Groups []WaitingGroup
}

// WaitingGroup is a class on a date.
type WaitingGroup struct {
	Class string
	Date  roll.Date
	Marks []Kept
}

// state describes the connection in one sentence.
func (v *ConnectionView) state() string {
	if v.Light == nil || v.Light.Clock == "" && v.Light.State != part.Unproven {
		return v.Words.Text("connection.state.unknown")
	}
	return v.Words.Text(language.ConnectionStateKeys.Of(string(v.Light.State)), "Clock", v.Light.Clock)
}

// waiting returns the sentence about the number of marks that Rollbook sends without help.
func (v *ConnectionView) waiting() string {
	if v.Waiting == 0 {
		return v.Words.Text("connection.nothing_waits")
	}
	if v.Light != nil && v.Light.Held != "" {
		return v.Words.Count(language.HeldWaitingKeys.Of(string(v.Light.Held)), v.Waiting, "Clock", v.Oldest)
	}
	return v.Words.Count("connection.waits", v.Waiting, "Clock", v.Oldest)
}
