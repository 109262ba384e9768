package saves

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"unicode/utf8"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
	"rollbook/web/store/packed"
)

// Erase replaces the student's numbers in marks, saves and attempts by placeholders, and deletes all else about the
// student from the tables of this package. It returns the number of marks, and roll.Stale while one is not settled.
func Erase(ctx context.Context, t *engine.Transaction, one roll.OneStudent) (marks int, err error) {
	for i, number := range one.Numbers {
		// No number of a list is negative. Up to 16 numbers of a student differ, of two erasures too.
		e := erasing{one: one, number: number, instead: roll.EnrolmentID(-(t.Now.UnixMilli()*16 + int64(i)))}
		count, err := e.marks(ctx, t)
		if err == nil {
			err = e.rest(ctx, t)
		}
		if marks += count; err != nil {
			return 0, err
		}
	}
	return marks, t.Do(ctx, `UPDATE others_named SET student = $3 WHERE school = $1 AND student = $2 AND student > 0`,
		one.School, one.Student, -t.Now.UnixMilli()*16)
}

// erasing is one number that is being replaced.
type erasing struct {
	one     roll.OneStudent
	number  roll.NumberOfOne
	instead roll.EnrolmentID
}

// marks replaces the number in the marks, and in the saves of their dates.
func (e *erasing) marks(ctx context.Context, t *engine.Transaction) (count int, err error) {
	unsettled := false
	var dates []roll.Date
	err = t.Query(ctx, func(rows *sql.Rows) error {
		var date roll.Date
		var open bool
		err := rows.Scan(&date, engine.ToBool(&open))
		dates, unsettled = append(dates, date), unsettled || open
		return err
	}, `SELECT m.date, CASE WHEN `+Unsettled+
		` OR m.lease <> '' OR EXISTS (SELECT 1 FROM attempts a WHERE a.school = m.school AND a.date = m.date AND a.state = `+
		literal.Open+`)
		THEN 1 ELSE 0 END FROM marks m WHERE m.school = $1 AND m.enrolment = $2 AND m.past = $3 ORDER BY m.date`+t.Lock("m"),
		e.one.School, e.number.Enrolment, e.number.Past)
	if err != nil {
		return 0, err
	}
	if unsettled {
		return 0, roll.Problem(roll.Stale, "one_student.problem.unsettled")
	}
	err = t.Do(ctx, `UPDATE marks SET enrolment = $4, student = $4 WHERE school = $1 AND enrolment = $2 AND past = $3`,
		e.one.School, e.number.Enrolment, e.number.Past, e.instead)
	for _, date := range dates {
		if err == nil {
			err = e.saves(ctx, t, date)
		}
	}
	return len(dates), err
}

// erasedSave is a save with the student.
type erasedSave struct {
	Token           roll.Token
	Intents, Reason string
	Students        int
}

// saves replaces the number in the saves of the date.
func (e *erasing) saves(ctx context.Context, t *engine.Transaction, date roll.Date) error {
	all, err := engine.Rows[erasedSave](ctx, t,
		`SELECT s.token, s.intents, s.reason, s.students FROM saves s WHERE s.school = $1 AND s.date = $2
		AND s.intents LIKE $3
		AND `+placeIn("s", "$4")+` = $5`, e.one.School, date, anyIntentOf(e.number.Enrolment), e.number.Enrolment,
		e.number.Past)
	if err != nil {
		return err
	}
	for _, save := range all {
		t.Require(e.save(ctx, t, save))
	}
	return nil
}

func (e *erasing) save(ctx context.Context, t *engine.Transaction, save erasedSave) error {
	t.Require(e.attempts(ctx, t, save))
	kept, err := packed.ReadIntents(save.Intents)
	if err != nil {
		return err
	}
	for i := range kept {
		if kept[i].Enrolment == e.number.Enrolment {
			kept[i].Enrolment, kept[i].Student = e.instead, roll.StudentID(e.instead)
		}
	}
	if save.Students == 1 || e.names(save.Reason) {
		save.Reason = ""
	}
	t.Require(t.Do(ctx, `UPDATE saves SET intents = $2, reason = $3, content_hash = ''
		WHERE token = $1`, save.Token, packed.Intents(kept), save.Reason))
	t.Require(t.Do(ctx, `DELETE FROM remarks WHERE save = $1 AND enrolment = $2`, save.Token, e.number.Enrolment))
	before, after := listText([]roll.EnrolmentID{e.number.Enrolment}), listText([]roll.EnrolmentID{e.instead})
	return t.Do(ctx, `UPDATE outcomes SET students = replace(students, $2, $3) WHERE save = $1`, save.Token, before, after)
}

// names reports whether the text has a word of the student's name.
func (e *erasing) names(text string) bool {
	const shortest = 3
	return slices.ContainsFunc(strings.Fields(e.one.Given+" "+e.one.Family), func(word string) bool {
		return utf8.RuneCountInString(word) >= shortest && strings.Contains(strings.ToLower(text), strings.ToLower(word))
	})
}

// attempts replaces the number in the attempts of the save. It empties the requests and answers of those with
// the student.
func (e *erasing) attempts(ctx context.Context, t *engine.Transaction, save erasedSave) error {
	type attempt struct {
		ID       string
		Marks    []byte
		Students string
	}
	all, err := engine.Rows[attempt](ctx, t, `SELECT id, marks, students FROM attempts WHERE save = $1`, save.Token)
	for _, one := range all {
		if err != nil {
			return err
		}
		var carried []roll.Claimed
		if carried, err = packed.ReadMarks(one.Marks, one.Students, save.Intents); err != nil {
			return err
		}
		at := slices.IndexFunc(carried, func(mark roll.Claimed) bool {
			sentAs := mark.Student == e.one.Student && mark.Student > 0 // with a number that she had then
			return mark.Enrolment == e.number.Enrolment || sentAs
		})
		if at < 0 {
			continue
		}
		carried[at].Enrolment, carried[at].Student = e.instead, roll.StudentID(e.instead)
		if one.Marks, err = packed.Marks(carried, save.Students); err == nil {
			err = t.Do(ctx, `UPDATE attempts SET marks = $2, students = '', exchange = '', packed = $3, packing = 0
				WHERE id = $1`, one.ID, one.Marks, []byte{})
		}
	}
	return err
}

// rest deletes the rows that prove no save.
func (e *erasing) rest(ctx context.Context, t *engine.Transaction) error {
	school, number := e.one.School, e.number
	t.Require(t.DoAll(ctx, []string{
		`DELETE FROM held_marks WHERE school = $1 AND enrolment = $2 AND past = $3`,
		`DELETE FROM changes_elsewhere WHERE school = $1 AND enrolment = $2 AND past = $3`,
		`DELETE FROM students_gone WHERE school = $1 AND enrolment = $2 AND $3 = CAST(0 AS BIGINT)`,
	}, school, number.Enrolment, number.Past))
	return t.Do(ctx, `DELETE FROM refused_taps WHERE school = $1 AND enrolment = $2 AND generation >= $3
		AND ($4 = CAST(0 AS BIGINT) OR generation < $4)`,
		school, number.Enrolment, number.From, number.Until)
}
