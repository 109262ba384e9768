package taking

import (
	"time"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// SaveView describes the result of one save.
type SaveView struct {
	layout.Page
	// Save has its class's name for people.
	Save roll.Save
	// By is the person who pressed Save, with the role where it helps: "K. Osei (office)".
	By string
	// Time is the time of the marks (HH:MM); it may be empty.
	Time  string
	Marks []SaveMark
	// Events are the events of the save, oldest first.
	Events []part.Event
	// Sent is true if a request can be shown.
	Sent bool
	// Back is true if the person may take the save back, and a mark of it is still the newest.
	Back bool
	// Stopped counts the marks that the person may send, or record as keyed by hand.
	Stopped int
	// Moved counts the marks from before the connection changed; an admin decides about them.
	Moved int
}

// SaveMark is one student of a save.
type SaveMark struct {
	Name string
	Cell part.Cell
	// ReplacedBy is the person who made a newer mark, which was sent instead; it may be empty.
	ReplacedBy string
	// Kept is the status of the mark that this one was in conflict with, which stayed while this one was
	// never sent, and KeptBy the person who made it; both may be empty.
	Kept, KeptBy string
	// MarkedAnew is true if this mark was in conflict with another, and the same person marked the student
	// again later.
	MarkedAnew bool
	// Answer is the school system's answer about the mark, word for word. Only the office and admins see it.
	Answer string
}

// ended returns the sentence about the end of a mark that was not sent; it is empty for other marks.
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

// roll returns the address of the save's roll.
func (v *SaveView) roll() string {
	if v.Save.Class == roll.ManyClasses {
		query := paths.FindQuery{Date: string(v.Save.Date)}
		for i := range v.Marks {
			query.Tray = append(query.Tray, v.Marks[i].Cell.Enrolment.String())
		}
		return v.Paths.To(paths.Find, v.School.ID, query)
	}
	return v.Paths.To(paths.Roll, v.School.ID, paths.RollQuery{
		Period: string(v.Save.Period), Class: string(v.Save.Class), Date: string(v.Save.Date),
	})
}

// chosen returns the chosen status, with its time if it carries one.
func (v *SaveView) chosen() string {
	if v.Time == "" {
		return v.Save.Status.Name
	}
	return v.Words.Text("save.with_time", "Status", v.Save.Status.Name, "Time", v.Time)
}

func (v *SaveView) date() string { return v.Words.LongDate(v.Save.Date.Noon(time.UTC)) }
