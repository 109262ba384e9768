package absences

import (
	"context"
	"strings"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// KnownReasons returns the school's own reasons, or nil if it has none of its own.
func (s *Store) KnownReasons(ctx context.Context, school roll.SchoolID) (*roll.KnownReasons, error) {
	kept, err := engine.Rows[struct{ Authorised, NotAuthorised string }](ctx, s.Database,
		`SELECT authorised, not_authorised FROM known_reasons WHERE school = $1`, school)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	reasons := roll.NewKnownReasons(kept[0].Authorised, kept[0].NotAuthorised)
	return &reasons, nil
}

// SetKnownReasons stores the school's own reasons.
func (s *Store) SetKnownReasons(ctx context.Context, school roll.SchoolID, reasons roll.KnownReasons) error {
	return s.Database.Do(ctx, `INSERT INTO known_reasons (school, authorised, not_authorised) VALUES ($1, $2, $3)
		ON CONFLICT (school) DO UPDATE SET authorised = excluded.authorised, not_authorised = excluded.not_authorised`,
		school, strings.Join(reasons.Authorised, "\n"), strings.Join(reasons.NotAuthorised, "\n"))
}
