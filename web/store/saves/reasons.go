package saves

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// LastReasons returns the last eight different reasons of the office's saves since the time, the newest first.
// They may be about a child's private matters: only those who correct may see them.
func (s *Store) LastReasons(ctx context.Context, school roll.SchoolID, since time.Time) ([]string, error) {
	return engine.Rows[string](ctx, s.Database,
		`SELECT reason FROM saves WHERE school = $1 AND accepted_at >= $2 AND length(reason) > 0 AND role IN ($3, $4)
		GROUP BY reason ORDER BY MAX(accepted_at) DESC LIMIT 8`, school, engine.Milliseconds(since), roll.Office, roll.Admin)
}
