package store

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"
	"time"

	"rollbook/web/roll"
)

// HeldFor returns the held rows of the person's saves on the date, which wait for
// her decision, by enrolment, each with the mark that stands there now and the save's
// status; the newest where there are several.
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

// HeldAtDoors returns, as HeldFor does, the held rows of the taps on all tablets, which the office
// decides.
func (s *Store) HeldAtDoors(ctx context.Context, school roll.SchoolID, date roll.Date) (map[roll.EnrolmentID]roll.HeldMark, error) {
	held := make(map[roll.EnrolmentID]roll.HeldMark)
	var tablets []roll.PersonID
	err := s.query(ctx, func(rows *sql.Rows) error {
		var tablet roll.PersonID
		err := rows.Scan(&tablet)
		tablets = append(tablets, tablet)
		return err
	}, `SELECT DISTINCT h.person FROM held_marks h JOIN tablets t ON t.id = h.person
		WHERE h.school = $1 AND h.date = $2 AND h.decision = `+sqlUndecided, school, date)
	for _, tablet := range tablets {
		if err != nil {
			return nil, err
		}
		var own map[roll.EnrolmentID]roll.HeldMark
		own, err = s.HeldFor(ctx, school, date, tablet)
		maps.Copy(held, own)
	}
	return held, err
}

// Held returns the students with a held row on the date.
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

// heldSchool is true for a school c that may send nothing but guided marks until a person
// has acted. Its saves wait until midnight, not for roll.WaitLimit.
const heldSchool = `(c.proof = ` + sqlUnproven + ` OR EXISTS (SELECT 1 FROM pauses u WHERE u.school = c.slug AND u.reason = ` + sqlPausedStudents + `))`

// holdOn lets the saves of held schools that are past their stop wait until the midnight
// after their acceptance.
func (t *transaction) holdOn(ctx context.Context) error {
	stops := make(map[roll.Token]time.Time)
	err := t.query(ctx, func(rows *sql.Rows) error {
		var token roll.Token
		var acceptedAt int64
		var name string
		if err := rows.Scan(&token, &acceptedAt, &name); err != nil {
			return err
		}
		zone, err := t.store.zone(name)
		if err == nil {
			stops[token] = roll.DateOf(instant(acceptedAt), zone).End(zone)
		}
		return err
	}, `SELECT DISTINCT s.token, s.accepted_at, c.time_zone FROM `+markTables+` JOIN schools c ON c.slug = m.school
		WHERE `+pending+` AND `+pastItsStop+` AND `+heldSchool, milliseconds(t.Now))
	if err != nil {
		return err
	}
	for token, midnight := range stops {
		if _, err := t.exec(ctx, `UPDATE saves SET stops_at = $1 WHERE token = $2 AND stops_at < $1`, milliseconds(midnight), token); err != nil {
			return err
		}
	}
	return nil
}

// release lets saves that were held beyond roll.WaitLimit wait for as long again from now.
func (t *transaction) release(ctx context.Context, school roll.School) error {
	_, err := t.exec(ctx, `UPDATE saves SET stops_at = $1 WHERE school = $2 AND stops_at > $1 AND stops_at > accepted_at + $3
		AND token IN (SELECT m.save FROM marks m WHERE m.school = $2 AND `+pending+`)`,
		milliseconds(t.Now.Add(roll.WaitLimit)), school.ID, roll.WaitLimit.Milliseconds())
	return err
}
