package absences

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// mostHeld limits the forms whose details are kept for a school at once. Their senders are not signed in.
const mostHeld = 100

// HoldDetails holds the sealed details of a form until the end. It deletes those that have ended, and holds nothing for
// an unknown school, for a form whose details it holds, and for a school that holds many.
func (s *Store) HoldDetails(ctx context.Context, school roll.SchoolID, press roll.Token, sealed []byte,
	end time.Time) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		now := engine.Milliseconds(tx.Now)
		tx.Require(tx.Do(ctx, `DELETE FROM held_details WHERE ends_at <= $1`, now))
		return tx.Do(ctx, `INSERT INTO held_details (school, press, sealed, ends_at)
			SELECT c.slug, $2, $3, $4 FROM schools c
			WHERE c.slug = $1 AND (SELECT COUNT(*) FROM held_details h WHERE h.school = c.slug) < $5
			ON CONFLICT (school, press) DO NOTHING`, school, press, sealed, engine.Milliseconds(end), mostHeld)
	})
}

// HeldDetails returns the sealed details of the form, or nil.
func (s *Store) HeldDetails(ctx context.Context, school roll.SchoolID, press roll.Token) (sealed []byte, err error) {
	now, err := s.Database.Now(ctx)
	if err != nil {
		return nil, err
	}
	err = s.Database.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(&sealed) },
		`SELECT sealed FROM held_details WHERE school = $1 AND press = $2 AND ends_at > $3`, school, press,
		engine.Milliseconds(now))
	return sealed, err
}
