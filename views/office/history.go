package office

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// HistoryView is the history of one student's mark on a date.
type HistoryView struct {
	layout.Page
	Student string
	Class   roll.Class
	Period  roll.PeriodID
	Date    roll.Date
	// Month is the address of the student's month; empty for readers who may not open it.
	Month string
	// Data is the address of all that is kept about the student; empty for readers who may not open it.
	Data string
	// Days is the address of the page that marks several dates; empty for readers who may not open it.
	Days string
	// Moves are the student's movements.
	Moves []MovementLine
	// Entries are in order, the newest first.
	Entries []HistoryEntry
}

// HistoryEntry is one mark.
type HistoryEntry struct {
	// By is the person who made it, with the role: "K. Osei (office)".
	By string
	// Repeats is true for a save of the value before it.
	Repeats bool
	// Observed is the time when the person pressed Save, as Words.Clock writes it, with the date if that is
	// another day. Recorded is the time when the school system confirmed the mark; it may be empty.
	Observed, Recorded string
	// Arrived is the time when a tap reached the server; Observed is then the time of the tap. It is empty
	// for a person's mark.
	Arrived string
	// From is the previous status; nil if there was no mark.
	From *roll.Status
	To   roll.Status
	// Time is the time of the mark (HH:MM); it may be empty.
	Time string
	// Reason is the reason for marking a past date; it may be empty.
	Reason string
	// Remarks holds further values that the school system returned.
	Remarks []Remark
	// Cell shows the school system's answer.
	Cell part.Cell
	// Save is the token of the save.
	Save roll.Token
	// Elsewhere is true for a change that Rollbook found in the school system at Observed; there is then no
	// Cell, no Recorded and no Save.
	Elsewhere bool
}

// Remark is a value that the school system returned in addition to a status, unchanged, with the catalogue's
// key of its name.
type Remark struct {
	Key   language.Key
	Value string
	// Shortened is true if Rollbook stored only the beginning of the value, LeftOut if it stored none because
	// the value was too long.
	Shortened, LeftOut bool
}

// roll returns the address of the mark's roll.
func (v *HistoryView) roll() string {
	return v.Paths.Roll(string(v.School.ID), paths.RollQuery{
		Period: string(v.Period), Class: string(v.Class.ID), Date: string(v.Date),
	})
}

// act returns what the entry's person did: marked the student first, changed the mark, or saved it again.
func (e *HistoryEntry) act(w *language.Words) string {
	switch {
	case e.From == nil:
		return w.Text("history.marked")
	case e.Repeats:
		return w.Text("history.repeated")
	}
	return w.Text("history.changed")
}

// recorded returns the sentence about the school system's confirmation.
func (v *HistoryView) recorded(entry *HistoryEntry) string {
	if entry.Elsewhere {
		return v.Words.Text("history.elsewhere", "Clock", entry.Observed)
	}
	if entry.Recorded == "" {
		return v.Words.Text("history.not_recorded")
	}
	return v.Words.Text("history.recorded", "Clock", entry.Recorded, "Status", entry.Cell.Status)
}
