package store

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
)

// OwnClasses are the classes whose roll the person saved, on the date or before it, on one of
// the last days on which anybody in the school saved one. Days longer ago than earliest do not
// count.
func (s *Store) OwnClasses(ctx context.Context, school roll.SchoolID, person roll.PersonID, earliest, date roll.Date, days int) (map[roll.ClassID]bool, error) {
	own := make(map[roll.ClassID]bool)
	err := s.query(ctx, func(rows *sql.Rows) error {
		var class roll.ClassID
		err := rows.Scan(&class)
		own[class] = true
		return err
	}, `SELECT DISTINCT class FROM saves WHERE school = $1 AND person = $2 AND date IN (
			SELECT DISTINCT date FROM saves WHERE school = $3 AND date BETWEEN $4 AND $5 ORDER BY date DESC LIMIT $6)`,
		school, person, school, earliest, date, days)
	return own, err
}
