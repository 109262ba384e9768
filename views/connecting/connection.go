package connecting

import (
	"time"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/lists/lines"
	"rollbook/web/roll"
)

// ConnectionView is the page about the connection to the school system. Page.Light is the connection itself;
// it is nil if Rollbook never made a call.
type ConnectionView struct {
	layout.Page
	// Trouble is the end of the catalogue's key connection.problem of the last problem; empty while all is
	// well.
	Trouble string
	// Why is the school system's own text about the problem, for the office and admins only. It may be empty.
	Why string
	// Keys are the school's keys, the one in use first; empty for readers who may not replace it.
	Keys []roll.Key
	// MayStart is true if the reader may start sending from a copied database.
	MayStart bool
	// Backlog counts the waiting marks.
	Backlog roll.Backlog
	// Stopped are the saves that need a person, oldest first.
	Stopped []Kept
	// Moved are the marks from before the connection changed, which a person decides about; it may be nil.
	Moved *MovedView
	// OtherStudents are the answers that named students who were not sent, if sending is not paused because of them
	// and the office has not seen them yet.
	OtherStudents []OtherStudentsAnswer
	// Lists are the lists that are older than the school system's.
	Lists []ListTrouble
	// Students counts the students of today's list, 0 if it does not come from the school system. Count is the number
	// that the school system showed.
	Students int
	Count    roll.StudentCount
}

// stoppedMarks counts the marks of all stopped saves.
func (v *ConnectionView) stoppedMarks() int {
	marks := 0
	for _, save := range v.Stopped {
		marks += save.Students
	}
	return marks
}

// who returns a sentence with the save's day, its person and its time.
func (v *ConnectionView) who(save Kept) string {
	date := v.Words.ShortDate(save.Date.Noon(time.UTC))
	return v.Words.Text("connection.save_who", "Date", date, "By", save.Byline, "Clock", v.ClockOf(save.AcceptedAt))
}

// WaitingView is the list for paper of all marks that are not in the school system, so that people can key
// them in by hand.
type WaitingView struct {
	layout.Page
	// At is the time when the list was made.
	At time.Time
	// Groups are the marks of each class on a date, in the order for keying in.
	Groups [][]Kept
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
	if v.Backlog.Waiting == 0 {
		return v.Words.Text("connection.nothing_waits")
	}
	if v.Light != nil && v.Light.Held != "" {
		return v.Words.Count(language.HeldWaitingKeys.Of(string(v.Light.Held)), v.Backlog.Waiting, "Clock",
			v.ClockOf(v.Backlog.Oldest))
	}
	return v.Words.Count("connection.waits", v.Backlog.Waiting, "Clock", v.ClockOf(v.Backlog.Oldest))
}

// MovedView holds the marks that waited when the connection changed, or when the database was copied. A
// person decides about them.
type MovedView struct {
	// All counts the marks, Same those whose student is the same in the present list.
	All, Same int
	// CopiedAt is the time when the database was copied; it may be zero.
	CopiedAt time.Time
	// MayDecide is true for readers who may send and drop the marks; MaySend is true once sending is on.
	MayDecide, MaySend bool
	// Rest lists the other marks, one by one.
	Rest []Kept
}

// leads reports whether the page's main action is to send the marks whose students are the same.
func (m *MovedView) leads() bool { return m != nil && m.MayDecide && m.MaySend && m.Same > 0 }

// ListTrouble is a list that is older than the school system's.
type ListTrouble struct {
	// Call is the list's name in a mapping's file; Period is the school year or term of a list of students.
	Call   string
	Period roll.Period
	// Clock is the time of the list in use, as Words.Clock writes it; Problem is the reason, the end of a key
	// in the catalogue.
	Clock, Problem string
	// SolveAt is the address where an admin can solve the problem; empty for other readers.
	SolveAt string
	// Held is the list that waits for a person's decision; it may be nil. Missing holds names of some
	// students who are not on it.
	Held    *roll.HeldList
	Missing string
}

// listTitle returns the name of the list.
func (v *ConnectionView) listTitle(trouble ListTrouble) string {
	title := v.Words.Text(language.CallKeys.Of(trouble.Call))
	if trouble.Period.Name != "" {
		title += ", " + trouble.Period.Name
	}
	return title
}

// listReasons returns the sentences about why the list in use is older.
func (v *ConnectionView) listReasons(trouble ListTrouble) []string {
	held := trouble.Held
	if held == nil {
		return []string{v.Words.Text(language.ListProblemKeys.Of(trouble.Problem))}
	}
	gone, emptied, reassigned := len(held.Gone), len(held.Emptied), len(held.Reassigned)
	var all sentences
	all.add(gone > 0, v.Words.Count("connection.list_gone", gone, "Of", v.Words.Number(held.Of), "Names", trouble.Missing))
	all.add(emptied > 0, v.Words.Count("connection.list_emptied", emptied, "Classes", v.Words.List(held.Emptied)))
	all.add(len(held.Unnumbered) > 0, v.Words.Count("day.unnumbered", len(held.Unnumbered), "Names",
		lines.WithClasses(v.Words, held.Unnumbered)))
	all.add(reassigned > 0, v.Words.Count("connection.list_others", reassigned, "Names", trouble.Missing))
	return all
}
