package store

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// connectionColumns and connectionTables select the recent behaviour of the service of a school c.
const (
	connectionColumns = `coalesce(p.reason, ''), coalesce(p.since, 0), coalesce(p.probe_at, 0), c.proof, coalesce(w.wait_until, 0),
		coalesce(w.last_ok_at, 0), coalesce(w.failing_since, 0), coalesce(w.problem, ''),
		coalesce((SELECT n.value FROM instance n WHERE n.name = '` + sendingNote + `'), '')`
	connectionTables = `schools c ` + connectionJoins
	connectionJoins  = `LEFT JOIN school_states w ON w.school = c.slug
		LEFT JOIN pauses p ON p.school = c.slug AND p.reason = ` + gravest
)

// scanConnection returns the destinations of connectionColumns, and a function that builds the connection
// after the scan.
func scanConnection() (into []any, read func() roll.Connection) {
	var c roll.Connection
	var since, probeAt, waitUntil, lastOK, failingSince int64
	var proof roll.Proof
	var copied string
	into = []any{&c.Pause, &since, &probeAt, &proof, &waitUntil, &lastOK, &failingSince, &c.Problem, &copied}
	return into, func() roll.Connection {
		c.PausedSince, c.ProbeAt, c.WaitUntil = engine.Instant(since), engine.Instant(probeAt), engine.Instant(waitUntil)
		c.LastOK, c.FailingSince = engine.Instant(lastOK), engine.Instant(failingSince)
		c.Unproven, c.Copied = proof == roll.Unproven, copied != ""
		return c
	}
}

// Connection returns the recent behaviour of the school's service.
func (s *Store) Connection(ctx context.Context, school roll.SchoolID) (roll.Connection, error) {
	into, read := scanConnection()
	err := s.Database.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(into...) },
		`SELECT `+connectionColumns+` FROM `+connectionTables+` WHERE c.slug = $1`, school)
	return read(), err
}

// SchoolAndConnection combines School and Connection, which every page needs, in one query.
func (s *Store) SchoolAndConnection(ctx context.Context, id roll.SchoolID) (roll.School, roll.Connection, error) {
	var school roll.School
	into, read := scanConnection()
	err := engine.Find(ctx, s.Database, func(rows *sql.Rows) error {
		return scanSchool(s.Database, rows, &school, into...)
	}, `SELECT `+schoolColumns+schoolMore+`, `+connectionColumns+` FROM `+connectionTables+` WHERE c.slug = $1`, id)
	return school, read(), err
}

// Backlog counts the school's marks that are not yet in its service. It reads every such mark.
func (s *Store) Backlog(ctx context.Context, school roll.SchoolID) (roll.Backlog, error) {
	return s.backlog(ctx, "m.school = $1 AND ", school)
}

// WholeBacklog is Backlog of all schools.
func (s *Store) WholeBacklog(ctx context.Context) (roll.Backlog, error) {
	return s.backlog(ctx, "")
}

func (s *Store) backlog(ctx context.Context, of string, args ...any) (roll.Backlog, error) {
	var backlog roll.Backlog
	var oldest int64
	err := s.Database.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(&backlog.Waiting, &backlog.Stopped, &oldest) },
		`SELECT coalesce(sum(CASE WHEN m.state = `+literal.Stopped+` THEN 0 ELSE 1 END), 0),
		coalesce(sum(CASE WHEN m.state = `+literal.Stopped+` THEN 1 ELSE 0 END), 0),
		coalesce(min(CASE WHEN m.state = `+literal.Stopped+` THEN NULL ELSE m.marked_at END), 0)
		FROM marks m WHERE `+of+pending+` AND m.keyed = 0`, args...)
	backlog.Oldest = engine.Instant(oldest)
	return backlog, err
}

// noteEvery limits how often successful calls are recorded.
const noteEvery = 20 * time.Second

// NoteReply records whether the school's service answered. Only the first failure after an answer is
// recorded. It returns true for the first answer after a failure.
func (s *Store) NoteReply(ctx context.Context, school roll.SchoolID, failed bool, problem string) (recovered bool, err error) {
	now, err := s.Database.Now(ctx)
	if err != nil {
		return false, err
	}
	if failed {
		return false, s.noteState(ctx, school, `failing_since = CASE WHEN failing_since = 0 THEN $2 ELSE failing_since END, problem = $3`, engine.Milliseconds(now), problem)
	}
	var lastOK, failingSince int64
	if err := s.Database.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(&lastOK, &failingSince) },
		`SELECT last_ok_at, failing_since FROM school_states WHERE school = $1`, school); err != nil {
		return false, err
	}
	if failingSince == 0 && now.Sub(engine.Instant(lastOK)) < noteEvery {
		return false, nil
	}
	return failingSince != 0, s.noteState(ctx, school, `last_ok_at = $2, failing_since = 0, problem = ''`, engine.Milliseconds(now))
}

// NoteWait records that the service asked for a wait.
func (s *Store) NoteWait(ctx context.Context, school roll.SchoolID, wait time.Duration) error {
	now, err := s.Database.Now(ctx)
	if err != nil {
		return err
	}
	return s.noteState(ctx, school, `wait_until = $2`, engine.Milliseconds(now.Add(wait)))
}

// HurryUp makes all marks due at once that wait after failed tries, but not those that wait for the end of a
// lease.
func (s *Store) HurryUp(ctx context.Context, school roll.SchoolID) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		_, err := tx.Exec(ctx, `UPDATE marks SET due_at = $1 WHERE school = $2 AND due_at > $1 AND unknown_at <= $1 AND asserted = 0`, engine.Milliseconds(tx.Now), school)
		return err
	})
}

// LearnLargestList records the most students that the service accepts in one request.
func (s *Store) LearnLargestList(ctx context.Context, school roll.SchoolID, most int) error {
	return s.noteState(ctx, school, `largest_list = $2`, most)
}

func (s *Store) noteState(ctx context.Context, school roll.SchoolID, set string, args ...any) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		if _, err := tx.Exec(ctx, `INSERT INTO school_states (school) SELECT slug FROM schools WHERE slug = $1 ON CONFLICT (school) DO NOTHING`, school); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE school_states SET `+set+` WHERE school = $1`, append([]any{school}, args...)...)
		return err
	})
}

// MappingDraft returns the draft of the school's new mapping, as JSON, or "".
func (s *Store) MappingDraft(ctx context.Context, school roll.SchoolID) (string, error) {
	draft := ""
	err := s.Database.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(&draft) }, `SELECT draft FROM mapping_drafts WHERE school = $1`, school)
	return draft, err
}

// SetMappingDraft replaces the draft.
func (s *Store) SetMappingDraft(ctx context.Context, school roll.SchoolID, draft string) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		_, err := tx.Exec(ctx, `INSERT INTO mapping_drafts (school, draft, drafted_at) VALUES ($1, $2, $3)
			ON CONFLICT (school) DO UPDATE SET draft = excluded.draft, drafted_at = excluded.drafted_at`, school, draft, engine.Milliseconds(tx.Now))
		return err
	})
}

// Troubles returns the troubles that a school's admins have not been told about yet.
func (s *Store) Troubles(ctx context.Context) ([]roll.Trouble, error) {
	now, err := s.Database.Now(ctx)
	if err != nil {
		return nil, err
	}
	var all []roll.Trouble
	err = s.Database.Query(ctx, func(rows *sql.Rows) error {
		var trouble roll.Trouble
		var zone string
		var since int64
		if err := rows.Scan(&trouble.School, &trouble.Name, &zone, &trouble.Kind, &since, &trouble.Marks); err != nil {
			return err
		}
		trouble.Since = engine.Instant(since)
		location, err := s.Database.Zone(zone)
		trouble.Zone = location
		all = append(all, trouble)
		return err
	}, `SELECT c.slug, c.name, c.time_zone, t.kind, t.since, t.marks FROM schools c JOIN (
			SELECT u.school, u.reason AS kind, u.since,
				(SELECT count(*) FROM marks m WHERE m.school = u.school AND `+pending+` AND m.keyed = 0) AS marks
			FROM pauses u
			UNION ALL
			SELECT w.school, `+literal.TroubleDown+`, w.failing_since,
				(SELECT count(*) FROM marks m WHERE m.school = w.school AND `+pending+` AND m.keyed = 0)
			FROM school_states w WHERE NOT EXISTS (SELECT 1 FROM pauses u WHERE u.school = w.school) AND w.failing_since > 0 AND w.failing_since <= $1
			UNION ALL
			SELECT m.school, `+literal.TroubleStopped+`, min(m.marked_at), count(*)
			FROM marks m WHERE `+pending+` AND m.state = `+literal.Stopped+` AND m.keyed = 0 GROUP BY m.school
		) t ON t.school = c.slug
		WHERE NOT EXISTS (SELECT 1 FROM notices n WHERE n.school = t.school AND n.kind = t.kind AND n.since = t.since)
		ORDER BY c.slug, t.kind`, engine.Milliseconds(now.Add(-roll.DownAfter)))
	return all, err
}

// TakeNotice gives one caller among all replicas the right to report the trouble.
func (s *Store) TakeNotice(ctx context.Context, trouble roll.Trouble) (taken bool, err error) {
	err = s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		changed, err := tx.Exec(ctx, `INSERT INTO notices (school, kind, since, sent_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (school, kind, since) DO NOTHING`, trouble.School, trouble.Kind, engine.Milliseconds(trouble.Since), engine.Milliseconds(tx.Now))
		taken = changed == 1
		return err
	})
	return taken, err
}

// GiveNoticeBack returns that right after a failed report.
func (s *Store) GiveNoticeBack(ctx context.Context, trouble roll.Trouble) error {
	_, err := s.Database.Exec(ctx, `DELETE FROM notices WHERE school = $1 AND kind = $2 AND since = $3`,
		trouble.School, trouble.Kind, engine.Milliseconds(trouble.Since))
	return err
}

// ForgetNotices deletes notices from before the instant.
func (s *Store) ForgetNotices(ctx context.Context, before time.Time) error {
	_, err := s.Database.Exec(ctx, `DELETE FROM notices WHERE sent_at < $1`, engine.Milliseconds(before))
	return err
}

// Admins returns the addresses of the school's admins.
func (s *Store) Admins(ctx context.Context, school roll.SchoolID) ([]string, error) {
	var addresses []string
	err := s.Database.Query(ctx, func(rows *sql.Rows) error {
		var address string
		err := rows.Scan(&address)
		addresses = append(addresses, address)
		return err
	}, `SELECT p.email FROM people p JOIN memberships m ON m.person = p.id
		WHERE m.school = $1 AND m.role = `+literal.Admin+` AND p.disabled = 0 AND m.disabled = 0 ORDER BY p.email`, school)
	return addresses, err
}
