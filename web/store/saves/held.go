package saves

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// HeldFor returns the undecided held rows of the person's saves on the date, by enrolment, each with the
// present mark and the save's status. It returns the newest of several.
func (s *Store) HeldFor(ctx context.Context, school roll.SchoolID, date roll.Date,
	person roll.PersonID) (map[roll.EnrolmentID]roll.HeldMark, error) {
	rows, err := s.heldRows(ctx, `h.person = $3`, school, date, person)
	// There are nearly always none, and ORDER BY costs more than the query.
	slices.SortStableFunc(rows, func(a, b heldRow) int { return cmp.Compare(a.acceptedAt, b.acceptedAt) })
	return byEnrolment(rows), err
}

// HeldAtDoors is HeldFor for the taps on all tablets, which staff decide. It returns a student's earliest
// tap.
func (s *Store) HeldAtDoors(ctx context.Context, school roll.SchoolID,
	date roll.Date) (map[roll.EnrolmentID]roll.HeldMark, error) {
	rows, err := s.heldRows(ctx, `h.person IN (SELECT id FROM tablets WHERE school = $1)`, school, date)
	slices.SortStableFunc(rows, func(a, b heldRow) int { return cmp.Compare(b.Observed, a.Observed) })
	return byEnrolment(rows), err
}

type heldRow struct {
	roll.HeldMark
	acceptedAt int64
}

// byEnrolment keeps the last row of each student.
func byEnrolment(rows []heldRow) map[roll.EnrolmentID]roll.HeldMark {
	held := make(map[roll.EnrolmentID]roll.HeldMark, len(rows))
	for _, row := range rows {
		held[row.Enrolment] = row.HeldMark
	}
	return held
}

// heldRows reads the open held rows h of the school, $1, and date, $2, that meet the condition.
func (s *Store) heldRows(ctx context.Context, condition string, args ...any) ([]heldRow, error) {
	return withMarks(ctx, s.Database, func(rows *sql.Rows, row *heldRow) error {
		by := &row.By
		err := scanMark(rows, &row.Theirs, append(toIntent(&row.Intent), &row.Student, &row.Save, &row.acceptedAt, &by.Person,
			&by.Name, &by.Role, &by.Tablet)...)
		row.Enrolment = row.Theirs.Enrolment
		return err
	}, func(row *heldRow) *roll.Mark { return &row.Theirs }, `SELECT `+markColumns+`, `+intentColumns+
		`, h.student, h.save, mine.accepted_at, mine.person, mine.person_name, mine.role, mine.tablet
		FROM `+heldTables+` JOIN saves mine ON mine.token = h.save
		WHERE h.school = $1 AND h.date = $2 AND h.past = 0 AND h.decision = `+literal.Undecided+` AND `+condition, args...)
}

// Held returns the students with a held row on the date.
func (s *Store) Held(ctx context.Context, school roll.SchoolID, date roll.Date) (map[roll.EnrolmentID]bool, error) {
	return engine.Pairs[roll.EnrolmentID, bool](ctx, s.Database,
		`SELECT enrolment, 1 FROM held_marks WHERE school = $1 AND date = $2 AND past = 0 AND decision = `+
			literal.Undecided, school, date)
}

// KeepTheirs closes a held row in favour of the other person's mark. For a tap it also closes the student's
// other taps of the day.
func (s *Store) KeepTheirs(ctx context.Context, save roll.Token, enrolment roll.EnrolmentID) error {
	return s.Database.MustChange(ctx, `UPDATE held_marks SET decision = `+literal.TheirsKept+` WHERE (save = $1
		OR decision = `+literal.Undecided+
		` AND EXISTS (SELECT 1 FROM saves own JOIN tablets t ON t.id = own.person WHERE own.token = $1
			AND held_marks.school = own.school AND held_marks.date = own.date
			AND held_marks.person IN (SELECT id FROM tablets WHERE school = own.school))) AND enrolment = $2`, save, enrolment)
}

// holdOn extends overdue saves of held schools until the midnight after their acceptance.
func holdOn(ctx context.Context, t *engine.Transaction) error {
	overdue, err := engine.Rows[struct {
		Token      roll.Token
		AcceptedAt time.Time
		TimeZone   string
	}](ctx, t, `SELECT DISTINCT s.token, s.accepted_at, c.time_zone FROM `+markTables+` JOIN schools c ON c.slug = m.school
		WHERE `+Pending+` AND `+pastItsStop+` AND `+heldSchool, engine.Milliseconds(t.Now))
	if err != nil {
		return err
	}
	for _, save := range overdue {
		zone, err := t.Zone(save.TimeZone)
		if err != nil {
			return err
		}
		midnight := roll.DateOf(save.AcceptedAt, zone).End(zone)
		t.Require(t.Do(ctx, `UPDATE saves SET stops_at = $1
			WHERE token = $2 AND stops_at < $1`, engine.Milliseconds(midnight), save.Token))
	}
	return nil
}

// Release extends saves that were held beyond roll.WaitLimit by that time from now.
func Release(ctx context.Context, t *engine.Transaction, school roll.School) error {
	return t.Do(ctx, `UPDATE saves SET stops_at = $1 WHERE school = $2 AND stops_at > $1 AND stops_at > accepted_at + $3
		AND token IN (SELECT m.save FROM marks m WHERE m.school = $2 AND `+Pending+`)`,
		engine.Milliseconds(t.Now.Add(roll.WaitLimit)), school.ID, roll.WaitLimit.Milliseconds())
}
