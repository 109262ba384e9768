package store

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
)

// NoteChangedElsewhere makes conflicts of settled marks that the comparison found changed in
// the school system, and keeps each change for the history. What was marked or answered
// anew since then stays as it is. It returns how many marks it moved.
func (s *Store) NoteChangedElsewhere(ctx context.Context, school roll.SchoolID, date roll.Date, changed []roll.Difference) (moved int, err error) {
	err = s.inTransaction(ctx, func(tx *transaction) error {
		moved = 0
		var groups groups
		for _, difference := range changed {
			progress, err := tx.progress(ctx, `marks m`, `m.school = $1 AND m.date = $2 AND m.enrolment = $3 AND m.seq = $4
				AND m.answered_at = $5 AND m.state IN `+sqlReturned+` AND m.attempt = '' AND m.due_at = 0`,
				school, date, difference.Enrolment, difference.Version, milliseconds(difference.AnsweredAt))
			if err != nil {
				return err
			}
			for _, before := range progress {
				moved++
				groups.add(before.Enrolment, before.ChangeElsewhere(difference.There, difference.AsSent, tx.Now))
				if err := tx.insertChange(ctx, school, date, difference); err != nil {
					return err
				}
			}
		}
		// The intents keep what was answered then.
		return tx.writeMarks(ctx, school, date, groups, free)
	})
	return moved, err
}

func (t *transaction) insertChange(ctx context.Context, school roll.SchoolID, date roll.Date, difference roll.Difference) error {
	_, err := t.exec(ctx, `INSERT INTO changes_elsewhere (school, date, enrolment, found_at, was, status) VALUES ($1, $2, $3, $4, $5, $6)`,
		school, date, difference.Enrolment, milliseconds(t.Now), difference.Here, difference.There)
	return err
}

// ChangesElsewhere are the changes found for the enrolment on the date, the newest first.
func (s *Store) ChangesElsewhere(ctx context.Context, school roll.SchoolID, enrolment roll.EnrolmentID, date roll.Date) ([]roll.ChangeElsewhere, error) {
	var changes []roll.ChangeElsewhere
	err := s.query(ctx, func(rows *sql.Rows) error {
		var change roll.ChangeElsewhere
		var foundAt int64
		err := rows.Scan(&foundAt, &change.Was, &change.Status)
		change.FoundAt = instant(foundAt)
		changes = append(changes, change)
		return err
	}, `SELECT found_at, was, status FROM changes_elsewhere WHERE school = $1 AND date = $2 AND enrolment = $3 ORDER BY found_at DESC`,
		school, date, enrolment)
	return changes, err
}
