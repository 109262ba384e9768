package store

import (
	"context"
	"database/sql"
	"slices"

	"rollbook/web/roll"
)

// CloseExpired closes, as unknown, the attempts whose lease has ended, and those
// whose lease ends further ahead than it lasts: the clock was set back. It moves their
// marks on by closing and returns the attempts.
func (s *Store) CloseExpired(ctx context.Context, closing Closing) ([]roll.Attempt, error) {
	var expired []roll.Attempt
	found, err := s.any(ctx, `SELECT 1 FROM attempts WHERE state = `+sqlOpen+` AND lease_until <= $1 OR state = `+sqlOpen+` AND claimed_at > $1 LIMIT 1`)
	if err != nil || !found {
		return nil, err
	}
	err = s.inTransaction(ctx, func(tx *transaction) error {
		var err error
		expired, err = tx.expiredAttempts(ctx)
		if err != nil {
			return err
		}
		// Asked again: an attempt claimed after the first question is not in the future.
		if tx.Now, err = s.engine.now(ctx, tx.tx); err != nil {
			return err
		}
		expired = slices.DeleteFunc(expired, func(attempt roll.Attempt) bool {
			return attempt.LeaseUntil.After(tx.Now) && !attempt.ClaimedAt.After(tx.Now)
		})
		for _, attempt := range expired {
			closedAt := attempt.LeaseUntil
			if closedAt.After(tx.Now) {
				// It may still be under way, as long as a lease lasts.
				closedAt = tx.Now.Add(attempt.LeaseUntil.Sub(attempt.ClaimedAt))
			}
			if _, err := tx.exec(ctx, `UPDATE attempts SET state = `+sqlUnknown+`, closed_at = $1, problem = `+sqlLeaseEnded+` WHERE id = $2 AND state = `+sqlOpen,
				milliseconds(closedAt), attempt.ID); err != nil {
				return err
			}
			if err := tx.move(ctx, attempt, attempt.ClaimedAt, closedAt, closing); err != nil {
				return err
			}
		}
		return nil
	})
	return expired, err
}

func (t *transaction) expiredAttempts(ctx context.Context) ([]roll.Attempt, error) {
	var open []roll.Attempt
	err := t.query(ctx, func(rows *sql.Rows) error {
		var attempt roll.Attempt
		var students, intents string
		var packed []byte
		var claimedAt, leaseUntil int64
		err := rows.Scan(&attempt.ID, &attempt.School, &attempt.Save, &attempt.Date, &packed, &students, &intents, &claimedAt, &leaseUntil)
		if err != nil {
			return err
		}
		attempt.ClaimedAt, attempt.LeaseUntil = instant(claimedAt), instant(leaseUntil)
		attempt.Marks, err = unpackMarks(packed, students, intents)
		open = append(open, attempt)
		return err
	}, `SELECT a.id, a.school, a.save, a.date, a.marks, a.students, s.intents, a.claimed_at, a.lease_until
		FROM attempts a JOIN saves s ON s.token = a.save
		WHERE a.state = `+sqlOpen+` AND (a.lease_until <= $1 OR a.claimed_at > $1)`+t.store.engine.lock("a"),
		milliseconds(t.Now))
	return open, err
}

// StopOverdue stops the marks that waited too long (Progress.Stop says which) and
// returns the schools and dates that changed.
func (s *Store) StopOverdue(ctx context.Context) (stopped []SchoolDate, err error) {
	found, err := s.any(ctx, `SELECT 1 FROM `+markTables+` WHERE `+pending+` AND `+pastItsStop+` LIMIT 1`)
	if err != nil || !found {
		return nil, err
	}
	err = s.inTransaction(ctx, func(tx *transaction) error {
		stopped = stopped[:0]
		if err := tx.holdOn(ctx); err != nil {
			return err
		}
		overdue, err := tx.overdue(ctx)
		if err != nil {
			return err
		}
		for _, day := range overdue {
			progress, err := tx.progress(ctx, markTables, pending+` AND `+pastItsStop+` AND m.school = $2 AND m.date = $3`, milliseconds(tx.Now), day.School, day.Date)
			if err != nil {
				return err
			}
			var groups groups
			for _, before := range progress {
				groups.add(before.Enrolment, before.Stop(tx.Now))
			}
			// An attempt that is still open stays so.
			if err := tx.writeGroups(ctx, day.School, day.Date, groups, leave); err != nil {
				return err
			}
		}
		stopped = overdue
		return nil
	})
	return stopped, err
}

// pastItsStop is true for the marks that Progress.Stop stops at $1.
const pastItsStop = `s.stops_at <= $1 AND m.state <> ` + sqlStopped + ` AND (m.asserted = 0 OR m.tries > 0 OR ` + heldUp + `)`

// heldUp is true for a repetition that was not sent within roll.RepetitionLimit, in
// milliseconds, of its time.
const heldUp = `m.due_at > 0 AND m.due_at + 60000 <= $1`

// SchoolDate is one day of one school.
type SchoolDate struct {
	School roll.SchoolID
	Date   roll.Date
}

func (t *transaction) overdue(ctx context.Context) ([]SchoolDate, error) {
	var overdue []SchoolDate
	err := t.query(ctx, func(rows *sql.Rows) error {
		var day SchoolDate
		err := rows.Scan(&day.School, &day.Date)
		overdue = append(overdue, day)
		return err
	}, `SELECT DISTINCT m.school, m.date FROM `+markTables+` WHERE `+pending+` AND `+pastItsStop, milliseconds(t.Now))
	return overdue, err
}
