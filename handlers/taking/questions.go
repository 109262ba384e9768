package taking

import (
	"context"
	"maps"

	"rollbook/handlers/visit"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// question is a row that waits for a person's decision.
type question struct {
	roll.HeldMark
	// first is the save of the row.
	first roll.Save
	// read is true when the school system has a different mark from the one sent.
	read bool
}

// keep keeps the present mark.
func (q question) keep(ctx context.Context, kept *store.Store) error {
	if q.read {
		return kept.KeepRead(ctx, q.first.School, q.first.Date, q.Enrolment)
	}
	return kept.KeepTheirs(ctx, q.Save, q.Enrolment)
}

// questions returns the open rows of the decision: those of the save, or of all the person's saves when she
// decides about all.
func (d *ConflictPage) questions(v *visit.Visit, save roll.Save, decided decision) ([]question, error) {
	held, err := d.sheets.store.HeldAtDoors(v.Ctx, v.School.ID, save.Date)
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(held, func(_ roll.EnrolmentID, tap roll.HeldMark) bool { return !decidesAbout(v, tap) })
	own, err := d.sheets.store.HeldFor(v.Ctx, v.School.ID, save.Date, v.Person.ID)
	if err != nil {
		return nil, err
	}
	maps.Copy(held, own)
	marks, err := d.sheets.store.Marks(v.Ctx, v.School.ID, save.Date, decided.rows)
	if err != nil {
		return nil, err
	}
	saves := map[roll.Token]roll.Save{save.Token: save}
	var open []question
	for _, enrolment := range decided.rows {
		row, waits := held[enrolment]
		mark := marks[enrolment]
		one := question{HeldMark: row}
		switch {
		case waits && (decided.all || row.Save == save.Token):
		case mark.Outcome == roll.Conflict && (mark.Save == save.Token || decided.all && mark.By.Person == v.Person.ID):
			one.read = true
			one.HeldMark = roll.HeldMark{Held: roll.Held{SaveRow: roll.SaveRow{Enrolment: enrolment}, Theirs: mark}, Save: mark.Save}
		default:
			continue
		}
		if err := d.complete(v, &one, saves); err != nil {
			return nil, err
		}
		open = append(open, one)
	}
	return open, nil
}

// complete adds the save of the question, and the student's id in answers.
func (d *ConflictPage) complete(v *visit.Visit, one *question, saves map[roll.Token]roll.Save) error {
	first, known := saves[one.Save]
	if !known {
		var err error
		if first, err = d.sheets.store.Save(v.Ctx, v.School.ID, one.Save); err != nil {
			return err
		}
		saves[one.Save] = first
	}
	one.first = first
	if !one.read {
		return nil
	}
	student, err := d.student(v, first, one.Enrolment)
	one.Student = student
	return err
}

// student returns the enrolment's student id in answers.
func (d *ConflictPage) student(v *visit.Visit, save roll.Save, enrolment roll.EnrolmentID) (roll.StudentID, error) {
	roster, err := d.sheets.rosters.Roster(v.Ctx, v.School, save.Period, save.Class)
	if err != nil {
		return 0, err
	}
	for _, row := range roster.Rows {
		if row.ID == enrolment {
			return row.Student, nil
		}
	}
	return 0, roll.Problem(roll.Meaningless, "roll.problem.not_on_list")
}
