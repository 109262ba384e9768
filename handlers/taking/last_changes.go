package taking

import (
	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Changed describes a last change for a page. A first mark is not a change, so it returns no text for it.
func Changed(v *visit.Visit, links paths.Paths, change roll.LastChange) part.Change {
	if change.From == "" {
		return part.Change{Enrolment: change.Enrolment}
	}
	to := change.Status.Name
	if at := naming.WallTime(v, change.Observed); at != "" {
		to += " " + at
	}
	return part.Change{
		Enrolment: change.Enrolment, From: change.From, To: to,
		About: v.Words.Text("home.class.last", "Clock", v.DayAndClock(change.At, change.Date), "By",
			visit.Byline(v.Words, change.By)),
		Address: links.To(paths.History, v.School.ID, change.Enrolment, change.Date),
	}
}

// WhoTook writes the time and the name of the person who took the roll, and of the last who changed it later. It
// returns "" for a roll without marks.
func WhoTook(v *visit.Visit, taking roll.ClassTaking, date roll.Date) string {
	return takingText(v, visit.Signed(v.Words, taking.Taken.By), taking, date)
}

// takingText is WhoTook with another name for the person who took the roll. It leaves out an empty name.
func takingText(v *visit.Visit, by string, taking roll.ClassTaking, date roll.Date) string {
	text := v.DayAndClock(taking.Taken.At, date)
	if text != "" && by != "" {
		text = v.Words.Text("home.class.last", "Clock", text, "By", by)
	}
	if taking.Changed == 0 {
		return text
	}
	return text + " · " + v.Words.Count("home.class.changed", taking.Changed,
		"Clock", v.DayAndClock(taking.Last.At, date), "By", visit.Byline(v.Words, taking.Last.By))
}

// Changes reads the last change of each of the sheet's students on its date (visit.Check).
func (s Sheets) Changes(read *Sheet) map[roll.EnrolmentID]part.Change {
	v := read.Visit
	last, err := s.store.LastChanges(v.Ctx, v.School.ID, read.Date, read.Date, read.Enrolments())
	v.Check(err)
	changes := make(map[roll.EnrolmentID]part.Change, len(last))
	for _, change := range last {
		changes[change.Enrolment] = Changed(v, s.pages.Paths, change)
	}
	return changes
}

// addChanges adds the last change to each row of a roll.
func (s Sheets) addChanges(read *Sheet, rows []part.Row) {
	if !read.showsChanges() {
		return
	}
	changes := s.Changes(read)
	for i := range rows {
		change := changes[rows[i].Enrolment]
		change.Enrolment = rows[i].Enrolment
		rows[i].Change = &change
	}
}

// answerChanges reads the last change of each student whose cell is in the answer.
func (s Sheets) answerChanges(read *Sheet, cells []part.Cell) (answer []part.Change) {
	if !read.showsChanges() {
		return nil
	}
	changes := s.Changes(read)
	for _, cell := range cells {
		if change, ok := changes[cell.Enrolment]; ok {
			answer = append(answer, change)
		}
	}
	return answer
}
