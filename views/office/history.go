package office

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// HistoryView is all that happened to one student's mark on a date.
type HistoryView struct {
	layout.Page
	Student string
	Class   roll.Class
	Period  roll.PeriodID
	Date    roll.Date
	// Month leads to the student's month; empty for those who may not see it.
	Month string
	// Days leads to the page that marks several dates; empty where the reader may not.
	Days string
	// Entries are in the order in which they happened, the newest first.
	Entries []HistoryEntry
}

// HistoryEntry is one mark that somebody made.
type HistoryEntry struct {
	// By is the person who made it, with the role: "K. Osei (office)".
	By string
	// Observed is the time at which the person pressed Save, as Words.Clock writes it, with the
	// date where that is another day. Recorded is the time at which the school system confirmed it;
	// empty while it has not.
	Observed, Recorded string
	// Arrived is the time at which a tap reached the server: Observed is its own then. Empty for a mark of
	// a person.
	Arrived string
	// From is the status before; nil where there was no mark.
	From *roll.Status
	To   roll.Status
	// Time is the time that the mark carries (HH:MM); it may be empty.
	Time string
	// Reason says why a past date was marked; it may be empty.
	Reason string
	// Remarks holds what the school system returned besides the status.
	Remarks []Remark
	// Cell shows the school system's answer.
	Cell part.Cell
	// Save leads to the save's own page.
	Save roll.Token
	// Elsewhere is true for a change that reading the day found in the school system at
	// Observed; then there is no Cell, no Recorded and no Save.
	Elsewhere bool
}

// Remark is one thing that the school system returned besides a status: the entry of the
// catalogue that names it, and the value as it came.
type Remark struct {
	Key   language.Key
	Value string
	// Shortened is true where only the beginning of the value was kept, LeftOut where it
	// was too long to be kept at all.
	Shortened, LeftOut bool
}

// roll is the address of the roll that the mark belongs to.
func (v *HistoryView) roll() string {
	return v.Paths.Roll(string(v.School.ID), paths.RollQuery{
		Period: string(v.Period), Class: string(v.Class.ID), Date: string(v.Date),
	})
}

// recorded says when the school system confirmed the mark, and as what.
func (v *HistoryView) recorded(entry *HistoryEntry) string {
	if entry.Elsewhere {
		return v.Words.Text("history.elsewhere", "Clock", entry.Observed)
	}
	if entry.Recorded == "" {
		return v.Words.Text("history.not_recorded")
	}
	return v.Words.Text("history.recorded", "Clock", entry.Recorded, "Status", entry.Cell.Status)
}
