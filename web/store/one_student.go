package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/absences"
	"rollbook/web/store/audit"
	"rollbook/web/store/engine"
	"rollbook/web/store/lists"
	"rollbook/web/store/saves"
	"rollbook/web/store/schools"
)

// OneStudent returns the student whom the number names, or last named. Numbers of an earlier connection belong to the
// student only if the name is the same too. It returns roll.NotFound for a number of which nothing is kept.
func (s *Store) OneStudent(ctx context.Context, school roll.SchoolID,
	enrolment roll.EnrolmentID) (roll.OneStudent, error) {
	return oneStudent(ctx, s.Database, school, enrolment)
}

func oneStudent(ctx context.Context, read engine.Reader, school roll.SchoolID,
	enrolment roll.EnrolmentID) (roll.OneStudent, error) {
	one, err := engine.Row[roll.OneStudent](ctx, read, `SELECT student, given, family FROM numbers
		WHERE school = $1 AND enrolment = $2 AND past = 0 ORDER BY generation DESC LIMIT 1`, school, enrolment)
	if roll.KindOf(err) == roll.NotFound {
		one, err = engine.Row[roll.OneStudent](ctx, read,
			`SELECT student FROM marks WHERE school = $1 AND enrolment = $2 AND past = 0 LIMIT 1`, school, enrolment)
	}
	if err != nil {
		return one, err
	}
	one.School = school
	numbers, err := engine.Rows[roll.NumberOfOne](ctx, read,
		`SELECT DISTINCT n.enrolment, COALESCE(n.place, n.past) AS past, n.past AS until
			FROM numbers n JOIN schools c ON c.slug = n.school
			WHERE n.school = $1 AND (n.enrolment = $2 AND (n.past = 0 OR n.place = 0)
			OR n.student = $3 AND n.student > 0 AND (n.past = 0 AND n.generation >= c.connected OR n.given = $4
			AND n.family = $5))`,
		school, enrolment, one.Student, one.Given, one.Family)
	if len(numbers) == 0 {
		numbers = []roll.NumberOfOne{{Enrolment: enrolment}}
	}
	for i := range numbers {
		number := &numbers[i]
		if err == nil {
			number.From, err = engine.Value[int64](ctx, read, `SELECT COALESCE(MAX(past), 0) FROM numbers
				WHERE school = $1 AND enrolment = $2 AND (past < $3 OR $3 = CAST(0 AS BIGINT))`, school, number.Enrolment,
				number.Until)
		}
	}
	one.Numbers = numbers
	return one, err
}

// NumberOf returns the number in the lists of the student with the number, which may be the student's own.
func (s *Store) NumberOf(ctx context.Context, school roll.SchoolID, number roll.EnrolmentID) (roll.EnrolmentID, error) {
	return engine.Row[roll.EnrolmentID](ctx, s.Database,
		`SELECT enrolment FROM numbers WHERE school = $1 AND past = 0 AND (enrolment = $2 OR student = $2)
		ORDER BY CASE WHEN enrolment = $2 THEN 0 ELSE 1 END, generation DESC, enrolment LIMIT 1`, school, number)
}

// whose returns the condition that is true for rows of the student. %[1]d stands for a number, %[2]d for past in the
// form.
func whose(one roll.OneStudent, form string) string {
	var alternatives []string
	for _, number := range one.Numbers {
		alternatives = append(alternatives, fmt.Sprintf(form, number.Enrolment, number.Past))
	}
	return `(` + strings.Join(alternatives, ` OR `) + `)`
}

// within returns the condition that is true for rows with a generation of the student's numbers. %[1]d stands for a
// number in the form.
func within(one roll.OneStudent, generation, form string) string {
	var alternatives []string
	for _, number := range one.Numbers {
		text := fmt.Sprintf(form, number.Enrolment) + ` AND ` + generation + ` >= ` + strconv.FormatInt(number.From, 10)
		if number.Until > 0 {
			text += ` AND ` + generation + ` < ` + strconv.FormatInt(number.Until, 10)
		}
		alternatives = append(alternatives, text)
	}
	return `(` + strings.Join(alternatives, ` OR `) + `)`
}

// DataPart is a table with a student's rows, as texts.
type DataPart struct {
	Name    string
	Columns []string
	Rows    [][]string
}

// StudentData returns everything that is kept about the student. Open reads sealed values.
func (s *Store) StudentData(ctx context.Context, one roll.OneStudent,
	open func([]byte) (string, error)) ([]DataPart, error) {
	var parts []DataPart
	for _, of := range partsOf(one) {
		part := DataPart{Name: of[0]}
		err := s.Database.Query(ctx, func(rows *sql.Rows) error {
			var err error
			if part.Columns, err = rows.Columns(); err != nil {
				return fmt.Errorf("name the columns: %w", err)
			}
			row, err := textsOf(rows, part.Columns, open)
			part.Rows = append(part.Rows, row)
			return err
		}, of[1], one.School)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", of[0], err)
		}
		if len(part.Rows) > 0 {
			parts = append(parts, part)
		}
	}
	listings, err := lists.Listings(ctx, s.Database, one)
	if err != nil {
		return nil, err
	}
	days := DataPart{Name: "days_listed",
		Columns: []string{"period", "since", "until", "why_not", "enrolment", "student", "given", "family", "class_name"}}
	for _, at := range listings {
		days.Rows = append(days.Rows, []string{string(at.Period), at.Since.String(), at.Until.String(), at.Why,
			at.ID.String(), at.Student.String(), at.Given, at.Family, at.ClassName})
	}
	events, err := audit.Naming(ctx, s.Database, one)
	if err != nil {
		return nil, err
	}
	logged := DataPart{Name: "audit", Columns: []string{"at", "event", "by", "details", "before", "after"}}
	for _, event := range events {
		logged.Rows = append(logged.Rows,
			[]string{written(event.At), event.Name, string(event.By), event.About, event.Before, event.After})
	}
	return append(parts, slices.DeleteFunc([]DataPart{days, logged},
		func(part DataPart) bool { return len(part.Rows) == 0 })...), nil
}

// EraseStudent deletes everything that names the student. The proof that a save was sent stays, with a
// placeholder instead of the numbers. It returns the number of marks that stay so, and roll.Stale, without a
// change, while a mark of the student is not settled.
func (s *Store) EraseStudent(ctx context.Context, school roll.SchoolID,
	enrolment roll.EnrolmentID) (marks int, err error) {
	err = schools.Locked(ctx, s.Database, school, func(tx *engine.Transaction) error {
		one, err := oneStudent(ctx, tx, school, enrolment)
		if err != nil {
			return err
		}
		if marks, err = saves.Erase(ctx, tx, one); err != nil {
			return err
		}
		return engine.InTurn(ctx, tx, one, lists.Erase, absences.Erase, audit.Erase, schools.Erase)
	})
	if err == nil {
		s.Database.Overwrite(ctx)
	}
	return marks, err
}

// textsOf reads a row as texts: instants as RFC 3339, and sealed values opened.
func textsOf(rows *sql.Rows, columns []string, open func([]byte) (string, error)) ([]string, error) {
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	if err := rows.Scan(into...); err != nil {
		return nil, fmt.Errorf("read a row: %w", err)
	}
	texts := make([]string, len(columns))
	for i, value := range values {
		switch value := value.(type) {
		case int64:
			texts[i] = strconv.FormatInt(value, 10)
			if columns[i] == "at" || strings.HasSuffix(columns[i], "_at") {
				texts[i] = written(engine.Instant(value))
			}
		case []byte:
			text, err := open(value)
			if err != nil {
				return nil, err
			}
			texts[i] = text
		default:
			texts[i] = fmt.Sprint(value)
		}
	}
	return texts, nil
}

// written returns the instant as RFC 3339, or nothing for none.
func written(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.Format(time.RFC3339)
}

// partsOf returns the name and the statement of each part. The school is $1.
func partsOf(one roll.OneStudent) [][2]string {
	const in = ` WHERE school = $1 AND `
	marked, numbered := whose(one, `enrolment = %[1]d AND past = %[2]d`), within(one, "generation", `enrolment = %[1]d`)
	present := whose(one, `enrolment = %[1]d AND 0 = %[2]d`)
	const theirs = ` FROM saves WHERE school = $1 AND date IN (SELECT date FROM marks WHERE school = $1 AND `
	ofSaves := theirs + marked + `) AND ` + within(one, "abs(generation)", `intents LIKE '%%,%[1]d:%%'`)
	return [][2]string{
		{"names", `SELECT enrolment, period, student, given, family FROM numbers` + in + marked},
		{"lists", `SELECT period, enrolment, student, given, family, class, class_name FROM enrolments` + in + present},
		{"groups", `SELECT g.name, g.period FROM student_groups g WHERE g.school = $1 AND EXISTS (SELECT 1
			FROM student_group_members m
			WHERE m.school = g.school AND m.student_group = g.id AND ` + present + `)`},
		{"marks", `SELECT date, enrolment, seq, state, returned, marked_at, answered_at, keyed AS keyed_at, keyed_by, save
			FROM marks` + in + marked + ` ORDER BY date`},
		{"saves", `SELECT token AS save, date, class_name, status_name, check_kind, check_time, observed, reason, person_name,
			role, tablet, accepted_at, students` + ofSaves + ` ORDER BY accepted_at`},
		{"requests", `SELECT save, claimed_at, sent_at, closed_at, state, http_status, problem, size AS students
			FROM attempts` + in + `save IN (SELECT token` + ofSaves + `) ORDER BY claimed_at`},
		{"remarks", `SELECT save, enrolment, remarks FROM remarks WHERE save IN (SELECT token` + ofSaves + `) AND ` +
			whose(one, `enrolment = %[1]d AND %[2]d >= 0`)},
		{"changed_elsewhere", `SELECT date, enrolment, found_at, was, status FROM changes_elsewhere` + in + marked +
			` ORDER BY found_at`},
		{"held", `SELECT save, date, enrolment, decision FROM held_marks` + in + marked + ` ORDER BY date`},
		{"named_instead", fmt.Sprintf(`SELECT save, date, status, named_at FROM others_named`+in+`student = %d
			AND student > 0`, one.Student)},
		{"refused_at_tablets", `SELECT date, class_name, enrolment, tapped_at, reason, status, seen_at FROM refused_taps` +
			in + numbered},
		{"known_absences", `SELECT first_date, last_date, weekdays, after, until, status_name, sealed AS details, maker,
			maker_role,
			made_at, ender, ended_at FROM known_absences` + in + numbered + ` ORDER BY made_at`},
		{"movements", `SELECT date, kind, time, planned, sealed AS details, maker, maker_role, made_at, ender, ended_at
			FROM movements` + in + numbered + ` ORDER BY made_at`},
		{"told_missing", `SELECT date, class_name, name, teller, teller_role, told_at, answer, answerer, answerer_role,
			answered_at FROM unlisted_students` + in + `LOWER(name) IN (SELECT LOWER(given || ' ' || family) FROM numbers
			WHERE school = $1 AND ` + marked + `) ORDER BY told_at`},
	}
}
