package lists

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

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
// list are missing, or one of the list in use while items are left over ([roll.Shrinkage]). Then it holds the new list,
// keeps the copy in use, and records this in the list's state. New students are added at once, those who seem to have
// left are not. It returns the error of schools.OfConnection, and roll.Stale for a list that the school gave itself.
func (s *Store) TakeStudents(ctx context.Context, of roll.School, period roll.PeriodID,
	read roll.StudentList) (lacks roll.Shrinkage, err error) {
	school := of.ID
	err = schools.OfConnection(ctx, s.Database, of, func(tx *engine.Transaction) error {
		// The school may have given its own list while the service's was read.
		state, err := listState(ctx, tx, school, StudentList(period))
		if err != nil {
			return err
		}
		if state.Own() {
			return roll.Problem(roll.Stale, "problem.what.409")
		}
		approved, err := approvedStudents(ctx, tx, school, period)
		if err != nil {
			return err
		}
		used, err := studentsOf(ctx, tx, school, period)
		if err != nil {
			return err
		}
		read.Students = roll.WithoutNewLeavers(used, read.Students)
		lacks = roll.Shrinks(approved, used, read.Students)
		lacks.NewlyLeftOver = max(0, read.LeftOver-state.LeftOver)
		if lacks.Held() {
			return holdList(ctx, tx, school, period, read)
		}
		tx.Require(replaceStudents(ctx, tx, school, period, FromService, read))
		return approve(ctx, tx, school, period, read.Students)
	})
	return lacks, err
}

// holdList stores a list beside the one in use.
func holdList(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID,
	read roll.StudentList) error {
	text, err := json.Marshal(read.Students)
	unnumbered, failed := json.Marshal(read.Unnumbered)
	if err := errors.Join(err, failed); err != nil {
		return fmt.Errorf("write the list of period %s: %w", period, err)
	}
	sum := sha256.Sum256(slices.Concat(text, unnumbered))
	t.Require(t.Do(ctx, `INSERT INTO held_lists (school, period, students, unnumbered, left_over, print, read_at)
		VALUES `+engine.Tuples(1, 7)+`
		ON CONFLICT (school, period) DO UPDATE SET students = excluded.students, unnumbered = excluded.unnumbered,
		left_over = excluded.left_over, print = excluded.print, read_at = excluded.read_at`, school, period,
		string(text), string(unnumbered), read.LeftOver, hex.EncodeToString(sum[:16]), engine.Milliseconds(t.Now)))
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
				return PutList(ctx, tx, school, period, FromService, list.StudentList)
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
		var text, unnumbered string
		err := rows.Scan(&list.Period, &text, &unnumbered, &list.LeftOver, &list.Print, engine.ToTime(&list.Age.ReadAt))
		if err == nil {
			err = errors.Join(json.Unmarshal([]byte(text), &list.Students),
				json.Unmarshal([]byte(unnumbered), &list.Unnumbered))
		}
		held = append(held, list)
		return err
	}, `SELECT period, students, unnumbered, left_over, print, read_at FROM held_lists
		WHERE school = $1 ORDER BY period`, school)
	return held, err
}
