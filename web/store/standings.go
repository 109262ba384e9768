package store

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
)

// Standings are what the people may do now, those with an account and those who use a cover
// link alike. Who is disabled, belongs to no school or is not there has none.
func (s *Store) Standings(ctx context.Context, people []roll.PersonID) (map[roll.PersonID]roll.Standing, error) {
	standings := make(map[roll.PersonID]roll.Standing, len(people))
	err := chunks(people, func(ids []roll.PersonID) error {
		args := padded(ids)
		among := ` IN (` + list(0, len(args)) + `)`
		return s.query(ctx, func(rows *sql.Rows) error { return scanStanding(rows, standings) },
			`SELECT p.id, p.epoch, m.school, m.role, 0, 0 FROM people p JOIN memberships m ON m.person = p.id
				WHERE p.disabled = 0 AND m.disabled = 0 AND p.id`+among+`
			UNION ALL
			SELECT c.person, 0, l.school, `+sqlCovering+`, l.ends_at, l.revoked_at FROM covers c JOIN cover_links l ON l.id = c.link
				WHERE c.person`+among, args...)
	})
	return standings, err
}

// scanStanding adds one role in one school to what is known of the person.
func scanStanding(rows *sql.Rows, standings map[roll.PersonID]roll.Standing) error {
	var person roll.PersonID
	var school roll.SchoolID
	var role roll.Role
	var epoch, ends, revoked int64
	if err := rows.Scan(&person, &epoch, &school, &role, &ends, &revoked); err != nil {
		return err
	}
	standing, known := standings[person]
	if !known {
		standing.Roles = make(map[roll.SchoolID]roll.Role)
	}
	standing.Epoch, standing.Roles[school] = epoch, role
	standing.Link.Ends, standing.Link.RevokedAt = instant(ends), instant(revoked)
	standings[person] = standing
	return nil
}
