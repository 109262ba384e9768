package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"rollbook/web/roll"
)

// connectionColumns and connectionTables select how the service of a school c behaved last.
const (
	connectionColumns = `coalesce(p.reason, ''), coalesce(p.since, 0), coalesce(p.probe_at, 0), c.proof, coalesce(w.wait_until, 0),
		coalesce(w.last_ok_at, 0), coalesce(w.failing_since, 0), coalesce(w.problem, ''),
		coalesce((SELECT n.value FROM instance n WHERE n.name = '` + sendingNote + `'), '')`
	connectionTables = `schools c ` + connectionJoins
	connectionJoins  = `LEFT JOIN school_states w ON w.school = c.slug
		LEFT JOIN pauses p ON p.school = c.slug AND p.reason = ` + gravest
)

// scanConnection returns the destinations of connectionColumns, and a function that makes the
// connection of them once they are read.
func scanConnection() (into []any, read func() roll.Connection) {
	var c roll.Connection
	var since, probeAt, waitUntil, lastOK, failingSince int64
	var proof roll.Proof
	var copied string
	into = []any{&c.Pause, &since, &probeAt, &proof, &waitUntil, &lastOK, &failingSince, &c.Problem, &copied}
	return into, func() roll.Connection {
		c.PausedSince, c.ProbeAt, c.WaitUntil = instant(since), instant(probeAt), instant(waitUntil)
		c.LastOK, c.FailingSince = instant(lastOK), instant(failingSince)
		c.Unproven, c.Copied = proof == roll.Unproven, copied != ""
		return c
	}
}

// Connection tells how the school's service behaved last.
func (s *Store) Connection(ctx context.Context, school roll.SchoolID) (roll.Connection, error) {
	into, read := scanConnection()
	err := s.query(ctx, func(rows *sql.Rows) error { return rows.Scan(into...) },
		`SELECT `+connectionColumns+` FROM `+connectionTables+` WHERE c.slug = $1`, school)
	return read(), err
}

// SchoolAndConnection does School and Connection, which every page of a school asks for, in
// one query.
func (s *Store) SchoolAndConnection(ctx context.Context, id roll.SchoolID) (roll.School, roll.Connection, error) {
	var school roll.School
	into, read := scanConnection()
	found := false
	err := s.query(ctx, func(rows *sql.Rows) error {
		found = true
		return s.scanSchool(rows, &school, into...)
	}, `SELECT `+schoolColumns+schoolMore+`, `+connectionColumns+` FROM `+connectionTables+` WHERE c.slug = $1`, id)
	if err == nil && !found {
		err = notFound()
	}
	return school, read(), err
}

// Backlog counts the school's marks that are not in its service yet. It reads every such mark.
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
	err := s.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&backlog.Waiting, &backlog.Stopped, &oldest) },
		`SELECT coalesce(sum(CASE WHEN m.state = `+sqlStopped+` THEN 0 ELSE 1 END), 0),
		coalesce(sum(CASE WHEN m.state = `+sqlStopped+` THEN 1 ELSE 0 END), 0),
		coalesce(min(CASE WHEN m.state = `+sqlStopped+` THEN NULL ELSE m.marked_at END), 0)
		FROM marks m WHERE `+of+pending+` AND m.keyed = 0`, args...)
	backlog.Oldest = instant(oldest)
	return backlog, err
}

// noteEvery bounds how often calls that keep succeeding are noted.
const noteEvery = 20 * time.Second

// NoteReply records whether the school's service answered; the first failure
// since an answer counts. recovered is true for the first answer after a failure.
func (s *Store) NoteReply(ctx context.Context, school roll.SchoolID, failed bool, problem string) (recovered bool, err error) {
	now, err := s.engine.now(ctx, s.reader.db)
	if err != nil {
		return false, err
	}
	if failed {
		return false, s.noteState(ctx, school, `failing_since = CASE WHEN failing_since = 0 THEN $2 ELSE failing_since END, problem = $3`, milliseconds(now), problem)
	}
	var lastOK, failingSince int64
	if err := s.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&lastOK, &failingSince) },
		`SELECT last_ok_at, failing_since FROM school_states WHERE school = $1`, school); err != nil {
		return false, err
	}
	if failingSince == 0 && now.Sub(instant(lastOK)) < noteEvery {
		return false, nil
	}
	return failingSince != 0, s.noteState(ctx, school, `last_ok_at = $2, failing_since = 0, problem = ''`, milliseconds(now))
}

// NoteWait records that the service asked to be left alone for so long.
func (s *Store) NoteWait(ctx context.Context, school roll.SchoolID, wait time.Duration) error {
	now, err := s.engine.now(ctx, s.reader.db)
	if err != nil {
		return err
	}
	return s.noteState(ctx, school, `wait_until = $2`, milliseconds(now.Add(wait)))
}

// HurryUp makes due at once all marks that wait because earlier tries failed.
func (s *Store) HurryUp(ctx context.Context, school roll.SchoolID) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		_, err := tx.exec(ctx, `UPDATE marks SET due_at = $1 WHERE school = $2 AND due_at > $1 AND asserted = 0`, milliseconds(tx.Now), school)
		return err
	})
}

// LearnLargestList records the most students that the service takes in one request.
func (s *Store) LearnLargestList(ctx context.Context, school roll.SchoolID, most int) error {
	return s.noteState(ctx, school, `largest_list = $2`, most)
}

func (s *Store) noteState(ctx context.Context, school roll.SchoolID, set string, args ...any) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		if _, err := tx.exec(ctx, `INSERT INTO school_states (school) SELECT slug FROM schools WHERE slug = $1 ON CONFLICT (school) DO NOTHING`, school); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `UPDATE school_states SET `+set+` WHERE school = $1`, append([]any{school}, args...)...)
		return err
	})
}

// Connect stores the address, tenant and code with which the school's service is asked, always
// with the key for them. It forgets the school's other keys: they were made for another place,
// and none of them may be sent to this one. The school's proof is replaced by the one in school.
func (s *Store) Connect(ctx context.Context, school roll.School, key Key) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		if err := tx.lockSchool(ctx, school.ID); err != nil {
			return err
		}
		same, err := tx.isAt(ctx, school)
		if err != nil {
			return err
		}
		changed, err := tx.exec(ctx, `UPDATE schools SET base_url = $1, tenant = $2, school_code = $3, proof = $4 WHERE slug = $5`,
			school.BaseURL, school.Tenant, school.Code, school.Proof, school.ID)
		if err != nil {
			return err
		}
		if changed == 0 {
			return notFound()
		}
		if _, err := tx.exec(ctx, `DELETE FROM school_keys WHERE school = $1`, school.ID); err != nil {
			return err
		}
		if _, err := tx.insertKey(ctx, school.ID, key, true); err != nil {
			return err
		}
		if !same {
			if err := tx.endOthers(ctx, school); err != nil {
				return err
			}
		}
		return tx.probeNow(ctx, school.ID)
	})
}

// isAt tells whether the stored address, tenant and code of the school's service are those of school.
func (t *transaction) isAt(ctx context.Context, school roll.School) (at bool, err error) {
	err = t.query(ctx, func(*sql.Rows) error {
		at = true
		return nil
	}, `SELECT 1 FROM schools WHERE slug = $1 AND base_url = $2 AND tenant = $3 AND school_code = $4`, school.ID, school.BaseURL, school.Tenant, school.Code)
	return at, err
}

// MappingDraft returns the draft of the school's new mapping, as JSON; empty when
// nothing is about to change.
func (s *Store) MappingDraft(ctx context.Context, school roll.SchoolID) (string, error) {
	draft := ""
	err := s.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&draft) }, `SELECT draft FROM mapping_drafts WHERE school = $1`, school)
	return draft, err
}

// SetMappingDraft replaces the draft.
func (s *Store) SetMappingDraft(ctx context.Context, school roll.SchoolID, draft string) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		_, err := tx.exec(ctx, `INSERT INTO mapping_drafts (school, draft, drafted_at) VALUES ($1, $2, $3)
			ON CONFLICT (school) DO UPDATE SET draft = excluded.draft, drafted_at = excluded.drafted_at`, school, draft, milliseconds(tx.Now))
		return err
	})
}

// paused is true for a school c that is paused for any reason.
const paused = `EXISTS (SELECT 1 FROM pauses u WHERE u.school = c.slug)`

// gravest selects the reason of the gravest pause of a school c. The names of the reasons sort by
// gravity: the address first, then the key, students last.
const gravest = `(SELECT max(u.reason) FROM pauses u WHERE u.school = c.slug)`

// Pause stops sending for the school until that reason ends. It may be probed after a
// while.
func (s *Store) Pause(ctx context.Context, school roll.SchoolID, reason roll.Pause, probeAfter time.Duration) error {
	return s.inTransaction(ctx, func(tx *transaction) error { return tx.pause(ctx, school, reason, tx.Now.Add(probeAfter)) })
}

func (t *transaction) pause(ctx context.Context, school roll.SchoolID, reason roll.Pause, probeAt time.Time) error {
	_, err := t.exec(ctx, `INSERT INTO pauses (school, reason, since, probe_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (school, reason) DO UPDATE SET probe_at = excluded.probe_at`, school, reason, milliseconds(t.Now), milliseconds(probeAt))
	return err
}

// PauseKey pauses the school because the service refused the key of a call claimed at claimedAt.
// Where the school's key was changed since, the new one is tried at once.
func (s *Store) PauseKey(ctx context.Context, school roll.SchoolID, claimedAt time.Time, probeAfter time.Duration) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		if err := tx.lockSchool(ctx, school); err != nil {
			return err
		}
		probeAt := tx.Now.Add(probeAfter)
		err := tx.query(ctx, func(*sql.Rows) error {
			probeAt = tx.Now
			return nil
		}, `SELECT 1 FROM school_keys WHERE school = $1 AND in_use = 1 AND used_from >= $2`, school, milliseconds(claimedAt))
		if err != nil {
			return err
		}
		return tx.pause(ctx, school, roll.PausedKey, probeAt)
	})
}

// probeNow has the school's pauses tried at once, as far as a probe can end them.
func (t *transaction) probeNow(ctx context.Context, school roll.SchoolID) error {
	_, err := t.exec(ctx, `UPDATE pauses SET probe_at = $1 WHERE school = $2 AND `+probed, milliseconds(t.Now), school)
	return err
}

// Resume ends the pauses that a probe can end, and the wait that the service asked for.
func (s *Store) Resume(ctx context.Context, school roll.SchoolID) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		if _, err := tx.exec(ctx, `UPDATE school_states SET wait_until = 0 WHERE school = $1`, school); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `DELETE FROM pauses WHERE school = $1 AND `+probed, school)
		return err
	})
}

// TakeProbes gives the caller, alone among all replicas until next, the right to try paused
// schools now, and returns those schools.
func (s *Store) TakeProbes(ctx context.Context, next time.Duration) ([]roll.SchoolID, error) {
	const due = probed + ` AND probe_at <= $1`
	found, err := s.any(ctx, `SELECT 1 FROM pauses WHERE `+due+` LIMIT 1`)
	if err != nil || !found {
		return nil, err
	}
	var taken []roll.SchoolID
	err = s.inTransaction(ctx, func(tx *transaction) error {
		taken = taken[:0]
		err := tx.query(ctx, func(rows *sql.Rows) error {
			var school roll.SchoolID
			err := rows.Scan(&school)
			taken = append(taken, school)
			return err
		}, `SELECT school FROM pauses WHERE `+due+` ORDER BY school, reason`+s.engine.lock("pauses"), milliseconds(tx.Now))
		if err != nil {
			return err
		}
		taken = slices.Compact(taken)
		for _, school := range taken {
			if _, err := tx.exec(ctx, `UPDATE pauses SET probe_at = $1 WHERE school = $2 AND `+probed, milliseconds(tx.Now.Add(next)), school); err != nil {
				return err
			}
		}
		return nil
	})
	return taken, err
}

// Troubles are those that a school's admins have not been told of yet.
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

// GiveNoticeBack lets the trouble be told again: it could not be told.
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

// Admins are the addresses of those who see to the school's connection.
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
