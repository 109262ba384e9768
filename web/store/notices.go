package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"time"

	"rollbook/web/roll"
)

// Troubles lists the troubles of all schools that the admins have not been told of yet.
func (s *Store) Troubles(ctx context.Context) ([]roll.Trouble, error) {
	now, err := s.engine.now(ctx, s.reader.db)
	if err != nil {
		return nil, err
	}
	var all []roll.Trouble
	err = s.query(ctx, func(rows *sql.Rows) error {
		var trouble roll.Trouble
		var zone string
		var since int64
		if err := rows.Scan(&trouble.School, &trouble.Name, &zone, &trouble.Kind, &since, &trouble.Marks); err != nil {
			return err
		}
		trouble.Since = instant(since)
		location, err := s.zone(zone)
		trouble.Zone = location
		all = append(all, trouble)
		return err
	}, `SELECT c.slug, c.name, c.time_zone, t.kind, t.since, t.marks FROM schools c JOIN (
			SELECT u.school, u.reason AS kind, u.since,
				(SELECT count(*) FROM marks m WHERE m.school = u.school AND `+pending+` AND m.keyed = 0) AS marks
			FROM pauses u
			UNION ALL
			SELECT w.school, `+sqlTroubleDown+`, w.failing_since,
				(SELECT count(*) FROM marks m WHERE m.school = w.school AND `+pending+` AND m.keyed = 0)
			FROM school_states w WHERE NOT EXISTS (SELECT 1 FROM pauses u WHERE u.school = w.school) AND w.failing_since > 0 AND w.failing_since <= $1
			UNION ALL
			SELECT m.school, `+sqlTroubleStopped+`, min(m.marked_at), count(*)
			FROM marks m WHERE `+pending+` AND m.state = `+sqlStopped+` AND m.keyed = 0 GROUP BY m.school
		) t ON t.school = c.slug
		WHERE NOT EXISTS (SELECT 1 FROM notices n WHERE n.school = t.school AND n.kind = t.kind AND n.since = t.since)
		ORDER BY c.slug, t.kind`, milliseconds(now.Add(-roll.DownAfter)))
	return all, err
}

// TakeNotice gives the caller, among all replicas, the right to tell of the trouble.
func (s *Store) TakeNotice(ctx context.Context, trouble roll.Trouble) (taken bool, err error) {
	err = s.inTransaction(ctx, func(tx *transaction) error {
		changed, err := tx.exec(ctx, `INSERT INTO notices (school, kind, since, sent_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (school, kind, since) DO NOTHING`, trouble.School, trouble.Kind, milliseconds(trouble.Since), milliseconds(tx.Now))
		taken = changed == 1
		return err
	})
	return taken, err
}

// GiveNoticeBack lets the trouble be told again, after it could not be told.
func (s *Store) GiveNoticeBack(ctx context.Context, trouble roll.Trouble) error {
	_, err := s.exec(ctx, `DELETE FROM notices WHERE school = $1 AND kind = $2 AND since = $3`,
		trouble.School, trouble.Kind, milliseconds(trouble.Since))
	return err
}

// ForgetNotices removes notices from before the instant.
func (s *Store) ForgetNotices(ctx context.Context, before time.Time) error {
	_, err := s.exec(ctx, `DELETE FROM notices WHERE sent_at < $1`, milliseconds(before))
	return err
}

// Admins lists the e-mail addresses of the school's admins, who see to its connection.
func (s *Store) Admins(ctx context.Context, school roll.SchoolID) ([]string, error) {
	var addresses []string
	err := s.query(ctx, func(rows *sql.Rows) error {
		var address string
		err := rows.Scan(&address)
		addresses = append(addresses, address)
		return err
	}, `SELECT p.email FROM people p JOIN memberships m ON m.person = p.id
		WHERE m.school = $1 AND m.role = `+sqlAdmin+` AND p.disabled = 0 AND m.disabled = 0 ORDER BY p.email`, school)
	return addresses, err
}

// CommandEvent is a record that a command left for the log of a server.
type CommandEvent struct {
	At time.Time
	// Level is a level of log/slog.
	Level   int
	Message string
	// Attributes are written by whoever leaves the record, and read by whoever takes it.
	Attributes string
}

// LeaveCommandEvents keeps the records, in their order, until a server takes them.
func (s *Store) LeaveCommandEvents(ctx context.Context, events []CommandEvent) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		for number, event := range events {
			if _, err := tx.exec(ctx, `INSERT INTO command_events (id, at, number, level, message, attributes) VALUES `+tuples(1, 6),
				rand.Text(), milliseconds(event.At), number, event.Level, event.Message, event.Attributes); err != nil {
				return err
			}
		}
		return nil
	})
}

// mostCommandEvents bounds the records that are taken at once.
const mostCommandEvents = 100

// TakeCommandEvents calls write with each record that waits, the oldest first, and forgets it. Among
// all servers one takes it; where that one ends before it is forgotten, it is taken again.
func (s *Store) TakeCommandEvents(ctx context.Context, write func(CommandEvent)) error {
	const waiting = `SELECT id, at, level, message, attributes FROM command_events ORDER BY at, number LIMIT $1`
	var ids []string
	var events []CommandEvent
	err := s.query(ctx, func(rows *sql.Rows) error {
		var id string
		var at int64
		var event CommandEvent
		err := rows.Scan(&id, &at, &event.Level, &event.Message, &event.Attributes)
		event.At = instant(at)
		ids, events = append(ids, id), append(events, event)
		return err
	}, waiting, mostCommandEvents)
	if err != nil || len(ids) == 0 {
		return err
	}
	return s.inTransaction(ctx, func(tx *transaction) error {
		for i, id := range ids {
			// Another server that takes it waits here, and then finds it gone.
			taken, err := tx.exec(ctx, `DELETE FROM command_events WHERE id = $1`, id)
			if err != nil {
				return err
			}
			if taken == 1 {
				write(events[i])
			}
		}
		return nil
	})
}
