package saves

import (
	"cmp"
	"context"
	"slices"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
	"rollbook/web/store/packed"
)

// Renumber gives the marks of a student's number from, which left the lists, to her number to: a student has one head a
// day. Nothing is claimed before an open request with the old number has closed, and its outcome counts as unknown.
// Saves name her by the new number since, and attempts keep the number that they sent. Where both numbers have a mark
// of a date, the later one counts.
func Renumber(ctx context.Context, t *engine.Transaction, school roll.SchoolID, from, to roll.EnrolmentID) error {
	const old = ` WHERE m.school = $1 AND m.enrolment = $2 AND m.past = 0`
	const leased = `(SELECT a.lease_until FROM attempts a WHERE a.id = m.lease)`
	numbers := []any{school, from, to}
	t.Require(t.Do(ctx, `UPDATE marks AS m SET lease = '', unknown_at = `+leased+`, asserted = 0, part = 0, again = 0,
		due_at = CASE WHEN m.state IN `+literal.UnderWay+` THEN `+leased+` ELSE 0 END,
		state = CASE WHEN m.state IN `+literal.UnderWay+` THEN `+literal.Confirming+` ELSE m.state END`+old+
		` AND m.lease <> ''`, school, from))
	dates, err := engine.Rows[roll.Date](ctx, t, `SELECT m.date FROM marks m`+old+` ORDER BY m.date`+t.Lock("m"),
		school, from)
	if err != nil {
		return err
	}
	for _, date := range dates {
		t.Require(renumberSaves(ctx, t, school, date, from, to))
		t.Require(supersede(ctx, t, school, date, from, to))
		t.Require(supersede(ctx, t, school, date, to, from))
	}
	for _, text := range []string{
		`UPDATE marks AS m SET enrolment = $3` + old,
		`UPDATE held_marks AS m SET enrolment = $3` + old + ` AND NOT EXISTS (SELECT 1 FROM held_marks o
			WHERE o.save = m.save AND o.enrolment = $3)`,
		`UPDATE changes_elsewhere AS m SET enrolment = $3` + old + ` AND NOT EXISTS (SELECT 1 FROM changes_elsewhere o
			WHERE o.school = m.school AND o.date = m.date AND o.enrolment = $3 AND o.found_at = m.found_at)`,
	} {
		t.Require(t.Do(ctx, text, numbers...))
	}
	return nil
}

// supersede deletes the mark of the date under one number if that under the other is later, which then waits for its
// unknown requests too.
func supersede(ctx context.Context, t *engine.Transaction, school roll.SchoolID, date roll.Date,
	one, other roll.EnrolmentID) error {
	const later = `o.school = m.school AND o.date = m.date AND o.enrolment = $4 AND o.past = 0
		AND (o.marked_at > m.marked_at OR o.marked_at = m.marked_at AND o.enrolment > m.enrolment)`
	const earlier = `o.school = m.school AND o.date = m.date AND o.enrolment = $4 AND o.past = 0
		AND (o.marked_at < m.marked_at OR o.marked_at = m.marked_at AND o.enrolment < m.enrolment)`
	const unknown = `(SELECT CASE WHEN o.lease = '' THEN o.unknown_at ELSE (SELECT a.lease_until FROM attempts a
		WHERE a.id = o.lease) END FROM marks o WHERE ` + earlier + `)`
	const goesOn = `(m.state IN ` + literal.UnderWay + ` OR m.state IN ` + literal.Returned + `)`
	const of = ` WHERE m.school = $1 AND m.date = $2 AND m.enrolment = $3 AND m.past = 0 AND `
	t.Require(t.Do(ctx, `UPDATE marks AS m SET unknown_at = `+unknown+`,
		due_at = CASE WHEN m.due_at < `+unknown+` AND `+goesOn+` THEN `+unknown+` ELSE m.due_at END,
		state = CASE WHEN `+goesOn+` THEN `+literal.Confirming+` ELSE m.state END`+of+
		`m.unknown_at < `+unknown, school, date, other, one))
	return t.Do(ctx, `DELETE FROM marks AS m`+of+`EXISTS (SELECT 1 FROM marks o WHERE `+later+`)`,
		school, date, one, other)
}

// renumberSaves writes the new number into the saves of the date that name the student by the old one. Those that name
// her by both stay.
func renumberSaves(ctx context.Context, t *engine.Transaction, school roll.SchoolID, date roll.Date,
	from, to roll.EnrolmentID) error {
	type save struct {
		Token   roll.Token
		Intents string
	}
	all, err := engine.Rows[save](ctx, t, `SELECT s.token, s.intents FROM saves s WHERE s.school = $1 AND s.date = $2
		AND s.intents LIKE $3 AND s.intents NOT LIKE $4 AND `+sinceNamed("$5"), school, date, anyIntentOf(from),
		anyIntentOf(to), from)
	for _, one := range all {
		if err == nil {
			err = keepSentNumbers(ctx, t, one.Token, one.Intents)
		}
		kept, failed := packed.ReadIntents(one.Intents)
		if err != nil || failed != nil {
			return cmp.Or(err, failed)
		}
		at := slices.IndexFunc(kept, func(row roll.Kept) bool { return row.Enrolment == from })
		kept[at].Enrolment = to
		t.Require(t.Do(ctx, `UPDATE saves SET intents = $2 WHERE token = $1`, one.Token, packed.Intents(kept)))
		t.Require(t.Do(ctx, `UPDATE remarks SET enrolment = $3 WHERE save = $1 AND enrolment = $2`, one.Token, from, to))
		t.Require(t.Do(ctx, `UPDATE outcomes SET students = replace(students, $2, $3) WHERE save = $1`, one.Token,
			listText([]roll.EnrolmentID{from}), listText([]roll.EnrolmentID{to})))
	}
	return err
}

// keepSentNumbers writes their numbers into the attempts of the save that have them from its intents.
func keepSentNumbers(ctx context.Context, t *engine.Transaction, save roll.Token, intents string) error {
	type attempt struct {
		ID       string
		Marks    []byte
		Students string
	}
	all, err := engine.Rows[attempt](ctx, t, `SELECT id, marks, students FROM attempts WHERE save = $1`, save)
	for _, one := range all {
		if err != nil {
			return err
		}
		var carried []roll.Claimed
		if carried, err = packed.ReadMarks(one.Marks, one.Students, intents); err == nil {
			const explicit = -1
			one.Marks, err = packed.Marks(carried, explicit)
		}
		if err == nil {
			err = t.Do(ctx, `UPDATE attempts SET marks = $2, students = '' WHERE id = $1`, one.ID, one.Marks)
		}
	}
	return err
}

// PresentNumbers returns the present numbers of the students whose numbers left the lists.
func (s *Store) PresentNumbers(ctx context.Context, school roll.SchoolID,
	numbers []roll.EnrolmentID) (map[roll.EnrolmentID]roll.EnrolmentID, error) {
	return presentNumbers(ctx, s.Database, school, numbers)
}

func presentNumbers(ctx context.Context, read engine.Reader, school roll.SchoolID,
	numbers []roll.EnrolmentID) (map[roll.EnrolmentID]roll.EnrolmentID, error) {
	type renumbered struct{ Number, Present roll.EnrolmentID }
	all, err := engine.RowsAmong[renumbered](ctx, read, numbers, `SELECT n.enrolment AS number, e.enrolment AS present
		FROM numbers n JOIN schools c ON c.slug = n.school
		JOIN enrolments e ON e.school = n.school AND e.period = n.period AND e.student = n.student
		WHERE n.school = $1 AND n.past = 0 AND n.student > 0 AND n.generation >= c.connected AND n.enrolment IN ($ids)
		AND NOT EXISTS (SELECT 1 FROM enrolments o WHERE o.school = n.school AND o.enrolment = n.enrolment)
		AND NOT EXISTS (SELECT 1 FROM numbers p WHERE p.school = n.school AND p.enrolment = e.enrolment AND p.past > 0)
		ORDER BY n.enrolment, e.position DESC`, school)
	present := make(map[roll.EnrolmentID]roll.EnrolmentID, len(all))
	for _, one := range all {
		present[one.Number] = one.Present
	}
	return present, err
}

// underPresentNumbers returns the save with the present numbers of students whose numbers left the lists since its
// page was made.
func underPresentNumbers(ctx context.Context, t *engine.Transaction, save roll.Save) (roll.Save, error) {
	present, err := presentNumbers(ctx, t, save.School, askedFor(save.Rows))
	if err != nil || len(present) == 0 {
		return save, err
	}
	asked := make(map[roll.EnrolmentID]bool, len(save.Rows))
	for _, row := range save.Rows {
		asked[row.Enrolment] = true
	}
	var rows []roll.SaveRow
	for _, row := range save.Rows {
		if now, changed := present[row.Enrolment]; changed {
			if row.Enrolment = now; asked[now] {
				continue
			}
			asked[now] = true
		}
		rows = append(rows, row)
	}
	if save.Movement != nil {
		movement := *save.Movement
		if now, changed := present[movement.Enrolment]; changed {
			movement.Enrolment, save.Movement = now, &movement
		}
	}
	save.Rows = rows
	return save, nil
}
