package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"rollbook/web/roll"
)

// ImportDraft is a file that a person uploaded for a period's students and has not
// confirmed yet.
type ImportDraft struct {
	School roll.SchoolID
	Person roll.PersonID
	ID     string
	Period roll.PeriodID
	// Sealed is empty when the file was imported.
	Sealed []byte
	Used   bool
	// ExpiresAt is the time at which it is forgotten.
	ExpiresAt time.Time
}

// PutImportDraft keeps the draft in place of an earlier one of the person in the school.
func (s *Store) PutImportDraft(ctx context.Context, draft ImportDraft) error {
	_, err := s.exec(ctx, `INSERT INTO import_drafts (school, person, id, period, sealed, used, expires_at) VALUES `+tuples(1, 7)+`
		ON CONFLICT (school, person) DO UPDATE SET id = excluded.id, period = excluded.period, sealed = excluded.sealed,
		used = excluded.used, expires_at = excluded.expires_at`,
		draft.School, draft.Person, draft.ID, draft.Period, draft.Sealed, flag(draft.Used), milliseconds(draft.ExpiresAt))
	return err
}

// ImportDraft returns the person's last upload in the school, however old; the error is
// of kind roll.NotFound where there is none.
func (s *Store) ImportDraft(ctx context.Context, school roll.SchoolID, person roll.PersonID) (ImportDraft, error) {
	draft := ImportDraft{School: school, Person: person}
	var used, expiresAt int64
	err := s.one(ctx, []any{&draft.ID, &draft.Period, &draft.Sealed, &used, &expiresAt},
		`SELECT id, period, sealed, used, expires_at FROM import_drafts WHERE school = $1 AND person = $2`, school, person)
	draft.Used, draft.ExpiresAt = used != 0, instant(expiresAt)
	return draft, err
}

// DropImportDraft forgets the person's upload in the school; where there is none it does
// nothing.
func (s *Store) DropImportDraft(ctx context.Context, school roll.SchoolID, person roll.PersonID) error {
	_, err := s.exec(ctx, `DELETE FROM import_drafts WHERE school = $1 AND person = $2`, school, person)
	return err
}

// DropOldImportDrafts forgets the drafts that have expired.
func (s *Store) DropOldImportDrafts(ctx context.Context, now time.Time) error {
	_, err := s.exec(ctx, `DELETE FROM import_drafts WHERE expires_at <= $1`, milliseconds(now))
	return err
}

// StudentFile holds the students of a period as a file lists them.
type StudentFile struct {
	Students []roll.Enrolment
	// Named is true where its columns carry the service document's own names for both
	// numbers, or ours, so that their meaning is not a guess.
	Named bool
}

// PutStudentFile replaces the students of a period by those of a file, all or none. The
// school's proof ends where the file gives a known student another number, or where no list
// is known and the file's numbers are not named.
func (s *Store) PutStudentFile(ctx context.Context, school roll.SchoolID, period roll.PeriodID, file StudentFile) error {
	return s.inTransaction(ctx, func(tx *transaction) error { return tx.putStudentFile(ctx, school, period, file) })
}

func (t *transaction) putStudentFile(ctx context.Context, school roll.SchoolID, period roll.PeriodID, file StudentFile) error {
	known, err := t.knownStudents(ctx, school)
	if err != nil {
		return err
	}
	if len(known) == 0 && !file.Named || contradicts(known, file.Students) {
		if err := t.unprove(ctx, school); err != nil {
			return err
		}
	}
	return t.putStudents(ctx, school, period, FromFile, file.Students)
}

// knownStudents returns the students of the school's lists by enrolment, 0 where a list does
// not tell.
func (t *transaction) knownStudents(ctx context.Context, school roll.SchoolID) (map[roll.EnrolmentID]roll.StudentID, error) {
	known := make(map[roll.EnrolmentID]roll.StudentID)
	err := t.query(ctx, func(rows *sql.Rows) error {
		var enrolment roll.EnrolmentID
		var student roll.StudentID
		err := rows.Scan(&enrolment, &student)
		known[enrolment] = max(known[enrolment], student)
		return err
	}, `SELECT enrolment, student FROM enrolments WHERE school = $1`, school)
	return known, err
}

// contradicts tells whether one of the students has another number than is known.
func contradicts(known map[roll.EnrolmentID]roll.StudentID, students []roll.Enrolment) bool {
	return slices.ContainsFunc(students, func(student roll.Enrolment) bool {
		before := known[student.ID]
		return before != 0 && student.Student != 0 && before != student.Student
	})
}

// ImportStudents does PutStudentFile with the draft's file, and forgets the file, in one
// transaction. The same draft a second time changes nothing; the error for a draft that is no
// longer the person's is of kind roll.Stale.
func (s *Store) ImportStudents(ctx context.Context, draft ImportDraft, file StudentFile) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		changed, err := tx.exec(ctx, `UPDATE import_drafts SET used = 1, sealed = $1 WHERE school = $2 AND person = $3 AND id = $4 AND used = 0`,
			[]byte{}, draft.School, draft.Person, draft.ID)
		if err != nil {
			return err
		}
		if changed == 1 {
			return tx.putStudentFile(ctx, draft.School, draft.Period, file)
		}
		repeated := false
		err = tx.query(ctx, func(*sql.Rows) error {
			repeated = true
			return nil
		}, `SELECT 1 FROM import_drafts WHERE school = $1 AND person = $2 AND id = $3 AND used = 1`, draft.School, draft.Person, draft.ID)
		if err == nil && !repeated {
			err = roll.Problem(roll.Stale, "student_list.problem.replaced")
		}
		return err
	})
}

// AskServiceAgain makes the service the source again of a list that came from a file or was
// typed in; until it is read from there the list stays as it is.
func (s *Store) AskServiceAgain(ctx context.Context, school roll.SchoolID, list List) error {
	_, err := s.exec(ctx, `UPDATE lists SET source = $1, tried_at = 0 WHERE school = $2 AND name = $3`, FromService, school, list)
	return err
}
