package taking

import (
	"context"

	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/auth"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// LastChanges tells what happened last to the marks of students on dates.
type LastChanges interface {
	LastChanges(ctx context.Context, school roll.SchoolID, from, to roll.Date, enrolments []roll.EnrolmentID) ([]roll.LastChange, error)
}

// Changed is a last change as a page tells it.
func Changed(v *visit.Visit, links paths.Paths, change roll.LastChange) part.Change {
	by := v.Words.Text("roll.by_school_system")
	if change.By != (roll.Actor{}) {
		by = visit.Byline(v.Words, change.By)
	}
	to := change.To
	if at := visit.WallTime(change.Observed); at != "" {
		to += " " + at
	}
	return part.Change{
		Enrolment: change.Enrolment, From: change.From, To: to,
		About:   v.Words.Text("home.class.last", "Clock", v.DayAndClock(change.At, change.Date), "By", by),
		Address: links.History(string(v.School.ID), change.Enrolment.String(), string(change.Date)),
	}
}

// tellsChanges tells whether the roll says beside each student what happened: on a past date,
// to those who may correct it. Whoever takes today's roll has no time for it.
func (s *Sheet) tellsChanges() bool {
	return s.Date != s.Today && auth.Can(s.Visit.Role, auth.CorrectPast)
}

// ChangesOf is what happened last to the students of the sheet on its date.
func ChangesOf(read *Sheet, store LastChanges, links paths.Paths) (map[roll.EnrolmentID]part.Change, error) {
	v := read.Visit
	last, err := store.LastChanges(v.Ctx, v.School.ID, read.Date, read.Date, read.Enrolments())
	if err != nil {
		return nil, err
	}
	changes := make(map[roll.EnrolmentID]part.Change, len(last))
	for _, change := range last {
		changes[change.Enrolment] = Changed(v, links, change)
	}
	return changes, nil
}

// Enrolments are the students of the sheet.
func (s *Sheet) Enrolments() []roll.EnrolmentID {
	ids := make([]roll.EnrolmentID, len(s.Roster.Rows))
	for i, student := range s.Roster.Rows {
		ids[i] = student.ID
	}
	return ids
}

// tell adds to the rows of a roll what happened last to each.
func (r *Rolls) tell(read *Sheet, rows []part.Row) error {
	if !read.tellsChanges() {
		return nil
	}
	changes, err := ChangesOf(read, r.Changes, r.Paths)
	if err != nil {
		return err
	}
	for i := range rows {
		change := changes[rows[i].Enrolment]
		change.Enrolment = rows[i].Enrolment
		rows[i].Change = &change
	}
	return nil
}

// answerChanges is what happened to the students whose cells an answer brings.
func (r *Rolls) answerChanges(read *Sheet, cells []part.Cell) ([]part.Change, error) {
	if !read.tellsChanges() {
		return nil, nil
	}
	changes, err := ChangesOf(read, r.Changes, r.Paths)
	if err != nil {
		return nil, err
	}
	var answer []part.Change
	for _, cell := range cells {
		if change, ok := changes[cell.Enrolment]; ok {
			change.Answer = true
			answer = append(answer, change)
		}
	}
	return answer, nil
}
