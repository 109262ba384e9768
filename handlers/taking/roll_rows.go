package taking

import (
	"cmp"
	"strings"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/identity/auth"
	"rollbook/web/lists/lines"
	"rollbook/web/office/strips"
	"rollbook/web/roll"
)

// rows returns a row for each of the sheet's students.
func (s *Sheet) rows(families strips.Families) []part.Row {
	rows := make([]part.Row, len(s.Roster.Rows))
	for i, student := range s.Roster.Rows {
		if student.Name() == "" {
			student.Given = naming.StudentName(s.Visit.Words, student)
		}
		rows[i] = part.Row{
			Enrolment: student.ID, Student: student.Student, Number: student.Number,
			Given: student.Given, Family: student.Family, SurnameFirst: s.Visit.Person.SurnameFirst, Strip: families[student.ID],
			Seen: s.Marks[student.ID].Version, Cell: s.Cell(student.ID), Fixed: student.Past > 0,
		}
		switch {
		case student.Left:
			rows[i].Detail = s.Visit.Words.Text("roll.left")
		case student.Namesake == roll.NamesakeInClass:
			rows[i].Detail = s.Visit.Words.Text("find.number", "Number", lines.Number(student))
		}
	}
	return rows
}

// Cell returns the status cell of the student, with the student's movements. A time that they have is not shown twice.
func (s *Sheet) Cell(enrolment roll.EnrolmentID) part.Cell {
	cell := s.statusCell(enrolment)
	cell.Moves = naming.MovesNote(s.Visit.Words, s.Moves(enrolment))
	if cell.Outcome == roll.Saved && cell.At != "" && strings.Contains(cell.Moves, cell.At) {
		cell.At = ""
	}
	return cell
}

func (s *Sheet) statusCell(enrolment roll.EnrolmentID) part.Cell {
	if held, ok := s.Held[enrolment]; ok {
		return s.heldCell(held, s.Visit.Actor())
	}
	mark, ok := s.Marks[enrolment]
	if !ok {
		status, ok := s.elsewhere[enrolment]
		if !ok {
			return s.knownCell(enrolment)
		}
		there := s.Visit.Words.Text("roll.elsewhere")
		cell := part.Cell{Enrolment: enrolment, Outcome: roll.Saved, Status: status, At: there, Other: there}
		cell.Family, cell.Letter = s.Chip(roll.Mark{Returned: status})
		return cell
	}
	return s.markCell(mark)
}

// knownCell returns the cell of a student without a mark, with the note of a known absence if there is one. One of a
// part of the day is among the movements.
func (s *Sheet) knownCell(enrolment roll.EnrolmentID) part.Cell {
	known, ok := s.Known[enrolment]
	cell := part.Cell{Enrolment: enrolment, Outcome: roll.None, Later: known.ComesLater()}
	if status := known.StatusIn(s.Visit.School, s.Statuses); ok && known.WholeDay() && status != nil {
		known.StatusName = status.Name
		cell.Known, cell.KnownStatus = naming.KnownNote(s.Visit, known, s.Date), status.ID
	}
	return cell
}

func (s *Sheet) markCell(mark roll.Mark) part.Cell {
	cell := part.Cell{
		Enrolment: mark.Enrolment, Outcome: mark.Outcome, Chosen: mark.Status.Name, Save: mark.Save,
		Version: mark.Version, Seen: mark.Version, Other: s.other(mark.By), Where: s.where(mark.By),
		Corrects: s.Visit.May(auth.CorrectPast),
	}
	if !mark.Outcome.Returned() {
		cell.At = s.clockOf(mark.MarkedAt)
	} else {
		cell.Status, cell.At = mark.Returned, cmp.Or(naming.WallTime(s.Visit, mark.Observed), s.clockOf(mark.AnsweredAt))
		cell.Family, cell.Letter = s.Chip(mark)
		if s.saysAbove(mark, cell.Family) {
			cell.At = ""
		}
	}
	if mark.Outcome.Pending() {
		look := s.look(mark.Status.Name)
		cell.Family, cell.Letter = look.Family, look.Letter
	}
	cell.ByHand = mark.KeyedBy
	if mark.Outcome == roll.Conflict {
		cell.By, cell.Theirs, cell.At = s.Visit.Words.Text("roll.by_school_system"), mark.Returned,
			s.Visit.ClockOf(mark.AnsweredAt)
		cell.Status, cell.ChosenLook = mark.Returned, s.look(mark.Status.Name)
		cell.Family, cell.Letter = s.Chip(mark)
	}
	return cell
}

// saysAbove reports whether the head of the roll says the mark's time, for all marks of the press that took the roll.
func (s *Sheet) saysAbove(mark roll.Mark, family roll.Family) bool {
	return s.done && mark.Outcome == roll.Saved && mark.MarkedAt.Equal(s.taking.Taken.At) &&
		family != roll.Late && family != roll.LeftEarly
}

// clockOf is Visit.ClockOf, which formats the time of a whole class's marks once.
func (s *Sheet) clockOf(instant time.Time) string {
	if s.clock == "" || !instant.Equal(s.clockAt) {
		s.clock, s.clockAt = s.Visit.ClockOf(instant), instant
	}
	return s.clock
}

// other names another person or tablet than the reader's own.
func (s *Sheet) other(by roll.Actor) string {
	if s.Visit.Own(by) {
		return ""
	}
	return cmp.Or(s.where(by), visit.Signed(s.Visit.Words, by))
}

// where names the tablet of the action, or "" for none and for this one.
func (s *Sheet) where(by roll.Actor) string {
	if s.Visit.Own(by) {
		return ""
	}
	return visit.Where(s.Visit.Words, by)
}

// heldCell returns the cell of a row in conflict: its chosen status met a newer mark.
func (s *Sheet) heldCell(held roll.HeldMark, by roll.Actor) part.Cell {
	theirs := held.Theirs
	cell := s.markCell(theirs)
	cell.Outcome, cell.Chosen, cell.Save = roll.Conflict, held.Status.Name, held.Save
	cell.Other = s.other(by)
	cell.Theirs, cell.By, cell.At = theirs.Status.Name, s.by(theirs.By), s.Visit.ClockOf(theirs.MarkedAt)
	cell.Elsewhere = s.Visit.Own(theirs.By)
	cell.ChosenLook = s.look(held.Status.Name)
	if held.Arrives() {
		cell.Arrived = naming.WallTime(s.Visit, held.Observed)
	}
	if cell.Chosen == cell.Theirs {
		// The statuses are equal and the times differ.
		cell.Chosen, cell.Theirs = s.timed(held.Status.Name, held.Observed), s.timed(theirs.Status.Name, theirs.Observed)
	}
	return cell
}

// timed returns a status with its time.
func (s *Sheet) timed(status, observed string) string {
	if observed == "" {
		return status
	}
	return s.Visit.Words.Text("save.with_time", "Status", status, "Time", naming.WallTime(s.Visit, observed))
}

// by returns the actor's name with the role: "K. Osei (office)".
func (s *Sheet) by(actor roll.Actor) string {
	return visit.Byline(s.Visit.Words, actor)
}

// Chip returns the family and letter of the returned status, from the school's status with that name. A name
// that means the sent status looks like it.
func (s *Sheet) Chip(mark roll.Mark) (roll.Family, string) {
	if at := mark.StatusAmong(s.Statuses); at >= 0 {
		return s.Statuses[at].Family, s.Statuses[at].Letter
	}
	return roll.GuessFamily(mark.Returned), "?"
}

// look returns the family and letter of one of the school's statuses.
func (s *Sheet) look(name string) part.Look {
	for _, status := range s.Statuses {
		if status.Name == name {
			return part.Look{Family: status.Family, Letter: status.Letter}
		}
	}
	return part.Look{Family: roll.GuessFamily(name)}
}

// counted counts the students with a status from the school system, and those with a mark only in Rollbook.
func (s *Sheet) counted() taking.Progress {
	progress := taking.Progress{Students: len(s.Roster.Rows)}
	for _, student := range s.Roster.Rows {
		mark, marked := s.Marks[student.ID]
		switch {
		case mark.Outcome.Returned() || mark.Outcome == roll.Conflict || !marked && s.elsewhere[student.ID] != "":
			progress.Recorded++
		case marked && mark.Outcome.Pending():
			progress.Kept++
		case !marked && s.knownCell(student.ID).Later:
			progress.Later++
		}
	}
	return progress
}

// progress is counted with the time of the roll.
func (s *Sheet) progress() taking.Progress {
	progress := s.counted()
	if !s.taking.Taken.At.IsZero() {
		progress.Clock = takingText(s.Visit, s.other(s.taking.Taken.By), s.taking, s.Date)
		return progress
	}
	var last roll.Mark
	for _, student := range s.Roster.Rows {
		if mark := s.Marks[student.ID]; mark.AnsweredAt.After(last.AnsweredAt) {
			last = mark
		}
	}
	progress.Clock = s.Visit.ClockOf(last.AnsweredAt)
	if where := s.where(last.By); where != "" {
		progress.Clock = s.Visit.Words.Text("roll.clock_at", "Clock", progress.Clock, "Where", where)
	}
	return progress
}
