package schools

import (
	"context"
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// gravest selects the reason of the gravest pause of a school c. The reasons sort by gravity: the address
// first, then the key, students last.
const gravest = `(SELECT max(u.reason) FROM pauses u WHERE u.school = c.slug)`

// Pause stops sending for the school until the reason ends. It may be probed after a while.
func (s *Store) Pause(ctx context.Context, school roll.SchoolID, reason roll.Pause, probeAfter time.Duration) error {
	return s.Database.InTransaction(ctx,
		func(tx *engine.Transaction) error { return Pause(ctx, tx, school, reason, tx.Now.Add(probeAfter)) })
}

// Pause stops sending for the school until the reason ends, and is probed at the given time.
func Pause(ctx context.Context, t *engine.Transaction, school roll.SchoolID, reason roll.Pause,
	probeAt time.Time) error {
	return t.Do(ctx, `INSERT INTO pauses (school, reason, since, probe_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (school, reason) DO UPDATE SET probe_at = excluded.probe_at`, school, reason, engine.Milliseconds(t.Now),
		engine.Milliseconds(probeAt))
}

// EndPause ends the pause for the reason.
func EndPause(ctx context.Context, t *engine.Transaction, school roll.SchoolID, reason roll.Pause) error {
	return t.Do(ctx, `DELETE FROM pauses WHERE school = $1 AND reason = $2`, school, reason)
}

// PauseKey pauses the school because the service refused the key of a call claimed at claimedAt. If the key
// has changed since, the new one is probed at once.
func (s *Store) PauseKey(ctx context.Context, school roll.SchoolID, claimedAt time.Time,
	probeAfter time.Duration) error {
	return Locked(ctx, s.Database, school, func(tx *engine.Transaction) error {
		isNew, err := engine.Exists(ctx, tx, `SELECT 1 FROM school_keys WHERE school = $1 AND in_use = 1 AND used_from >= $2`,
			school, engine.Milliseconds(claimedAt))
		if err != nil {
			return err
		}
		probeAt := tx.Now.Add(probeAfter)
		if isNew {
			probeAt = tx.Now
		}
		return Pause(ctx, tx, school, roll.PausedKey, probeAt)
	})
}

// ProbeNow makes the school's pauses due for a probe, as far as a probe can end them.
func ProbeNow(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	return t.Do(ctx, `UPDATE pauses SET probe_at = $1 WHERE school = $2 AND `+
		literal.Probed, engine.Milliseconds(t.Now), school)
}

// Resume ends the pauses that a probe can end, and the wait that the service asked for.
func (s *Store) Resume(ctx context.Context, school roll.SchoolID) error {
	return s.Database.DoAll(ctx, []string{
		`UPDATE school_states SET wait_until = 0 WHERE school = $1`,
		`DELETE FROM pauses WHERE school = $1 AND ` + literal.Probed,
	}, school)
}

// TakeProbes gives one caller among all replicas the right to probe paused schools until next, and returns
// those schools.
func (s *Store) TakeProbes(ctx context.Context, next time.Duration) ([]roll.SchoolID, error) {
	const due = literal.Probed + ` AND probe_at <= $1`
	found, err := s.Database.Any(ctx, `SELECT 1 FROM pauses WHERE `+due+` LIMIT 1`)
	if err != nil || !found {
		return nil, err
	}
	return engine.Returning(ctx, s.Database, func(tx *engine.Transaction) ([]roll.SchoolID, error) {
		taken, err := engine.Rows[roll.SchoolID](ctx, tx, `SELECT school FROM pauses WHERE `+due+` ORDER BY school, reason`+
			s.Database.Lock("pauses"), engine.Milliseconds(tx.Now))
		if err != nil {
			return nil, err
		}
		taken = slices.Compact(taken)
		return taken, engine.DoAmong(ctx, tx, taken, `UPDATE pauses SET probe_at = $1 WHERE `+literal.Probed+
			` AND school IN ($ids)`, engine.Milliseconds(tx.Now.Add(next)))
	})
}

// AheadLimit limits, in milliseconds, how far in the future a wait or an attempt's end may be: the longest
// wait that a service may ask for, and a minute.
const AheadLimit = `360000`

// The schools that would wait too long, and the pauses that would be probed too late.
const (
	waitsAhead  = `wait_until - ` + AheadLimit + ` > $1`
	probesAhead = `probe_at - ` + AheadLimit + ` > $1`
)

// FollowClockOfServices ends waits and makes probes due that are too far in the future, because the clock was
// set back.
func (s *Store) FollowClockOfServices(ctx context.Context) error {
	ahead, err := s.Database.Any(ctx, `SELECT 1 FROM school_states WHERE `+waitsAhead+
		` UNION ALL SELECT 1 FROM pauses WHERE `+probesAhead+` LIMIT 1`)
	if err != nil || !ahead {
		return err
	}
	return s.Database.DoAll(ctx, []string{
		`UPDATE school_states SET wait_until = $1 WHERE ` + waitsAhead, `UPDATE pauses SET probe_at = $1 WHERE ` +
			probesAhead,
	}, engine.Now)
}

// Locked calls do in a transaction that holds the school's Lock.
func Locked(ctx context.Context, database *engine.Database, school roll.SchoolID,
	do func(*engine.Transaction) error) error {
	return database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(Lock(ctx, tx, school))
		return do(tx)
	})
}

// Lock makes changes of a school's keys and pauses run one at a time.
func Lock(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	t.Require(addState(ctx, t, school))
	_, err := engine.Exists(ctx, t, `SELECT school FROM school_states WHERE school = $1`+t.Lock("school_states"), school)
	return err
}

// addState adds the school's row, if it has none, so that it can be locked or changed.
func addState(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	return t.Do(ctx, `INSERT INTO school_states (school) SELECT slug FROM schools WHERE slug = $1
		ON CONFLICT (school) DO NOTHING`, school)
}
