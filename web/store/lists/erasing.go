package lists

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// Erase deletes the student from the school's lists and groups, and the files that wait for a confirmation.
func Erase(ctx context.Context, t *engine.Transaction, one roll.OneStudent) error {
	for _, number := range one.Numbers {
		t.Require(t.Do(ctx, `DELETE FROM numbers WHERE school = $1 AND enrolment = $2
			AND past = $3`, one.School, number.Enrolment, number.Until))
		if number.Until > 0 {
			continue
		}
		t.Require(t.DoAll(ctx, []string{
			`DELETE FROM enrolments WHERE school = $1 AND enrolment = $2`,
			`DELETE FROM approved_students WHERE school = $1 AND enrolment = $2`,
			`DELETE FROM student_group_members WHERE school = $1 AND enrolment = $2`,
		}, one.School, number.Enrolment))
	}
	t.Require(t.Do(ctx, `DELETE FROM unnumbered_students WHERE school = $1 AND student = $2 AND student > 0`, one.School,
		one.Student))
	t.Require(eraseFromTexts(ctx, t, one))
	t.Require(eraseFromVersions(ctx, t, one))
	return t.Do(ctx, `DELETE FROM import_drafts WHERE school = $1`, one.School)
}

// eraseFromTexts removes the student from the lists that are kept as JSON.
func eraseFromTexts(ctx context.Context, t *engine.Transaction, one roll.OneStudent) error {
	held, err := heldLists(ctx, t, one.School)
	for _, list := range held {
		left := list.StudentList
		left.Students, left.Unnumbered = withoutOne(left.Students, one), withoutOne(left.Unnumbered, one)
		if err == nil && len(left.Students)+len(left.Unnumbered) < len(list.Students)+len(list.Unnumbered) {
			err = holdList(ctx, t, one.School, list.Period, left)
		}
	}
	if err != nil {
		return err
	}
	named, err := engine.Rows[List](ctx, t, `SELECT name FROM lists WHERE school = $1 AND left_out <> '[]'`, one.School)
	for _, list := range named {
		left, failed := leftOutOf(ctx, t, one.School, list)
		t.Require(cmp.Or(err, failed))
		t.Require(keepLeftOut(ctx, t, one.School, list, slices.DeleteFunc(left, func(of roll.LeftOut) bool {
			return len(withoutOne([]roll.Enrolment{of.Enrolment}, one)) == 0
		})))
	}
	all, err := engine.Pairs[int64, string](ctx, t, `SELECT connected, lists FROM former_lists WHERE school = $1`,
		one.School)
	for connected, text := range all {
		var lists roll.Lists
		if err == nil {
			err = json.Unmarshal([]byte(text), &lists)
		}
		for period, students := range lists.Students {
			lists.Students[period] = withoutOne(students, one)
		}
		left, failed := json.Marshal(lists)
		if err != nil || failed != nil {
			return fmt.Errorf("read the former lists of school %s: %w", one.School, err)
		}
		err = t.Do(ctx, `UPDATE former_lists SET lists = $3 WHERE school = $1 AND connected = $2`, one.School, connected,
			string(left))
	}
	return err
}

// withoutOne returns the students without the one: by the student's own number, else by its numbers in lists.
func withoutOne(students []roll.Enrolment, one roll.OneStudent) []roll.Enrolment {
	return slices.DeleteFunc(slices.Clone(students), func(listed roll.Enrolment) bool {
		numbered := slices.ContainsFunc(one.Numbers,
			func(number roll.NumberOfOne) bool { return number.Enrolment == listed.ID })
		named := listed.Given == one.Given && listed.Family == one.Family
		return numbered && (named || listed.Student == one.Student && one.Student > 0) || named &&
			listed.Student == one.Student
	})
}
