package store

import (
	"context"
	"slices"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/lists"
)

// StudentFile is the list of a period's students from a file.
type StudentFile struct {
	Students []roll.Enrolment
	// LeftOut are those of its students who seem to have left.
	LeftOut []roll.LeftOut
	// Named is true when its columns have the service document's own names for both numbers, or ours, so that
	// their meaning is not a guess.
	Named bool
}

// PutStudentFile replaces the students of a period by those of a file, all or none. It ends the school's
// proof if the file gives a known student another number, or if no list is known and the file's numbers are
// not named.
func (s *Store) PutStudentFile(ctx context.Context, school roll.SchoolID, period roll.PeriodID,
	file StudentFile) error {
	return s.Database.InTransaction(ctx,
		func(tx *engine.Transaction) error { return putStudentFile(ctx, tx, school, period, file) })
}

func putStudentFile(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID,
	file StudentFile) error {
	known, err := lists.Known(ctx, t, school)
	if err != nil {
		return err
	}
	contradicted := contradicts(known, file.Students)
	if contradicted {
		t.Require(beginConnection(ctx, t, school))
	}
	if len(known) == 0 && !file.Named || contradicted {
		t.Require(unprove(ctx, t, school))
	}
	return lists.PutList(ctx, t, school, period, lists.FromFile,
		roll.StudentList{Students: file.Students, LeftOut: file.LeftOut})
}

// contradicts reports whether one of the students has another number than the known one.
func contradicts(known map[roll.EnrolmentID]roll.StudentID, students []roll.Enrolment) bool {
	return slices.ContainsFunc(students, func(student roll.Enrolment) bool {
		before := known[student.ID]
		return before != 0 && student.Student != 0 && before != student.Student
	})
}

// ImportStudents stores the draft's students like PutStudentFile and deletes the file, in one transaction. A
// repeated draft changes nothing. It returns roll.Stale for a draft that is no longer the person's.
func (s *Store) ImportStudents(ctx context.Context, draft lists.ImportDraft, file StudentFile) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		used, err := lists.UseDraft(ctx, tx, draft)
		if err != nil || !used {
			return err
		}
		return putStudentFile(ctx, tx, draft.School, draft.Period, file)
	})
}
