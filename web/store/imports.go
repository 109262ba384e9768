package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/schools"
)

// ImportDraft is a file that a person uploaded for a period's students and has not confirmed yet.
type ImportDraft struct {
	School roll.SchoolID
	Person roll.PersonID
	ID     string
	Period roll.PeriodID
	// Sealed is empty when the file was imported.
	Sealed []byte
	Used   bool
	// ExpiresAt is when it is deleted.
	ExpiresAt time.Time
}

// PutImportDraft stores the draft, replacing an earlier one of the person in the school.
func (s *Store) PutImportDraft(ctx context.Context, draft ImportDraft) error {
	_, err := s.Database.Exec(ctx, `INSERT INTO import_drafts (school, person, id, period, sealed, used, expires_at) VALUES `+engine.Tuples(1, 7)+`
		ON CONFLICT (school, person) DO UPDATE SET id = excluded.id, period = excluded.period, sealed = excluded.sealed,
		used = excluded.used, expires_at = excluded.expires_at`,
		draft.School, draft.Person, draft.ID, draft.Period, draft.Sealed, engine.Flag(draft.Used), engine.Milliseconds(draft.ExpiresAt))
	return err
}

// ImportDraft returns the person's last upload in the school, of any age, or roll.NotFound.
func (s *Store) ImportDraft(ctx context.Context, school roll.SchoolID, person roll.PersonID) (ImportDraft, error) {
	draft := ImportDraft{School: school, Person: person}
	var used, expiresAt int64
	err := s.Database.One(ctx, []any{&draft.ID, &draft.Period, &draft.Sealed, &used, &expiresAt},
		`SELECT id, period, sealed, used, expires_at FROM import_drafts WHERE school = $1 AND person = $2`, school, person)
	draft.Used, draft.ExpiresAt = used != 0, engine.Instant(expiresAt)
	return draft, err
}

// DropImportDraft deletes the person's upload in the school, if any.
func (s *Store) DropImportDraft(ctx context.Context, school roll.SchoolID, person roll.PersonID) error {
	_, err := s.Database.Exec(ctx, `DELETE FROM import_drafts WHERE school = $1 AND person = $2`, school, person)
	return err
}

// DropOldImportDrafts deletes the expired drafts.
func (s *Store) DropOldImportDrafts(ctx context.Context, now time.Time) error {
	_, err := s.Database.Exec(ctx, `DELETE FROM import_drafts WHERE expires_at <= $1`, engine.Milliseconds(now))
	return err
}

// StudentFile is the list of a period's students from a file.
type StudentFile struct {
	Students []roll.Enrolment
	// Named is true when its columns have the service document's own names for both numbers, or ours, so that
	// their meaning is not a guess.
	Named bool
}

// PutStudentFile replaces the students of a period by those of a file, all or none. It ends the school's
// proof if the file gives a known student another number, or if no list is known and the file's numbers are
// not named.
func (s *Store) PutStudentFile(ctx context.Context, school roll.SchoolID, period roll.PeriodID, file StudentFile) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error { return putStudentFile(ctx, tx, school, period, file) })
}

func putStudentFile(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID, file StudentFile) error {
	known, err := knownStudents(ctx, t, school)
	if err != nil {
		return err
	}
	contradicted := contradicts(known, file.Students)
	if contradicted {
		if err := beginConnection(ctx, t, school); err != nil {
			return err
		}
	}
	if len(known) == 0 && !file.Named || contradicted {
		if err := unprove(ctx, t, school); err != nil {
			return err
		}
	}
	return putStudents(ctx, t, school, period, FromFile, file.Students)
}

// knownStudents returns the students of the school's lists by enrolment. The value is 0 when a list has no
// student id.
func knownStudents(ctx context.Context, t *engine.Transaction, school roll.SchoolID) (map[roll.EnrolmentID]roll.StudentID, error) {
	known := make(map[roll.EnrolmentID]roll.StudentID)
	err := t.Query(ctx, func(rows *sql.Rows) error {
		var enrolment roll.EnrolmentID
		var student roll.StudentID
		err := rows.Scan(&enrolment, &student)
		known[enrolment] = max(known[enrolment], student)
		return err
	}, `SELECT enrolment, student FROM enrolments WHERE school = $1`, school)
	return known, err
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
func (s *Store) ImportStudents(ctx context.Context, draft ImportDraft, file StudentFile) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		changed, err := tx.Exec(ctx, `UPDATE import_drafts SET used = 1, sealed = $1 WHERE school = $2 AND person = $3 AND id = $4 AND used = 0`,
			[]byte{}, draft.School, draft.Person, draft.ID)
		if err != nil {
			return err
		}
		if changed == 1 {
			return putStudentFile(ctx, tx, draft.School, draft.Period, file)
		}
		repeated, err := engine.Exists(ctx, tx, `SELECT 1 FROM import_drafts WHERE school = $1 AND person = $2 AND id = $3 AND used = 1`, draft.School, draft.Person, draft.ID)
		if err == nil && !repeated {
			err = roll.Problem(roll.Stale, "student_list.problem.replaced")
		}
		return err
	})
}

// AskServiceAgain makes the service the source of a list that came from a file or was typed. The list stays
// unchanged until the next reading.
func (s *Store) AskServiceAgain(ctx context.Context, school roll.SchoolID, list List) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		// The person wants the service's list, so it is not compared with that of the file.
		if _, err := tx.Exec(ctx, `DELETE FROM approved_students WHERE school = $1 AND period = $2`, school, strings.TrimPrefix(string(list), studentLists)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE lists SET source = $1, tried_at = 0 WHERE school = $2 AND name = $3`, FromService, school, list)
		return err
	})
}

// ListHeld is the problem of a list that waits for a person ([ListState]).
const ListHeld = "held"

// TakeStudents replaces the students of a period by those read from the service, unless too many of the last
// approved list are missing ([roll.Shrinkage]). Then it holds the new list, keeps the copy in use, and
// records this in the list's state. New students are added at once. It returns the error of ofConnection.
func (s *Store) TakeStudents(ctx context.Context, of roll.School, period roll.PeriodID, students []roll.Enrolment) (lacks roll.Shrinkage, err error) {
	school := of.ID
	err = schools.OfConnection(ctx, s.Database, of, func(tx *engine.Transaction) error {
		approved, err := approvedStudents(ctx, tx, school, period)
		if err != nil {
			return err
		}
		used, err := studentsOf(ctx, tx, school, period)
		if err != nil {
			return err
		}
		if lacks = roll.Shrinks(approved, used, students); lacks.Held() {
			return holdList(ctx, tx, school, period, students)
		}
		if err := replaceStudents(ctx, tx, school, period, FromService, students); err != nil {
			return err
		}
		return approve(ctx, tx, school, period, students)
	})
	return lacks, err
}

// holdList stores a list beside the one in use.
func holdList(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID, students []roll.Enrolment) error {
	text, err := json.Marshal(students)
	if err != nil {
		return fmt.Errorf("write the list of period %s: %w", period, err)
	}
	sum := sha256.Sum256(text)
	if _, err := t.Exec(ctx, `INSERT INTO held_lists (school, period, students, print, read_at) VALUES `+engine.Tuples(1, 5)+`
		ON CONFLICT (school, period) DO UPDATE SET students = excluded.students, print = excluded.print, read_at = excluded.read_at`,
		school, period, string(text), hex.EncodeToString(sum[:16]), engine.Milliseconds(t.Now)); err != nil {
		return err
	}
	return noteListProblem(ctx, t, school, StudentList(period), ListHeld)
}

// TakeHeldList puts the held list with the shown print in use, as a person saw it. It returns [roll.Stale]
// when another list, or none, is held by now.
func (s *Store) TakeHeldList(ctx context.Context, school roll.SchoolID, period roll.PeriodID, shown string) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		held, err := heldLists(ctx, tx, school)
		if err != nil {
			return err
		}
		for _, list := range held {
			if list.Period == period && list.Print == shown {
				return putStudents(ctx, tx, school, period, FromService, list.Students)
			}
		}
		return roll.Problem(roll.Stale, "problem.what.409")
	})
}

// HeldLists returns the school's lists that wait for a person, each with what is missing.
func (s *Store) HeldLists(ctx context.Context, school roll.SchoolID) ([]roll.HeldList, error) {
	held, err := heldLists(ctx, s.Database, school)
	if err != nil || len(held) == 0 {
		return nil, err
	}
	for i, list := range held {
		approved, err := approvedStudents(ctx, s.Database, school, list.Period)
		if err != nil {
			return nil, err
		}
		used, err := s.Students(ctx, school, list.Period)
		if err != nil {
			return nil, err
		}
		held[i].Shrinkage = roll.Shrinks(approved, used, list.Students)
	}
	return held, nil
}

func heldLists(ctx context.Context, query engine.Reader, school roll.SchoolID) ([]roll.HeldList, error) {
	var held []roll.HeldList
	err := query.Query(ctx, func(rows *sql.Rows) error {
		var list roll.HeldList
		var text string
		var readAt int64
		if err := rows.Scan(&list.Period, &text, &list.Print, &readAt); err != nil {
			return err
		}
		list.Age.ReadAt = engine.Instant(readAt)
		held = append(held, list)
		return json.Unmarshal([]byte(text), &held[len(held)-1].Students)
	}, `SELECT period, students, print, read_at FROM held_lists WHERE school = $1 ORDER BY period`, school)
	return held, err
}

// ListProblems returns the problems of the school's lists that recently could not be read, by list.
func (s *Store) ListProblems(ctx context.Context, school roll.SchoolID) (map[List]ListState, error) {
	states := make(map[List]ListState)
	err := s.Database.Query(ctx, func(rows *sql.Rows) error {
		var list List
		var state ListState
		var readAt, triedAt int64
		err := rows.Scan(&list, &state.Source, &readAt, &triedAt, &state.Problem)
		state.ReadAt, state.TriedAt = engine.Instant(readAt), engine.Instant(triedAt)
		states[list] = state
		return err
	}, `SELECT name, source, read_at, tried_at, problem FROM lists WHERE school = $1 AND problem <> ''`, school)
	return states, err
}
