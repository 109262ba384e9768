package lists

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// ReadAnew deletes the lists from the service. The school's own lists stay, with their numbers.
func ReadAnew(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	own, err := engine.Rows[List](ctx, t, `SELECT name FROM lists WHERE school = $1 AND source <> $2`, school, FromService)
	if err != nil {
		return err
	}
	students, err := studentsByPeriod(ctx, t, school)
	if err != nil {
		return err
	}
	for period, all := range students {
		if slices.Contains(own, StudentList(period)) {
			err = listNumbers(ctx, t, school, period, all)
		} else {
			err = t.DoAll(ctx, []string{`DELETE FROM enrolments WHERE school = $1 AND period = $2`,
				`DELETE FROM unnumbered_students WHERE school = $1 AND period = $2`}, school, period)
		}
		if err != nil {
			return err
		}
	}
	return t.Do(ctx, `DELETE FROM lists WHERE school = $1 AND source = $2`, school, FromService)
}

// KeepFormer stores the lists of the ending connection, for pages made from them.
func KeepFormer(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	var lists roll.Lists
	var err error
	if lists.Students, err = studentsByPeriod(ctx, t, school); err != nil {
		return err
	}
	if lists.Periods, err = periodsOf(ctx, t, school); err != nil {
		return err
	}
	if lists.Statuses, err = statusesOf(ctx, t, school); err != nil {
		return err
	}
	text, err := json.Marshal(lists)
	if err != nil {
		return fmt.Errorf("write the lists of school %s: %w", school, err)
	}
	return t.Do(ctx, `INSERT INTO former_lists (school, connected, lists, base_url)
		SELECT slug, connected, CAST($1 AS TEXT), base_url FROM schools WHERE slug = $2`, string(text), school)
}

// FormerLists returns the last lists of the connection with the generation. It returns roll.NotFound for the
// present connection.
func (s *Store) FormerLists(ctx context.Context, school roll.SchoolID, generation int64) (roll.Lists, error) {
	var lists roll.Lists
	text, err := engine.Row[string](ctx, s.Database,
		`SELECT f.lists FROM former_lists f JOIN schools c ON c.slug = f.school
		WHERE f.school = $1 AND f.connected <= $2 AND c.connected > $2 ORDER BY f.connected DESC LIMIT 1`, school, generation)
	if err != nil {
		return lists, err
	}
	if err := json.Unmarshal([]byte(text), &lists); err != nil {
		return lists, fmt.Errorf("read the former lists of school %s: %w", school, err)
	}
	return lists, nil
}
