package store

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
)

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
			if err := tx.stopGroups(ctx, day, groups); err != nil {
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

// stopGroups writes stopped marks without closing an attempt that is still open.
func (t *transaction) stopGroups(ctx context.Context, day SchoolDate, groups groups) error {
	for _, group := range groups {
		err := chunks(group.enrolments, func(part []roll.EnrolmentID) error {
			args := append([]any{day.School, day.Date}, padded(part)...)
			in := `WHERE school = $1 AND date = $2 AND enrolment IN (` + list(2, len(args)-2) + `)`
			if _, err := t.exec(ctx, `UPDATE marks SET state = `+sqlStopped+`, due_at = 0, part = 0, in_seq = 0, out_seq = 0 `+in, args...); err != nil {
				return err
			}
			args = append([]any{group.becomes.Save}, padded(part)...)
			_, err := t.exec(ctx, `UPDATE intents SET state = `+sqlStopped+`
				WHERE save = $1 AND enrolment IN (`+list(1, len(args)-1)+`)`, args...)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
