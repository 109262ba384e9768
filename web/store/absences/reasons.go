package absences

import (
	"context"
	"database/sql"
	"strings"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// KnownReasons returns the school's own reasons, or nil if it has none of its own.
func (s *Store) KnownReasons(ctx context.Context, school roll.SchoolID) (*roll.KnownReasons, error) {
	all, err := engine.All(ctx, s.Database, func(rows *sql.Rows, reasons *roll.KnownReasons) error {
		var authorised, others string
		err := rows.Scan(&authorised, &others)
		*reasons = roll.NewKnownReasons(authorised, others)
		return err
	}, `SELECT authorised, not_authorised FROM known_reasons WHERE school = $1`, school)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[0], nil
}

// SetKnownReasons stores the school's own reasons.
func (s *Store) SetKnownReasons(ctx context.Context, school roll.SchoolID, reasons roll.KnownReasons) error {
	return s.Database.Do(ctx, `INSERT INTO known_reasons (school, authorised, not_authorised) VALUES ($1, $2, $3)
		ON CONFLICT (school) DO UPDATE SET authorised = excluded.authorised, not_authorised = excluded.not_authorised`,
		school, strings.Join(reasons.Authorised, "\n"), strings.Join(reasons.NotAuthorised, "\n"))
}
