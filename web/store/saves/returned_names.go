package saves

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// OtherNames returns the names that the service returned since the date instead of the sent status, the most
// frequent first.
func (s *Store) OtherNames(ctx context.Context, school roll.SchoolID, since roll.Date) ([]roll.OtherName, error) {
	return engine.Rows[roll.OtherName](ctx, s.Database,
		`SELECT m.returned, s.status_id AS sent, count(*) AS marks FROM marks m JOIN saves s ON s.token = m.save
		WHERE m.school = $1 AND m.date >= $2 AND m.state = `+literal.Differs+` AND m.returned <> ''
		GROUP BY m.returned, s.status_id ORDER BY count(*) DESC, m.returned, s.status_id LIMIT 20`, school, since)
}
