package saves

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// markColumns are a mark's own columns, from marks m. addSaves adds those of its save.
const markColumns = `m.enrolment, m.seq, m.state, m.save, m.marked_at, m.returned, m.answered_at, m.keyed, m.keyed_by`

// markTables are marks m with their saves s, for conditions on both.
const markTables = `marks m JOIN saves s ON s.token = m.save`

// scanMark reads markColumns, and more columns after them.
func scanMark(rows *sql.Rows, mark *roll.Mark, more ...any) error {
	into := []any{&mark.Enrolment, &mark.Version, &mark.Outcome, &mark.Save, engine.ToTime(&mark.MarkedAt), &mark.Returned,
		engine.ToTime(&mark.AnsweredAt), engine.ToTime(&mark.KeyedAt), &mark.KeyedBy}
	return rows.Scan(append(into, more...)...)
}

// addSaves adds the columns of their saves to the marks. A class has one or two saves on a date; a join would
// read them again for each mark. Reading them later is safe, because a save never changes.
func addSaves(ctx context.Context, read engine.Reader, marks []*roll.Mark) error {
	bySave := make(map[roll.Token][]*roll.Mark)
	for _, mark := range marks {
		bySave[mark.Save] = append(bySave[mark.Save], mark)
	}
	return engine.QueryAmong(ctx, read, slices.Collect(maps.Keys(bySave)), func(rows *sql.Rows) error {
		var of roll.Mark
		err := rows.Scan(append(toIntent(&of.Intent), &of.Save, &of.By.Person, &of.By.Name, &of.By.Role, &of.By.Tablet,
			engine.ToTime(&of.MarkedAt))...)
		for _, mark := range bySave[of.Save] {
			completeMark(mark, of)
		}
		return err
	}, `SELECT `+intentColumns+`, token, person, person_name, role, tablet, accepted_at
		FROM saves WHERE token IN ($ids)`)
}

// withMarks reads rows that each have a mark, and completes the marks.
func withMarks[T any](ctx context.Context, read engine.Reader, scan func(*sql.Rows, *T) error, mark func(*T) *roll.Mark,
	text string, args ...any) ([]T, error) {
	all, err := engine.All(ctx, read, scan, text, args...)
	if err != nil {
		return nil, err
	}
	marks := make([]*roll.Mark, len(all))
	for i := range all {
		marks[i] = mark(&all[i])
	}
	return all, addSaves(ctx, read, marks)
}

type datedMark struct {
	roll.Mark
	date roll.Date
}

// eachMark calls each with every mark m that meets the condition, and its date.
func eachMark(ctx context.Context, read engine.Reader, each func(roll.Date, roll.Mark), condition string,
	args ...any) error {
	marks, err := withMarks(ctx, read, func(rows *sql.Rows, mark *datedMark) error {
		return scanMark(rows, &mark.Mark, &mark.date)
	}, func(mark *datedMark) *roll.Mark { return &mark.Mark }, `SELECT `+markColumns+`, m.date FROM marks m WHERE `+
		condition, args...)
	if err != nil {
		return err
	}
	for _, mark := range marks {
		each(mark.date, mark.Mark)
	}
	return nil
}

func marksOf(ctx context.Context, read engine.Reader, school roll.SchoolID, date roll.Date,
	enrolments []roll.EnrolmentID) (map[roll.EnrolmentID]roll.Mark, error) {
	marks := make(map[roll.EnrolmentID]roll.Mark, len(enrolments))
	keep := func(_ roll.Date, mark roll.Mark) { marks[mark.Enrolment] = mark }
	err := engine.EachAmong(enrolments, func(condition string, args []any) error {
		return eachMark(ctx, read, keep, condition, args...)
	}, `m.school = $1 AND m.date = $2 AND m.past = 0 AND m.enrolment IN ($ids)`, school, date)
	return marks, err
}

// WithFormer returns the marks of the date with those of the students whose number names another student now
// (roll.Enrolment.Past) in place of that student's. It does not change the given map.
func (s *Store) WithFormer(ctx context.Context, school roll.SchoolID, date roll.Date, students []roll.Enrolment,
	marks map[roll.EnrolmentID]roll.Mark) (map[roll.EnrolmentID]roll.Mark, error) {
	copied := false
	for _, student := range students {
		if student.Past == 0 {
			continue
		}
		if !copied {
			marks, copied = maps.Clone(marks), true
		}
		delete(marks, student.ID)
		err := eachMark(ctx, s.Database, func(_ roll.Date, mark roll.Mark) { marks[student.ID] = mark },
			`m.school = $1 AND m.date = $2 AND m.enrolment = $3 AND m.past = $4`, school, date, student.ID, student.Past)
		if err != nil {
			return nil, err
		}
	}
	return marks, nil
}

// heldOf returns the held rows of the save, each with the present mark.
func heldOf(ctx context.Context, t *engine.Transaction, save roll.Save) ([]roll.Held, error) {
	return withMarks(ctx, t, func(rows *sql.Rows, row *roll.Held) error {
		err := scanMark(rows, &row.Theirs, &row.Student)
		row.Enrolment = row.Theirs.Enrolment
		return err
	}, func(row *roll.Held) *roll.Mark { return &row.Theirs }, `SELECT `+markColumns+`, h.student FROM `+heldTables+
		` WHERE h.save = $1 AND h.decision = `+literal.Undecided+` ORDER BY h.enrolment`, save.Token)
}

// heldTables are held rows h with the newest marks m of their students.
const heldTables = `held_marks h JOIN marks m ON m.school = h.school AND m.date = h.date AND m.enrolment = h.enrolment
	AND m.past = h.past`

// MarksBetween returns the newest marks of one enrolment from from to to, both included, by date.
func (s *Store) MarksBetween(ctx context.Context, school roll.SchoolID, enrolment roll.EnrolmentID, from,
	to roll.Date) (map[roll.Date]roll.Mark, error) {
	marks := make(map[roll.Date]roll.Mark)
	err := eachMark(ctx, s.Database, func(date roll.Date, mark roll.Mark) { marks[date] = mark },
		`m.school = $1 AND m.date >= $2 AND m.date <= $3 AND m.enrolment = $4 AND m.past = 0`, school, from, to, enrolment)
	return marks, err
}

// HaltBetween stops the enrolment's waiting marks from from to to, both included, except those with a request
// that may still take effect. It returns the number of stopped marks.
func (s *Store) HaltBetween(ctx context.Context, school roll.SchoolID, enrolment roll.EnrolmentID, from,
	to roll.Date) (halted int, err error) {
	dates, err := s.MarksBetween(ctx, school, enrolment, from, to)
	if err != nil {
		return 0, err
	}
	err = s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		halted = 0
		for date := range dates {
			progress, err := progress(ctx, tx, `marks m`,
				`m.school = $1 AND m.date = $2 AND m.enrolment = $3 AND m.past = 0 AND m.lease = ''`, school, date, enrolment)
			if err != nil {
				return err
			}
			for _, before := range progress {
				after, ok := before.Halt()
				if !ok {
					continue
				}
				halted++
				writeGroups(ctx, tx, school, date, groups{{becomes: after, enrolments: []roll.EnrolmentID{enrolment}}}, free)
			}
		}
		return nil
	})
	return halted, err
}

// NoteChangedElsewhere turns settled marks that the comparison found changed in the school system into
// conflicts, and records each change for the history. It skips marks that were made or answered since. It
// returns the number of changed marks.
func (s *Store) NoteChangedElsewhere(ctx context.Context, school roll.SchoolID, date roll.Date,
	changed []roll.Difference) (moved int, err error) {
	err = s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		moved = 0
		var groups groups
		for _, difference := range changed {
			progress, err := progress(ctx, tx, `marks m`,
				`m.school = $1 AND m.date = $2 AND m.enrolment = $3 AND m.past = 0 AND m.seq = $4
				AND m.answered_at = $5 AND m.state IN `+literal.Returned+` AND m.lease = '' AND m.due_at = 0`,
				school, date, difference.Enrolment, difference.Version, engine.Milliseconds(difference.AnsweredAt))
			if err != nil {
				return err
			}
			for _, before := range progress {
				moved++
				groups.add(before.Enrolment, before.ChangeElsewhere(difference.There, difference.AsSent, tx.Now))
				tx.Require(insertChange(ctx, tx, school, date, difference))
			}
		}
		// The intents keep the earlier answer.
		writeMarks(ctx, tx, school, date, groups, free)
		return nil
	})
	return moved, err
}

func insertChange(ctx context.Context, t *engine.Transaction, school roll.SchoolID, date roll.Date,
	difference roll.Difference) error {
	return t.Do(ctx, `INSERT INTO changes_elsewhere (school, date, enrolment, found_at, was, status)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		school, date, difference.Enrolment, engine.Milliseconds(t.Now), difference.Here, difference.There)
}

// ChangesElsewhere returns the changes found for the enrolment on the date, the newest first.
func (s *Store) ChangesElsewhere(ctx context.Context, school roll.SchoolID, enrolment roll.EnrolmentID,
	date roll.Date) ([]roll.ChangeElsewhere, error) {
	return engine.Rows[roll.ChangeElsewhere](ctx, s.Database,
		`SELECT found_at, was, status FROM changes_elsewhere WHERE school = $1 AND date = $2 AND enrolment = $3 AND past = 0
			ORDER BY found_at DESC`,
		school, date, enrolment)
}

// saveColumns are a save without its students, who are in the column intents and in held_marks.
const saveColumns = `token, school, period, class, class_name, date, ` + intentColumns + `,
	reason, person, person_name, role, tablet, accepted_at, stops_at, generation`

func scanSave(rows *sql.Rows, save *roll.Save, more ...any) error {
	var generation int64
	into := []any{&save.Token, &save.School, &save.Period, &save.Class, &save.ClassName, &save.Date}
	rest := []any{&save.Reason, &save.By.Person, &save.By.Name, &save.By.Role, &save.By.Tablet,
		engine.ToTime(&save.AcceptedAt), engine.ToTime(&save.StopsAt), &generation}
	if err := rows.Scan(slices.Concat(into, toIntent(&save.Intent), rest, more)...); err != nil {
		return err
	}
	save.Generation, save.Copied = max(generation, -generation), generation < 0
	return nil
}

// prefixed puts the table's name before each column.
func prefixed(table, columns string) string {
	return table + strings.Join(strings.FieldsFunc(columns,
		func(r rune) bool { return strings.ContainsRune(", \t\n", r) }), ", "+table)
}
