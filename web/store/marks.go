package store

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"rollbook/web/roll"
)

// markColumns are what a mark has of its own, from marks m; addSaves adds the rest.
const markColumns = `m.enrolment, m.seq, m.state, m.save, m.marked_at, m.returned, m.answered_at, m.keyed, m.keyed_by`

// markTables are marks m with the saves s that they belong to, for conditions on both.
const markTables = `marks m JOIN saves s ON s.token = m.save`

// A save s is read with its intents i and the newest mark m of each student. CROSS JOIN
// keeps SQLite to this order: from the marks of the date on, it would read a whole school.
const (
	saveTables = `saves s CROSS JOIN intents i CROSS JOIN marks m`
	saveJoins  = `i.save = s.token AND m.school = s.school AND m.date = s.date AND m.enrolment = i.enrolment`
)

// scanMark reads markColumns, and what the query asks for behind them.
func scanMark(rows *sql.Rows, mark *roll.Mark, more ...any) error {
	var markedAt, answeredAt, keyed int64
	into := []any{&mark.Enrolment, &mark.Version, &mark.Outcome, &mark.Save, &markedAt, &mark.Returned, &answeredAt, &keyed, &mark.KeyedBy}
	if err := rows.Scan(append(into, more...)...); err != nil {
		return err
	}
	mark.MarkedAt, mark.AnsweredAt, mark.KeyedAt = instant(markedAt), instant(answeredAt), instant(keyed)
	return nil
}

// reading reads rows: a query of the store, or of a transaction.
type reading func(ctx context.Context, scan func(*sql.Rows) error, text string, args ...any) error

// addSaves completes marks by the saves that they belong to. A class has one or two saves
// on a date, which a join would read again with each of its marks. They are read after
// the marks, since a save never changes.
func addSaves(ctx context.Context, read reading, marks []*roll.Mark) error {
	bySave := make(map[roll.Token][]*roll.Mark)
	for _, mark := range marks {
		bySave[mark.Save] = append(bySave[mark.Save], mark)
	}
	return chunks(slices.Collect(maps.Keys(bySave)), func(tokens []roll.Token) error {
		args := padded(tokens)
		return read(ctx, func(rows *sql.Rows) error {
			var of roll.Mark
			var stopsAt int64
			err := rows.Scan(&of.Save, &of.Status, &of.Sent, &of.Family, &of.Observed, &of.By.Person, &of.By.Name, &of.By.Role, &stopsAt)
			for _, mark := range bySave[of.Save] {
				mark.Status, mark.Sent, mark.Family, mark.Observed = of.Status, of.Sent, of.Family, of.Observed
				mark.By, mark.StopsAt = of.By, instant(stopsAt)
			}
			return err
		}, `SELECT token, status_id, status_name, family, observed, person, person_name, role, stops_at
			FROM saves WHERE token IN (`+list(0, len(args))+`)`, args...)
	})
}

// eachMark calls each with every mark m that the condition names.
func eachMark(ctx context.Context, read reading, each func(roll.Mark), condition string, args ...any) error {
	var marks []*roll.Mark
	err := read(ctx, func(rows *sql.Rows) error {
		mark := new(roll.Mark)
		marks = append(marks, mark)
		return scanMark(rows, mark)
	}, `SELECT `+markColumns+` FROM marks m WHERE `+condition, args...)
	if err != nil {
		return err
	}
	if err := addSaves(ctx, read, marks); err != nil {
		return err
	}
	for _, mark := range marks {
		each(*mark)
	}
	return nil
}

// eachDatedMark is eachMark of several dates.
func (s *Store) eachDatedMark(ctx context.Context, each func(roll.Date, roll.Mark), condition string, args ...any) error {
	var marks []*roll.Mark
	var dates []roll.Date
	err := s.query(ctx, func(rows *sql.Rows) error {
		mark, date := new(roll.Mark), roll.Date("")
		err := scanMark(rows, mark, &date)
		marks, dates = append(marks, mark), append(dates, date)
		return err
	}, `SELECT `+markColumns+`, m.date FROM marks m WHERE `+condition, args...)
	if err != nil {
		return err
	}
	if err := addSaves(ctx, s.query, marks); err != nil {
		return err
	}
	for i, mark := range marks {
		each(dates[i], *mark)
	}
	return nil
}

// Marks are the newest marks of the enrolments on the date, by enrolment.
func (s *Store) Marks(ctx context.Context, school roll.SchoolID, date roll.Date, enrolments []roll.EnrolmentID) (map[roll.EnrolmentID]roll.Mark, error) {
	return marksOf(ctx, s.query, school, date, enrolments)
}

func marksOf(ctx context.Context, read reading, school roll.SchoolID, date roll.Date, enrolments []roll.EnrolmentID) (map[roll.EnrolmentID]roll.Mark, error) {
	marks := make(map[roll.EnrolmentID]roll.Mark, len(enrolments))
	asked := make(map[roll.EnrolmentID]bool, len(enrolments))
	for _, enrolment := range enrolments {
		asked[enrolment] = true
	}
	keep := func(mark roll.Mark) {
		if asked[mark.Enrolment] {
			marks[mark.Enrolment] = mark
		}
	}
	err := chunks(enrolments, func(part []roll.EnrolmentID) error {
		among, ids := spanned("m.enrolment", 2, part)
		return eachMark(ctx, read, keep, `m.school = $1 AND m.date = $2 AND `+among, append([]any{school, date}, ids...)...)
	})
	return marks, err
}

// heldOf are the rows of the save that wait for the person's word, each with the
// mark that stands there now.
func (t *transaction) heldOf(ctx context.Context, save roll.Save) ([]roll.Held, error) {
	var held []roll.Held
	err := t.query(ctx, func(rows *sql.Rows) error {
		var row roll.Held
		err := scanMark(rows, &row.Theirs, &row.Student)
		row.Enrolment = row.Theirs.Enrolment
		held = append(held, row)
		return err
	}, `SELECT `+markColumns+`, h.student FROM `+heldTables+` WHERE h.save = $1 AND h.decision = `+sqlUndecided+` ORDER BY h.enrolment`, save.Token)
	if err != nil {
		return nil, err
	}
	theirs := make([]*roll.Mark, len(held))
	for i := range held {
		theirs[i] = &held[i].Theirs
	}
	return held, addSaves(ctx, t.query, theirs)
}

// heldTables are held rows h with the newest marks m of their students.
const heldTables = `held_marks h JOIN marks m ON m.school = h.school AND m.date = h.date AND m.enrolment = h.enrolment`
