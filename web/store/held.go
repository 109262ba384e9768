package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"rollbook/web/roll"
)

// HeldFor are the rows of the person's saves on the date that wait for her word,
// by enrolment, each with the mark that stands there now and the save's status; the
// newest where there are several.
func (s *Store) HeldFor(ctx context.Context, school roll.SchoolID, date roll.Date, person roll.PersonID) (map[roll.EnrolmentID]roll.HeldMark, error) {
	type line struct {
		roll.HeldMark
		acceptedAt int64
	}
	var all []*line
	var theirs []*roll.Mark
	err := s.query(ctx, func(rows *sql.Rows) error {
		row := new(line)
		err := scanMark(rows, &row.Theirs, &row.Student, &row.Save, &row.Chosen, &row.Observed, &row.acceptedAt)
		row.Enrolment = row.Theirs.Enrolment
		all, theirs = append(all, row), append(theirs, &row.Theirs)
		return err
	}, `SELECT `+markColumns+`, h.student, h.save, mine.status_name, mine.observed, mine.accepted_at
		FROM `+heldTables+` JOIN saves mine ON mine.token = h.save
		WHERE h.school = $1 AND h.date = $2 AND h.person = $3 AND h.decision = `+sqlUndecided, school, date, person)
	if err != nil {
		return nil, err
	}
	if err := addSaves(ctx, s.query, theirs); err != nil {
		return nil, err
	}
	// Nearly always there are none, and an ORDER BY costs more than looking.
	slices.SortStableFunc(all, func(a, b *line) int { return cmp.Compare(a.acceptedAt, b.acceptedAt) })
	held := make(map[roll.EnrolmentID]roll.HeldMark, len(all))
	for _, row := range all {
		held[row.Enrolment] = row.HeldMark
	}
	return held, nil
}

// Held are the students with a row that waits for somebody's word on the date.
func (s *Store) Held(ctx context.Context, school roll.SchoolID, date roll.Date) (map[roll.EnrolmentID]bool, error) {
	held := make(map[roll.EnrolmentID]bool)
	err := s.query(ctx, func(rows *sql.Rows) error {
		var enrolment roll.EnrolmentID
		err := rows.Scan(&enrolment)
		held[enrolment] = true
		return err
	}, `SELECT enrolment FROM held_marks WHERE school = $1 AND date = $2 AND decision = `+sqlUndecided, school, date)
	return held, err
}

// KeepTheirs closes a held row: the other person's mark stands.
func (s *Store) KeepTheirs(ctx context.Context, save roll.Token, enrolment roll.EnrolmentID) error {
	return s.mustChange(ctx, `UPDATE held_marks SET decision = `+sqlTheirsKept+` WHERE save = $1 AND enrolment = $2`, save, enrolment)
}
