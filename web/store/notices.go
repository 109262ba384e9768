package store

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
	"rollbook/web/store/saves"
)

// Troubles returns the troubles that a school's admins have not been told about yet.
func (s *Store) Troubles(ctx context.Context) ([]roll.Trouble, error) {
	now, err := s.Database.Now(ctx)
	if err != nil {
		return nil, err
	}
	return engine.All(ctx, s.Database, func(rows *sql.Rows, trouble *roll.Trouble) error {
		var zone string
		if err := rows.Scan(&trouble.School, &trouble.Name, &zone, &trouble.Kind, engine.ToTime(&trouble.Since),
			&trouble.Marks); err != nil {
			return err
		}
		location, err := s.Database.Zone(zone)
		trouble.Zone = location
		return err
	}, `SELECT c.slug, c.name, c.time_zone, t.kind, t.since, t.marks FROM schools c JOIN (
			SELECT u.school, u.reason AS kind, u.since,
				(SELECT count(*) FROM marks m WHERE m.school = u.school AND `+saves.Pending+` AND m.keyed = 0) AS marks
			FROM pauses u
			UNION ALL
			SELECT w.school, `+literal.TroubleDown+`, w.failing_since,
				(SELECT count(*) FROM marks m WHERE m.school = w.school AND `+saves.Pending+` AND m.keyed = 0)
			FROM school_states w WHERE NOT EXISTS (SELECT 1 FROM pauses u WHERE u.school = w.school) AND w.failing_since > 0
			AND w.failing_since <= $1
			UNION ALL
			SELECT m.school, `+literal.TroubleStopped+`, min(m.marked_at), count(*)
			FROM marks m WHERE `+saves.Pending+` AND m.state = `+literal.Stopped+` AND m.keyed = 0 GROUP BY m.school
		) t ON t.school = c.slug
		WHERE NOT EXISTS (SELECT 1 FROM notices n WHERE n.school = t.school AND n.kind = t.kind AND n.since = t.since)
		ORDER BY c.slug, t.kind`, engine.Milliseconds(now.Add(-roll.DownAfter)))
}

// TakeNotice gives one caller among all replicas the right to report the trouble.
func (s *Store) TakeNotice(ctx context.Context, trouble roll.Trouble) (taken bool, err error) {
	changed, err := s.Database.Exec(ctx, `INSERT INTO notices (school, kind, since, sent_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (school, kind, since) DO NOTHING`, trouble.School, trouble.Kind, engine.Milliseconds(trouble.Since),
		engine.Now)
	return changed == 1, err
}

// GiveNoticeBack returns that right after a failed report.
func (s *Store) GiveNoticeBack(ctx context.Context, trouble roll.Trouble) error {
	return s.Database.Do(ctx, `DELETE FROM notices WHERE school = $1 AND kind = $2 AND since = $3`,
		trouble.School, trouble.Kind, engine.Milliseconds(trouble.Since))
}

// Admins returns the addresses of the school's admins.
func (s *Store) Admins(ctx context.Context, school roll.SchoolID) ([]roll.Reader, error) {
	return engine.Rows[roll.Reader](ctx, s.Database,
		`SELECT p.email, CASE WHEN p.language = '' THEN c.language ELSE p.language END AS language
		FROM people p JOIN memberships m ON m.person = p.id JOIN schools c ON c.slug = m.school
		WHERE m.school = $1 AND m.role = `+literal.Admin+` AND p.disabled = 0 AND m.disabled = 0 ORDER BY p.email`, school)
}
