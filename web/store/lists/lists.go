package lists

import (
	"context"
	"strings"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/schools"
)

// List names one of the stored lists of a school.
type List string

// The stored lists of a school. There is one list of students for each period.
const (
	PeriodList List = "periods"
	StatusList List = "statuses"
)

// StudentList returns the name of a period's list of students.
func StudentList(period roll.PeriodID) List { return List(StudentLists + string(period)) }

// StudentLists begins the name of every list of students.
const StudentLists = "students:"

// ListState is the origin and age of a list.
type ListState struct {
	// Source is "service", "file" or "typed".
	Source string
	// ReadAt is the time of the copy, TriedAt that of the last try.
	ReadAt, TriedAt time.Time
	// Problem is the reason why the last try failed, or empty.
	Problem string
	// Generation is the school's generation when the list was requested.
	Generation int64
	// LeftOver is that of [roll.StudentList].
	LeftOver int
}

// Own reports whether the school gave the list itself. The service does not replace such a list.
func (s ListState) Own() bool { return s.Source != "" && s.Source != FromService }

// The sources of a list.
const (
	FromService = "service"
	FromFile    = "file"
	Typed       = "typed"
)

// ListState returns the state of a school's list, zero when there is no copy.
func (s *Store) ListState(ctx context.Context, school roll.SchoolID, list List) (ListState, error) {
	return listState(ctx, s.Database, school, list)
}

func listState(ctx context.Context, read engine.Reader, school roll.SchoolID, list List) (ListState, error) {
	return engine.Value[ListState](ctx, read,
		`SELECT COALESCE(l.source, '') AS source, COALESCE(l.read_at, 0) AS read_at,
			COALESCE(l.tried_at, 0) AS tried_at, COALESCE(l.problem, '') AS problem, c.newest_generation AS generation,
			COALESCE(l.left_over, 0) AS left_over
		FROM schools c LEFT JOIN lists l ON l.school = c.slug AND l.name = $2 WHERE c.slug = $1`, school, list)
}

// NoteListProblem records that a list could not be read from the school's service. The copy stays. It returns the error
// of schools.OfConnection.
func (s *Store) NoteListProblem(ctx context.Context, school roll.School, list List, problem string) error {
	return schools.OfConnection(ctx, s.Database, school,
		func(tx *engine.Transaction) error { return noteListProblem(ctx, tx, school.ID, list, problem) })
}

func noteListProblem(ctx context.Context, t *engine.Transaction, school roll.SchoolID, list List,
	problem string) error {
	return t.Do(ctx, `INSERT INTO lists (school, name, source, read_at, tried_at, problem) VALUES ($1, $2, $3, 0, $4, $5)
		ON CONFLICT (school, name) DO UPDATE SET tried_at = excluded.tried_at, problem = excluded.problem`,
		school, list, FromService, engine.Milliseconds(t.Now), problem)
}

func noteList(ctx context.Context, t *engine.Transaction, school roll.SchoolID, list List, source string) error {
	return t.Do(ctx, `INSERT INTO lists (school, name, source, read_at, tried_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (school, name) DO UPDATE SET source = excluded.source, read_at = excluded.read_at,
		tried_at = excluded.tried_at, problem = ''`,
		school, list, source, engine.Milliseconds(t.Now), engine.Milliseconds(t.Now))
}

// AskServiceAgain makes the service the source of a list that came from a file or was typed. The list stays
// unchanged until the next reading.
func (s *Store) AskServiceAgain(ctx context.Context, school roll.SchoolID, list List) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		// The person wants the service's list, so it is not compared with that of the file.
		tx.Require(tx.Do(ctx, `DELETE FROM approved_students
			WHERE school = $1 AND period = $2`, school, strings.TrimPrefix(string(list), StudentLists)))
		return tx.Do(ctx, `UPDATE lists SET source = $1, tried_at = 0 WHERE school = $2 AND name = $3`, FromService,
			school, list)
	})
}

// ListProblems returns the problems of the school's lists that recently could not be read, by list.
func (s *Store) ListProblems(ctx context.Context, school roll.SchoolID) (map[List]ListState, error) {
	return engine.Pairs[List, ListState](ctx, s.Database,
		`SELECT name, source, read_at, tried_at, problem FROM lists WHERE school = $1 AND problem <> ''`, school)
}
