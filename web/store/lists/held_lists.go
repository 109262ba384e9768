package lists

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/schools"
)

// The problems of a list that need a person ([ListState]): one that waits, and one in use on which some seem to
// have left.
const (
	ListHeld       = "held"
	ListHasLeavers = "leavers"
)

// TakeStudents replaces the students of a period by those read from the service, unless too many of the last approved
// list are missing ([roll.Shrinkage]). Then it holds the new list, keeps the copy in use, and records this in the
// list's state. New students are added at once. It returns the error of schools.OfConnection.
func (s *Store) TakeStudents(ctx context.Context, of roll.School, period roll.PeriodID,
	students []roll.Enrolment) (lacks roll.Shrinkage, err error) {
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
		tx.Require(replaceStudents(ctx, tx, school, period, FromService, students))
		return approve(ctx, tx, school, period, students)
	})
	return lacks, err
}

// holdList stores a list beside the one in use.
func holdList(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID,
	students []roll.Enrolment) error {
	text, err := json.Marshal(students)
	if err != nil {
		return fmt.Errorf("write the list of period %s: %w", period, err)
	}
	sum := sha256.Sum256(text)
	t.Require(t.Do(ctx, `INSERT INTO held_lists (school, period, students, print, read_at) VALUES `+engine.Tuples(1, 5)+`
		ON CONFLICT (school, period) DO UPDATE SET students = excluded.students, print = excluded.print,
		read_at = excluded.read_at`,
		school, period, string(text), hex.EncodeToString(sum[:16]), engine.Milliseconds(t.Now)))
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
				return PutStudents(ctx, tx, school, period, FromService, list.Students)
			}
		}
		return roll.Problem(roll.Stale, "problem.what.409")
	})
}

// HeldLists returns the school's lists that wait for a person, each with its missing students and classes.
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
		if err := rows.Scan(&list.Period, &text, &list.Print, engine.ToTime(&list.Age.ReadAt)); err != nil {
			return err
		}
		held = append(held, list)
		return json.Unmarshal([]byte(text), &held[len(held)-1].Students)
	}, `SELECT period, students, print, read_at FROM held_lists WHERE school = $1 ORDER BY period`, school)
	return held, err
}
