package store

import (
	"context"
	"slices"

	"rollbook/web/roll"
	"rollbook/web/store/audit"
	"rollbook/web/store/engine"
	"rollbook/web/store/lists"
	"rollbook/web/store/literal"
	"rollbook/web/store/people"
	"rollbook/web/store/saves"
	"rollbook/web/store/schools"
)

// SchoolEnd counts the data that is removed with the school, and the marks that delay the removal.
func (s *Store) SchoolEnd(ctx context.Context, school roll.SchoolID) (roll.SchoolEnd, error) {
	return schoolEnd(ctx, s.Database, school)
}

func schoolEnd(ctx context.Context, read engine.Reader, school roll.SchoolID) (end roll.SchoolEnd, err error) {
	return engine.Row[roll.SchoolEnd](ctx, read,
		`SELECT (SELECT COUNT(*) FROM memberships m WHERE m.school = c.slug) AS people,
		(SELECT COUNT(*) FROM memberships m WHERE m.school = c.slug AND `+people.OnlyHere+`) AS leaving,
		(SELECT COUNT(DISTINCT e.enrolment) FROM enrolments e WHERE e.school = c.slug) AS students,
		(SELECT COUNT(*) FROM saves s WHERE s.school = c.slug) AS saves,
		(SELECT COUNT(*) FROM marks m WHERE m.school = c.slug) AS marks,
		(SELECT COUNT(*) FROM marks m WHERE m.school = c.slug AND m.state IN `+literal.UnderWay+`)
			+ (SELECT COUNT(*) FROM attempts a WHERE a.school = c.slug AND a.state = `+literal.Open+`) AS under_way,
		(SELECT COUNT(*) FROM marks m WHERE m.school = c.slug AND m.state = `+literal.Stopped+` AND m.keyed = 0) AS stopped,
		c.taken_away_at AS exported,
		(SELECT COALESCE(MAX(CASE WHEN m.answered_at > m.marked_at THEN m.answered_at ELSE m.marked_at END), 0) FROM marks m
		WHERE m.school = c.slug) AS changed
		FROM schools c WHERE c.slug = $1`, school)
}

// RemoveSchool removes the school and all its data, with the people who belong to no other. It returns
// roll.Stale, and removes nothing, when something is still being sent, or when marks came after the school's
// file was exported. It is one transaction, for any number of rows.
func (s *Store) RemoveSchool(ctx context.Context, school roll.SchoolID) (end roll.SchoolEnd, err error) {
	err = schools.Locked(ctx, s.Database, school, func(tx *engine.Transaction) error {
		// A save accepted meanwhile waits for this row, and then finds no school.
		if _, err := engine.Exists(ctx, tx, `SELECT 1 FROM schools c WHERE c.slug = $1`+
			s.Database.Lock("c"), school); err != nil {
			return err
		}
		if end, err = schoolEnd(ctx, tx, school); err != nil {
			return err
		}
		if problem := end.Problem(); problem != nil {
			return problem
		}
		return removeSchool(ctx, tx, school)
	})
	if err == nil {
		s.Database.Overwrite(ctx)
	}
	return end, err
}

func removeSchool(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	leaving, err := people.LeavingWith(ctx, t, school)
	if err != nil {
		return err
	}
	removals := slices.Concat(people.Removals(), lists.Removals(), saves.Removals(),
		engine.Deletions("connection_decisions", "notices", "known_absences", "known_reasons", "held_details",
			"movements", "unlisted_students"), audit.Removals(),
		schools.Removals())
	t.Require(t.DoAll(ctx, removals, school))
	return engine.InTurn(ctx, t, leaving, lists.DropDraftsOf, audit.Forget, people.Remove)
}
