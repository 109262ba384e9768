package store

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
)

// mustReadFirst is true for a due mark that may not be sent at $1 before the day
// was read: an attempt is unknown, or the mark is older than $2.
const mustReadFirst = `(m.unknown_at > 0 AND m.read_at <= m.unknown_at OR m.marked_at <= $2 AND m.read_at <= $2)`

// unreadable is true for a claim without reading, whose $2 is negative (readSince); the
// cast gives $2 its type in PostgreSQL.
const unreadable = `$2 < CAST(0 AS BIGINT)`

// ToRead lists the due marks of a school that wait for the day to be read. Those with
// an unknown attempt wait until the service can no longer apply it.
func (s *Store) ToRead(ctx context.Context, school roll.SchoolID, apply time.Duration) ([]roll.Unread, error) {
	now, err := s.engine.now(ctx, s.reader.db)
	if err != nil {
		return nil, err
	}
	var unread []roll.Unread
	err = s.query(ctx, func(rows *sql.Rows) error {
		var mark roll.Unread
		var unknownAt int64
		err := rows.Scan(&mark.Enrolment, &mark.Student, &mark.Version, &mark.Period, &mark.Date, &mark.Status, &mark.Sent, &unknownAt)
		mark.UnknownAt = instant(unknownAt)
		unread = append(unread, mark)
		return err
	}, `SELECT m.enrolment, m.student, m.seq, s.period, m.date, s.status_id, s.status_name, m.unknown_at FROM `+markTables+`
		WHERE m.school = $3 AND `+pending+` AND `+dueNow+`
		AND (m.unknown_at = 0 OR m.unknown_at <= $4) AND `+mustReadFirst+` ORDER BY m.date, s.period`,
		milliseconds(now), milliseconds(now.Add(-roll.ReadBefore)), school, milliseconds(now.Add(-apply)))
	if err != nil {
		return nil, err
	}
	for i := range unread {
		if unread[i].Known, err = s.known(ctx, school, unread[i]); err != nil {
			return nil, err
		}
	}
	return unread, nil
}

// known lists the statuses, by name, that the service may have for the mark's student.
func (s *Store) known(ctx context.Context, school roll.SchoolID, mark roll.Unread) ([]string, error) {
	var names []string
	err := s.query(ctx, func(rows *sql.Rows) error {
		var sent, returned string
		err := rows.Scan(&sent, &returned)
		names = append(names, sent)
		if returned != "" {
			names = append(names, returned)
		}
		return err
	}, `SELECT s.status_name, COALESCE(o.returned, '') FROM saves s
		LEFT JOIN outcomes o ON o.save = s.token AND (o.students = '' OR o.students LIKE $1)
		WHERE s.school = $2 AND s.date = $3 AND s.intents LIKE $4`,
		"%"+listText([]roll.EnrolmentID{mark.Enrolment})+"%", school, mark.Date, anyIntentOf(mark.Enrolment))
	return names, err
}

// NoteRead records what a reading of the day found for a mark, unless the mark was replaced,
// sent or settled since it was read.
func (s *Store) NoteRead(ctx context.Context, school roll.SchoolID, mark roll.Unread, found roll.Found, returned string) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		progress, err := tx.progress(ctx, `marks m`, `m.school = $1 AND m.date = $2 AND m.enrolment = $3 AND m.seq = $4
			AND m.unknown_at = $5 AND m.due_at > 0 AND m.attempt = ''`, school, mark.Date, mark.Enrolment, mark.Version, milliseconds(mark.UnknownAt))
		if err != nil || len(progress) == 0 {
			return err
		}
		var groups groups
		groups.add(mark.Enrolment, progress[0].Read(found, returned, tx.Now))
		if err := tx.writeGroups(ctx, school, mark.Date, groups, free); err != nil {
			return err
		}
		_, err = tx.exec(ctx, `UPDATE marks SET read_at = $1 WHERE school = $2 AND date = $3 AND enrolment = $4`,
			milliseconds(tx.Now), school, mark.Date, mark.Enrolment)
		return err
	})
}

// PutOff tries the marks again only after the wait: the day could not be read.
func (s *Store) PutOff(ctx context.Context, school roll.SchoolID, marks []roll.Unread, wait time.Duration) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		for _, mark := range marks {
			if _, err := tx.exec(ctx, `UPDATE marks SET due_at = $1 WHERE school = $2 AND date = $3 AND enrolment = $4 AND seq = $5 AND due_at > 0`,
				milliseconds(tx.Now.Add(wait)), school, mark.Date, mark.Enrolment, mark.Version); err != nil {
				return err
			}
		}
		return nil
	})
}

// KeepRead closes a mark that was changed elsewhere: the school system's value
// stands.
func (s *Store) KeepRead(ctx context.Context, school roll.SchoolID, date roll.Date, enrolment roll.EnrolmentID) error {
	return s.mustChange(ctx, `UPDATE marks SET state = `+sqlDiffers+` WHERE school = $1 AND date = $2 AND enrolment = $3 AND state = `+sqlConflict,
		school, date, enrolment)
}
