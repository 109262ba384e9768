package taking

import (
	"rollbook/views/layout"
	"rollbook/web/roll"
)

// TakeBackView shows each student's status after a press is taken back. Without rows it has only the sentence
// about why that is not possible.
type TakeBackView struct {
	layout.Page
	Save roll.Save
	// By is the person who pressed Save.
	By string
	// Press is the token of the page's own saves.
	Press    roll.Token
	Rows     []BackLine
	Statuses []roll.Status
	// Chosen is the status for the students who had no mark; 0 leaves them as they are.
	Chosen  roll.StatusID
	Reason  *layout.Reason
	Problem string
}

// BackLine is one student of the press.
type BackLine struct {
	Enrolment roll.EnrolmentID
	Name      string
	// Seen is the version of the present mark, and Now its status.
	Seen int64
	Now  string
	// Status is the status from before, with its time, the person and the clock; empty for a student who had no mark.
	Status, Time, By, Clock string
	// ChangedBy is the person who changed the mark after the press; it may be empty.
	ChangedBy, ChangedAt string
	Ticked               bool
}

// gets returns the sentence about the status that the student would get.
func (v *TakeBackView) gets(line *BackLine) string {
	if line.Status == "" {
		return v.Words.Text("back.none", "Status", line.Now)
	}
	status := line.Status
	if line.Time != "" {
		status = v.Words.Text("save.with_time", "Status", line.Status, "Time", line.Time)
	}
	return v.Words.Text("back.to", "Status", status, "Clock", line.Clock, "By", line.By)
}

// unmarked counts the students who had no mark.
func (v *TakeBackView) unmarked() int {
	count := 0
	for i := range v.Rows {
		if v.Rows[i].Status == "" {
			count++
		}
	}
	return count
}

// choices returns the statuses for the students who had no mark, after the choice to leave them as they are.
func (v *TakeBackView) choices() []layout.Option {
	return layout.Options(v.Words.Text("back.leave"), v.Statuses, func(status roll.Status) layout.Option {
		return layout.Option{Value: status.ID.String(), Text: status.Name}
	})
}

// chosen returns the value of the chosen option.
func (v *TakeBackView) chosen() string {
	if v.Chosen == 0 {
		return ""
	}
	return v.Chosen.String()
}
