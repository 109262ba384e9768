package taking

import (
	"strings"

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
	// Today is the date in the school's zone. A Date before it is shown with a
	// banner, and asks for a reason.
	Today roll.Date
	// Now is the time in the school's zone, as HH:MM: what the time field shows until
	// somebody touches it.
	Now string
	// Rows are the students in the class's order. Where there are none, Empty says why.
	Rows  []part.Row
	Empty EmptyReason
	// ListClock is the time at which the list was read, as Words.Clock writes it, where that is long
	// ago or the last try to read it failed; else empty.
	ListClock string
	// Unread is true where marks made in the school system itself are not seen.
	Unread bool
	// Picker has no Latest for a person who may open this roll only.
	Picker Picker
	Bar    part.StatusBar
	// Closed says that the school is closed on the date; empty where it is open.
	Closed string
	// ReadOnly shows a roll to somebody who may not change it: marks, and nothing to tick or to
	// save. On today it stays fresh by itself.
	ReadOnly bool
	// Closes is the key of the button that leads from the roll on a tablet to Tiles; empty for everybody else.
	Closes language.Key
	// NetworkCode is that of the tablet (auth.Tokens.NetworkCode); empty on other devices.
	NetworkCode string
	// StatusesAddress leads to the page on which a school's statuses are typed in; empty for those who may
	// not. It is offered where there are none.
	StatusesAddress string
	// CoverAddress leads to the page that makes a link with which somebody without an account takes this
	// roll; empty for those who may not.
	CoverAddress string
	// Owner is the reader in a form that nobody can read: the browser keeps what is ticked
	// and not saved under it, for nobody else. It holds no "|".
	Owner string
	// RecordedClock is the time at which the last mark was recorded, as Words.Clock writes it; it may be empty.
	RecordedClock string
	// Summary tells what became of the save that the address names, or of a press that
	// was not accepted.
	Summary part.Summary
}

// EmptyReason is the reason why a page shows no students.
type EmptyReason string

// The reasons.
const (
	// NotEmpty: there are students.
	NotEmpty EmptyReason = ""
	// NobodyInClass: the class's list has nobody on it.
	NobodyInClass EmptyReason = "nobody"
	// ListNotRead: the school system has not given the list yet.
	ListNotRead EmptyReason = "not_read"
	// NoPeriod: no school year or term is chosen or current.
	NoPeriod EmptyReason = "no_period"
)

// Picker changes school year or term, class and date; it is a GET form.
type Picker struct {
	Periods []roll.Period
	Classes []roll.Class
	// Earliest and Latest limit the date; either may be empty.
	Earliest, Latest roll.Date
}

// SaveAnswer is the answer to a press when htmx asked: the changed cells, the
// summary and what the next press needs. It never holds the list.
type SaveAnswer struct {
	layout.Page
	Class  roll.Class
	Period roll.Period
	Date   roll.Date
	Cells  []part.Cell
	// Changes are the last changes of the marks in Cells, where the page tells them.
	Changes  []part.Change
	Summary  part.Summary
	Progress Progress
	// Closed is true where the press was the second one on a closed day: the next press needs
	// no second one.
	Closed bool
	// Save and OthersSave are the tokens of the next press.
	Save, OthersSave roll.Token
	// Signing asks who makes the next press; nil leaves the page's fields as they are.
	Signing *part.Signing
}

// StatusesAnswer is a background refresh: status cells, and how far the roll is.
type StatusesAnswer struct {
	layout.Page
	Cells    []part.Cell
	Progress Progress
	// Summary tells what has become of the reader's last press: the sentence that she was told
	// changes with it.
	Summary part.Summary
}

// Progress counts the students of a roll, and their marks.
type Progress struct {
	// Students counts those of the class, Recorded those of them with a mark in the school system on
	// the date, and Kept the marks that are in Rollbook only.
	Students, Recorded, Kept int
	// Clock is the time at which the last was recorded, as Words.Clock writes it; it may be empty.
	Clock string
}

// text says it in a few words.
func (p Progress) text(w *language.Words) string {
	var parts []string
	switch {
	case p.Recorded == p.Students && p.Clock != "":
		return w.Text("roll.all_recorded_at", "Clock", p.Clock)
	case p.Recorded == p.Students:
		return w.Text("roll.all_recorded")
	case p.Recorded > 0:
		parts = append(parts, w.Count("roll.recorded", p.Recorded))
	case p.Kept == 0:
		return w.Text("roll.none_recorded")
	}
	if p.Kept > 0 {
		parts = append(parts, w.Count("roll.kept_here", p.Kept))
	}
	return strings.Join(parts, ", ")
}
