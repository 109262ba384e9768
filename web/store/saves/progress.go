package saves

import (
	"context"
	"database/sql"
	"strconv"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

const progressColumns = `m.enrolment, m.student, m.seq, m.save, m.state, m.returned, m.answered_at, m.due_at, m.tries,
	m.unknown_at, m.asserted, m.again, m.part, m.in_seq, m.out_seq`

// progress locks and reads the marks m that meet the condition. A query that joins saves leaves out a mark
// that gets another save while it waits for the lock.
func progress(ctx context.Context, t *engine.Transaction, from, condition string,
	args ...any) ([]roll.Progress, error) {
	return engine.All(ctx, t, func(rows *sql.Rows, p *roll.Progress) error {
		return rows.Scan(&p.Enrolment, &p.Student, &p.Version, &p.Save, &p.Outcome, &p.Returned, engine.ToTime(&p.AnsweredAt),
			engine.ToTime(&p.DueAt), &p.Tries, engine.ToTime(&p.UnknownAt), engine.ToBool(&p.Asserted), engine.ToBool(&p.Again),
			&p.Part, &p.InVersion, &p.OutVersion)
	}, `SELECT `+progressColumns+` FROM `+from+` WHERE `+condition+` ORDER BY m.enrolment`+t.Lock("m"), args...)
}

// groups are marks with the same new state, so that one statement updates a class.
type groups []group

type group struct {
	becomes    roll.Progress
	enrolments []roll.EnrolmentID
}

func (g *groups) add(enrolment roll.EnrolmentID, becomes roll.Progress) {
	becomes.Enrolment, becomes.Student, becomes.Version = 0, 0, 0
	for i := range *g {
		if (*g)[i].becomes == becomes {
			(*g)[i].enrolments = append((*g)[i].enrolments, enrolment)
			return
		}
	}
	*g = append(*g, group{becomes: becomes, enrolments: []roll.EnrolmentID{enrolment}})
}

// The effect of writing marks on their attempt.
const (
	free  = `, lease = ''`
	leave = ``
)

// writeGroups writes the groups to their marks, and their outcomes to the history.
func writeGroups(ctx context.Context, t *engine.Transaction, school roll.SchoolID, date roll.Date, groups groups,
	attempt string) {
	writeMarks(ctx, t, school, date, groups, attempt)
	noteOutcomes(ctx, t, groups)
}

func noteOutcomes(ctx context.Context, t *engine.Transaction, groups groups) {
	for _, group := range groups {
		t.Require(noteOutcome(ctx, t, group))
	}
}

// noteOutcome adds the outcome of the group to the history, unless it is still under way. The transaction
// holds the students' marks, so that a later outcome has a greater number.
func noteOutcome(ctx context.Context, t *engine.Transaction, group group) error {
	is := group.becomes
	if is.Outcome.UnderWay() {
		return nil
	}
	return t.Do(ctx, `INSERT INTO outcomes (save, number, state, returned, answered_at, students)
		SELECT s.token, COALESCE((SELECT MAX(o.number) FROM outcomes o WHERE o.save = s.token), 0) + 1,
		CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CASE WHEN s.students = $4 THEN '' ELSE $5 END
		FROM saves s WHERE s.token = $6`,
		is.Outcome, is.Returned, engine.Milliseconds(is.AnsweredAt), len(group.enrolments), listText(group.enrolments),
		is.Save)
}

func writeMarks(ctx context.Context, t *engine.Transaction, school roll.SchoolID, date roll.Date, groups groups,
	attempt string) {
	for _, group := range groups {
		p := group.becomes
		t.Require(engine.DoAmong(ctx, t, group.enrolments, `UPDATE marks
			SET state = $1, returned = $2, answered_at = $3, due_at = $4, tries = $5, unknown_at = $6,
			asserted = $7, again = $8, part = $9, in_seq = $10, out_seq = $11`+attempt+`
			WHERE school = $12 AND date = $13 AND past = 0 AND enrolment IN ($ids)`,
			p.Outcome, p.Returned, engine.Milliseconds(p.AnsweredAt), engine.Milliseconds(p.DueAt), p.Tries,
			engine.Milliseconds(p.UnknownAt), engine.Flag(p.Asserted), engine.Flag(p.Again), p.Part, p.InVersion, p.OutVersion,
			school, date))
	}
}

// listText writes the enrolments in the form of a column: ",12,13,".
func listText(enrolments []roll.EnrolmentID) string {
	text := []byte{','}
	for _, enrolment := range enrolments {
		text = append(strconv.AppendInt(text, int64(enrolment), 10), ',')
	}
	return string(text)
}

// noteAs adds the outcome of the marks m that meet the condition to the history, and returns their number.
func noteAs(ctx context.Context, t *engine.Transaction, outcome roll.Outcome, condition string,
	args ...any) (marks int, err error) {
	all, err := progress(ctx, t, `marks m`, condition, args...)
	if err != nil {
		return 0, err
	}
	var groups groups
	for _, before := range all {
		groups.add(before.Enrolment, roll.Progress{Save: before.Save, Outcome: outcome})
	}
	noteOutcomes(ctx, t, groups)
	return len(all), nil
}

// refuse refuses the marks m that meet the condition without sending them.
func refuse(ctx context.Context, t *engine.Transaction, condition string, args ...any) error {
	refused, err := noteAs(ctx, t, roll.Refused, condition, args...)
	if err != nil || refused == 0 {
		return err
	}
	return t.Do(ctx, `UPDATE marks AS m SET state = `+literal.Refused+
		`, due_at = 0, part = 0, asserted = 0, in_seq = 0, out_seq = 0 WHERE `+condition, args...)
}
