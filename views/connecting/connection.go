package connecting

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// ConnectionView is the page about the connection to the school system. The
// connection itself is Page.Light; without it nothing was ever asked.
type ConnectionView struct {
	layout.Page
	// Problem names the last problem, one of the catalogue's connection.problem; empty while
	// all is well.
	Problem string
	// Why says in the school system's own words what is wrong; only the office and
	// admins are given it. It may be empty.
	Why string
	// Key is the card of the school's key; nil for those who may not replace it.
	Key *KeyView
	// MayStart offers to start sending from a database that is a copy.
	MayStart bool
	// Waiting counts the marks that wait; Oldest is the time since which the oldest of them waits,
	// as Words.Clock writes it.
	Waiting int
	Oldest  string
	// Stopped are the saves that wait for a person, oldest first.
	Stopped []StoppedSave
	// Moved are the marks that a person decides about since the connection became another one; nil for none.
	Moved *MovedView
	// Others are the answers that named students who were not sent, if they pause nothing and
	// nobody of the office has seen them.
	Others []OthersAnswer
	// Lists are those that are older than the school system would have them.
	Lists []ListTrouble
}

// KeyView holds the parts of a school's key that a page may show.
type KeyView struct {
	LastFour string
	// Since is the day since which it is used, as Words.ShortDate writes it.
	Since string
	// Refused says in a sentence why the key that was entered was not taken; empty where none was refused.
	Refused string
}

// StoppedSave is a save that is not sent by itself any more.
type StoppedSave struct {
	Token roll.Token
	Class string
	Date  roll.Date
	// Students counts its marks that are not in the school system.
	Students int
	Status   string
	By       string
	// Clock is the time since which it is kept, as Words.Clock writes it.
	Clock string
}

// stoppedMarks counts the marks of all stopped saves.
func (v *ConnectionView) stoppedMarks() int {
	marks := 0
	for _, save := range v.Stopped {
		marks += save.Students
	}
	return marks
}

// WaitingView is the list, made for paper, of all marks that are not in the school
// system: to key them in by hand when it matters.
type WaitingView struct {
	layout.Page
	// Clock is the time at which the list was made, as Words.Clock writes it, on Date.
	Clock string
	Date  roll.Date
	// Groups are in the order in which they are to be keyed in.
	Groups []WaitingGroup
}

// WaitingGroup is a class on a date.
type WaitingGroup struct {
	Class string
	Date  roll.Date
	Marks []WaitingMark
}

// WaitingMark is one student's mark.
type WaitingMark struct {
	Name, Status string
	// Time is the time that the mark carries (HH:MM); it may be empty.
	Time string
	By   string
	// Clock is the time at which it was made, as Words.Clock writes it.
	Clock string
}

// state describes the connection in one sentence.
func (v *ConnectionView) state() string {
	if v.Light == nil || v.Light.Clock == "" && v.Light.State != part.Unproven {
		return v.Words.Text("connection.state.unknown")
	}
	return v.Words.Text(language.ConnectionStateKeys.Of(string(v.Light.State)), "Clock", v.Light.Clock)
}

// waiting says how many marks go through by themselves.
func (v *ConnectionView) waiting() string {
	if v.Waiting == 0 {
		return v.Words.Text("connection.nothing_waits")
	}
	if v.Light != nil && v.Light.Held != "" {
		return v.Words.Count(language.HeldWaitingKeys.Of(string(v.Light.Held)), v.Waiting, "Clock", v.Oldest)
	}
	return v.Words.Count("connection.waits", v.Waiting, "Clock", v.Oldest)
}
