package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"rollbook/web/roll"
)

// CloseExpired closes, as unknown, the attempts whose lease has ended, and those
// whose lease ends further ahead than it lasts: the clock was set back. They come
// back, their marks moved on by closing.
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
		// Asked again: what was claimed after the first question is not in the future.
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
		var students string
		var claimedAt, leaseUntil int64
		if err := rows.Scan(&attempt.ID, &attempt.School, &attempt.Save, &attempt.Date, &students, &claimedAt, &leaseUntil); err != nil {
			return err
		}
		attempt.ClaimedAt, attempt.LeaseUntil = instant(claimedAt), instant(leaseUntil)
		if err := json.Unmarshal([]byte(students), &attempt.Marks); err != nil {
			return fmt.Errorf("read the attempt's students: %w", err)
		}
		open = append(open, attempt)
		return nil
	}, `SELECT id, school, save, date, students, claimed_at, lease_until FROM attempts
		WHERE state = `+sqlOpen+` AND (lease_until <= $1 OR claimed_at > $1)`+t.store.engine.lock("attempts"),
		milliseconds(t.Now))
	return open, err
}
