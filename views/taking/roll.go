package taking

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// RollView is the page of one class on one date.
type RollView struct {
	layout.Page
	Class  roll.Class
	Period roll.Period
	Date   roll.Date
	// Today is the date in the school's zone. A roll with an earlier Date has a banner.
	Today roll.Date
	// Now is the time in the school's zone, as HH:MM: the time field's value until the person changes it.
	Now string
	// Rows are the students in the class's order. If there are none, Empty is the reason.
	Rows  []part.Row
	Empty EmptyReason
	// ListClock is the time when Rollbook read the list, as Words.Clock writes it, if that is long ago or the
	// last attempt to read it failed; otherwise it is empty.
	ListClock string
	// Unread is true if Rollbook does not see marks made in the school system.
	Unread bool
	// Picker has no Latest for a person who may open only this roll.
	Picker Picker
	Bar    part.StatusBar
	// Reason is nil for a visitor who never needs one.
	Reason *layout.Reason
	// Closed is the sentence about a day when the school is closed; empty if it is open.
	Closed string
	// ReadOnly is true for a reader who may not change the roll: the page shows the marks, without checkboxes
	// or Save. Today's page refreshes itself.
	ReadOnly bool
	// Closes is the key of the button that leads from the roll on a tablet to Tiles; it is empty on other
	// devices.
	Closes language.Key
	// NetworkCode is the tablet's auth.Tokens.NetworkCode; it is empty on other devices.
	NetworkCode string
	// StatusesAddress is the address of the page where a school's statuses are typed in, offered if the
	// school has none. It is empty for readers who may not open it.
	StatusesAddress string
	// CoverAddress is the address of the page that makes a link to this roll for a person without an account.
	// It is empty for readers who may not open it.
	CoverAddress string
	// Owner is an opaque value for the reader; the browser stores unsaved ticks under it. It holds no "|".
	Owner string
	// RecordedClock is the time when the last mark was recorded, as Words.Clock writes it; it may be empty.
	RecordedClock string
	// State is the state of the shown marks; an update that has the same state is not sent.
	State string
	// Back is the address that takes the ticked students' press back; empty for a visitor who may not.
	Back string
	// Unlisted is the address of the page about a student in the class whom the list does not name; empty on another day
	// than today.
	Unlisted string
	// Check is the address that takes the answer whether a new list is the reader's class; empty if she is not asked.
	Check string
	// Summary is the result of the save named in the address, or of a refused press.
	Summary part.Summary
}

// EmptyReason is the reason why a page shows no students.
type EmptyReason string

// The reasons.
const (
	// NotEmpty: there are students.
	NotEmpty EmptyReason = ""
	// NobodyInClass: the class's list is empty.
	NobodyInClass EmptyReason = "nobody"
	// ListNotRead: Rollbook has not read the school system's list yet.
	ListNotRead EmptyReason = "not_read"
	// NoPeriod: no school year or term is chosen or current.
	NoPeriod EmptyReason = "no_period"
	// NotOpen: no school year or term contains today. NotOpenThen: none contains the earlier date.
	NotOpen     EmptyReason = "not_open"
	NotOpenThen EmptyReason = "not_open_then"
)

// Picker is a form with GET that changes the class and the date.
type Picker struct {
	Classes []roll.Class
	// Earliest and Latest are the limits of the date; either may be empty.
	Earliest, Latest roll.Date
}

// SaveAnswer is the answer to a press by htmx: the changed cells, the summary and the fields for the next
// press. It never holds the list. The answer to a background refresh has no fields for a press.
type SaveAnswer struct {
	layout.Page
	Class  roll.Class
	Period roll.Period
	Date   roll.Date
	Cells  []part.Cell
	// Changes are the last changes of the marks in Cells, on pages that show them.
	Changes  []part.Change
	Summary  part.Summary
	Progress Progress
	// Reason replaces the field of the page; with nil the page keeps it.
	Reason *layout.Reason
	// Closed is true if the press was the second one on a closed day: the next press needs no confirmation.
	Closed bool
	// Save and OthersSave are the tokens of the next press.
	Save, OthersSave roll.Token
	// Signing asks who makes the next press; with nil the page keeps its fields.
	Signing *part.Signing
}

// Progress counts the students and the marks of a roll.
type Progress struct {
	// Students counts the class's students, Recorded those with a mark in the school system on the date, Kept the marks
	// that are in Rollbook only, and Later the students without a mark who are expected later.
	Students, Recorded, Kept, Later int
	// Clock is the time when the last mark was recorded, as Words.Clock writes it; it may be empty.
	Clock string
}

// Done reports whether every student has a mark, in the school system or in Rollbook, or is expected later.
func (p Progress) Done() bool { return p.Recorded+p.Kept+p.Later == p.Students }

// text returns the progress in a few words.
func (p Progress) text(w *language.Words) string {
	if p.Later == 0 {
		return p.marked(w)
	}
	return p.marked(w) + " · " + w.Count("roll.later", p.Later)
}

func (p Progress) marked(w *language.Words) string {
	var parts []string
	switch all := p.Recorded > 0 && p.Recorded+p.Later == p.Students; {
	case all && p.Clock != "":
		return w.Text("roll.all_recorded_at", "Clock", p.Clock)
	case all:
		return w.Text("roll.all_recorded")
	case p.Recorded > 0:
		parts = append(parts, w.Count("roll.recorded", p.Recorded))
	case p.Kept == 0:
		return w.Text("roll.none_recorded")
	}
	if p.Kept > 0 {
		parts = append(parts, w.Count("roll.kept_here", p.Kept))
	}
	return w.List(parts)
}
