package store

import "context"

// aheadLimit is how many milliseconds a wait, or an attempt's end, may lie ahead: the
// longest wait that a service may ask for, and a minute.
const aheadLimit = `360000`

// leftAhead is true for pending marks that a clock that was set back at $1 has left with
// instants too far ahead. A repetition may be due as long ahead as the school's service
// may still apply what was given up.
const leftAhead = `(m.unknown_at - ` + aheadLimit + ` > $1 OR m.read_at - ` + aheadLimit + ` > $1
	OR m.due_at - ` + aheadLimit + ` - 1000 * (SELECT s.apply_seconds FROM schools s WHERE s.slug = m.school) > $1)`

// Schools that are left alone too long, and pauses that are probed too late.
const (
	waitsAhead  = `wait_until - ` + aheadLimit + ` > $1`
	probesAhead = `probe_at - ` + aheadLimit + ` > $1`
)

// FollowClock notices that the clock was set back, so that nothing waits until it shows
// again what it showed before: what lies too far ahead is due now, and reckoned from now.
func (s *Store) FollowClock(ctx context.Context) error {
	marks, err := s.any(ctx, `SELECT 1 FROM marks m WHERE `+pending+` AND `+leftAhead+` LIMIT 1`)
	if err != nil {
		return err
	}
	schools, err := s.any(ctx, `SELECT 1 FROM school_states WHERE `+waitsAhead+` UNION ALL SELECT 1 FROM pauses WHERE `+probesAhead+` LIMIT 1`)
	if err != nil || !marks && !schools {
		return err
	}
	return s.inTransaction(ctx, func(tx *transaction) error {
		now := milliseconds(tx.Now)
		if _, err := tx.exec(ctx, `UPDATE school_states SET wait_until = $1 WHERE `+waitsAhead, now); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `UPDATE pauses SET probe_at = $1 WHERE `+probesAhead, now); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `UPDATE marks AS m SET unknown_at = `+notAfterNow("unknown_at")+`, due_at = `+notAfterNow("due_at")+`,
			read_at = CASE WHEN read_at > $1 THEN 0 ELSE read_at END WHERE `+pending+` AND `+leftAhead, now)
		return err
	})
}

// notAfterNow is the column's value, or $1 where that is earlier.
func notAfterNow(column string) string {
	return `CASE WHEN ` + column + ` > $1 THEN $1 ELSE ` + column + ` END`
}
