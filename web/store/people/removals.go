package people

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// OnlyHere is true for memberships m of people who belong to no other school.
const OnlyHere = `NOT EXISTS (SELECT 1 FROM memberships o WHERE o.person = m.person AND o.school <> m.school)`

// LeavingWith returns the people who belong to no other school.
func LeavingWith(ctx context.Context, t *engine.Transaction,
	school roll.SchoolID) (leaving []roll.PersonID, err error) {
	return engine.Rows[roll.PersonID](ctx, t, `SELECT m.person FROM memberships m WHERE m.school = $1 AND `+
		OnlyHere, school)
}

// Removals returns the statements that remove the people's rows of the school $1. They read its tablets.
func Removals() []string {
	return []string{
		// The places of the counters, as in pins.Tablet.
		`DELETE FROM pin_tries WHERE place = 'day ' || CAST($1 AS TEXT) OR place = 'all ' || CAST($1 AS TEXT)`,
		`DELETE FROM pin_tries WHERE place IN (SELECT 'tablet ' || id FROM tablets WHERE school = $1)`,
		`DELETE FROM covers WHERE link IN (SELECT id FROM cover_links WHERE school = $1)`,
		`DELETE FROM taught_classes WHERE school = $1`, `DELETE FROM class_teachers WHERE school = $1`,
		`DELETE FROM reminders WHERE school = $1`,
		`DELETE FROM cover_links WHERE school = $1`,
		`DELETE FROM factor_demands WHERE school = $1`,
		`DELETE FROM account_links WHERE school = $1`, `DELETE FROM provided_people WHERE school = $1`,
		`DELETE FROM providers WHERE school = $1`,
		`DELETE FROM memberships WHERE school = $1`,
	}
}

// Remove removes people who no longer belong to a school, and all their data.
func Remove(ctx context.Context, t *engine.Transaction, leaving []roll.PersonID) error {
	for _, removal := range []string{
		`DELETE FROM known_devices WHERE person IN ($ids)`, `DELETE FROM pin_tries WHERE person IN ($ids)`,
		`DELETE FROM pins WHERE person IN ($ids)`, `DELETE FROM sessions WHERE person IN ($ids)`,
		`DELETE FROM factors WHERE person IN ($ids)`, `DELETE FROM recovery_codes WHERE person IN ($ids)`,
		`DELETE FROM used_challenges WHERE person IN ($ids)`,
		`DELETE FROM account_links WHERE email IN (SELECT email FROM people WHERE id IN ($ids))`,
		`DELETE FROM people WHERE id IN ($ids)`,
	} {
		t.Require(engine.DoAmong(ctx, t, leaving, removal))
	}
	return nil
}
