package taking

import (
	"time"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// SaveView tells what became of one save.
type SaveView struct {
	layout.Page
	Token roll.Token
	// By is the person who pressed Save, with the role where it helps: "K. Osei (office)".
	By string
	// Clock is the time of it, as Words.Clock writes it.
	Clock string
	Class roll.Class
	// Period and Date lead back to the roll.
	Period roll.PeriodID
	Date   roll.Date
	// Status is the one that was asked for.
	Status roll.Status
	// Time is the time that the mark carries (HH:MM); it may be empty.
	Time string
	// Reason says why a past date was marked; it may be empty.
	Reason string
	Marks  []SaveMark
	// Events tell what happened, oldest first.
	Events []part.Event
	// Sent is true when there is a request to look at.
	Sent bool
	// Stopped counts the marks that the person may send, or note as keyed by hand.
	Stopped int
	// Moved counts those that are of before the connection became another one: an admin decides about them.
	Moved int
}

// SaveMark is one student of a save.
type SaveMark struct {
	Name string
	Cell part.Cell
	// ReplacedBy says who made a newer mark, which was sent instead; else empty.
	ReplacedBy string
	// Kept is the status that stayed in place of this mark, which met it and was never sent, and KeptBy
	// the person who made it; empty for none.
	Kept, KeptBy string
	// MarkedAnew is true where this mark met another, and a later press of the same person
	// marked the student.
	MarkedAnew bool
	// Answer is the school system's answer about the mark, in its own words. Only
	// the office and admins are given it.
	Answer string
}

// ended says how a mark ended that was not sent; empty for any other.
func (m *SaveMark) ended(words *language.Words) string {
	switch {
	case m.ReplacedBy != "":
		return words.Text("save.replaced", "By", m.ReplacedBy)
	case m.Kept != "":
		return words.Text("save.kept_theirs", "Status", m.Kept, "By", m.KeptBy)
	case m.MarkedAnew:
		return words.Text("save.marked_anew")
	}
	return ""
}

// roll is the address of the roll that the save belongs to.
func (v *SaveView) roll() string {
	if v.Class.ID == roll.ManyClasses {
		query := paths.FindQuery{Date: string(v.Date)}
		for i := range v.Marks {
			query.Tray = append(query.Tray, v.Marks[i].Cell.Enrolment.String())
		}
		return v.Paths.Find(string(v.School.ID), query)
	}
	return v.Paths.Roll(string(v.School.ID), paths.RollQuery{
		Period: string(v.Period), Class: string(v.Class.ID), Date: string(v.Date),
	})
}

// asked is the status that was asked for, with its time where it carries one.
func (v *SaveView) asked() string {
	if v.Time == "" {
		return v.Status.Name
	}
	return v.Words.Text("save.with_time", "Status", v.Status.Name, "Time", v.Time)
}

func (v *SaveView) date() string { return v.Words.LongDate(v.Date.Noon(time.UTC)) }
