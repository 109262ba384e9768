package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
	"rollbook/web/store/schools"
)

// sinceNamed returns a condition that is true for saves, with that alias, made since the number, a column or
// a parameter, names its present student.
func sinceNamed(saves, number string) string {
	return `NOT EXISTS (SELECT 1 FROM numbers n WHERE n.school = ` + saves + `.school AND n.enrolment = ` + number + ` AND n.past > abs(` + saves + `.generation))`
}

// pastNumbers returns the numbers of the school that once named another student, each with the generation
// since which it names the present one.
func (s *Store) pastNumbers(ctx context.Context, school roll.SchoolID) (map[roll.EnrolmentID]int64, error) {
	past := make(map[roll.EnrolmentID]int64)
	err := s.Database.Query(ctx, func(rows *sql.Rows) error {
		var number roll.EnrolmentID
		var since int64
		err := rows.Scan(&number, &since)
		past[number] = since
		return err
	}, `SELECT enrolment, MAX(past) FROM numbers WHERE school = $1 AND past > 0 GROUP BY enrolment`, school)
	return past, err
}

// listNumbers records the students that the numbers of a period's list name. Marks of a number's earlier
// student stay that student's.
func listNumbers(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID, students []roll.Enrolment) error {
	if err := schools.Lock(ctx, t, school); err != nil {
		return err
	}
	_, connected, err := schools.Generation(ctx, t, school)
	if err != nil {
		return err
	}
	known, err := knownNumbers(ctx, t, school, period, connected)
	if err != nil {
		return err
	}
	var anew []roll.Enrolment
	var others, strangers []roll.EnrolmentID
	seen := make(map[roll.EnrolmentID]bool, len(students))
	for _, student := range students {
		if seen[student.ID] {
			continue
		}
		seen[student.ID] = true
		switch now := known[student.ID].becomes(student, connected > 1); now {
		case sameAsListed:
			continue
		case anotherInList:
			others = append(others, student.ID)
		case notAsInEarlierConnection:
			strangers = append(strangers, student.ID)
		case newToList:
		}
		anew = append(anew, student)
	}
	if err := partWith(ctx, t, school, others, 0); err != nil {
		return err
	}
	if err := partWith(ctx, t, school, strangers, connected); err != nil {
		return err
	}
	return insertNumbers(ctx, t, school, period, anew)
}

// knownNumber is the student of a number in the lists of the present connection, and its students in those of
// earlier ones.
type knownNumber struct {
	listed bool
	now    roll.Enrolment
	before []roll.Enrolment
}

// becoming is the effect of a new list on a number.
type becoming int

const (
	newToList becoming = iota
	sameAsListed
	anotherInList
	notAsInEarlierConnection
)

// becomes compares the number with the student in a new list. hadOthers reports whether the school had
// another connection before.
func (k knownNumber) becomes(student roll.Enrolment, hadOthers bool) becoming {
	switch {
	case k.listed && k.now.IsAnother(student):
		return anotherInList
	case k.listed && k.now.IsSame(student):
		return sameAsListed
	case k.listed:
		return newToList
	case slices.ContainsFunc(k.before, func(before roll.Enrolment) bool { return !before.IsSame(student) }), len(k.before) == 0 && hadOthers:
		return notAsInEarlierConnection
	}
	return newToList
}

func knownNumbers(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID, connected int64) (map[roll.EnrolmentID]knownNumber, error) {
	known := make(map[roll.EnrolmentID]knownNumber)
	err := t.Query(ctx, func(rows *sql.Rows) error {
		var one roll.Enrolment
		var generation int64
		err := rows.Scan(&one.ID, &one.Student, &one.Given, &one.Family, &generation)
		number := known[one.ID]
		if generation >= connected {
			number.listed, number.now = true, one
		} else {
			number.before = append(number.before, one)
		}
		known[one.ID] = number
		return err
	}, `SELECT enrolment, student, given, family, generation FROM numbers WHERE school = $1 AND past = 0 AND (period = $2 OR generation < $3)`,
		school, period, connected)
	return known, err
}

func insertNumbers(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID, students []roll.Enrolment) error {
	generation, _, err := schools.Generation(ctx, t, school)
	if err != nil {
		return err
	}
	const columns = 7
	return engine.Chunks(students, func(part []roll.Enrolment) error {
		args := make([]any, 0, len(part)*columns)
		for _, one := range part {
			args = append(args, school, one.ID, period, one.Student, one.Given, one.Family, generation)
		}
		_, err := t.Exec(ctx, `INSERT INTO numbers (school, enrolment, period, student, given, family, generation) VALUES `+engine.Tuples(len(part), columns)+`
			ON CONFLICT (school, enrolment, period, past) DO UPDATE SET
			student = excluded.student, given = excluded.given, family = excluded.family, generation = excluded.generation`, args...)
		return err
	})
}

// partWith makes the numbers' marks past that were made by pages of before a generation, all marks for 0.
// From the next generation on the numbers name other students. None of these marks is sent any more.
func partWith(ctx context.Context, t *engine.Transaction, school roll.SchoolID, numbers []roll.EnrolmentID, before int64) error {
	if len(numbers) == 0 {
		return nil
	}
	generation, err := schools.NextGeneration(ctx, t, school)
	if err != nil {
		return err
	}
	before = cmp.Or(before, generation)
	return engine.Chunks(numbers, func(part []roll.EnrolmentID) error {
		among, ids := engine.Among("enrolment", 2, part)
		args := append([]any{school, before}, ids...)
		bySaves := `past = 0 AND save IN (SELECT s.token FROM saves s WHERE s.school = $1 AND abs(s.generation) < $2) AND ` + among
		if err := stopMarks(ctx, t, bySaves, args...); err != nil {
			return err
		}
		for _, table := range []string{"marks", "held_marks"} {
			text := `UPDATE ` + table + ` SET past = ` + engine.List(len(args), 1) + ` WHERE school = $1 AND ` + bySaves
			if _, err := t.Exec(ctx, text, append(slices.Clone(args), generation)...); err != nil {
				return err
			}
		}
		return partWithNumbers(ctx, t, school, generation, part)
	})
}

// partWithNumbers makes the other rows of the numbers past.
func partWithNumbers(ctx context.Context, t *engine.Transaction, school roll.SchoolID, generation int64, numbers []roll.EnrolmentID) error {
	among, ids := engine.Among("enrolment", 2, numbers)
	args := append([]any{school, generation}, ids...)
	for _, text := range []string{
		`UPDATE numbers SET past = $2 WHERE school = $1 AND past = 0 AND ` + among,
		`UPDATE changes_elsewhere SET past = $2 WHERE school = $1 AND past = 0 AND ` + among,
		`DELETE FROM student_group_members WHERE school = $1 AND $2 > CAST(0 AS BIGINT) AND ` + among,
	} {
		if _, err := t.Exec(ctx, text, args...); err != nil {
			return err
		}
	}
	return nil
}

// stopMarks stops the school's waiting marks m that meet the condition, even with an open attempt. Its reply
// only enters the history, and nothing else is sent before the end of its lease. The school is $1 of args.
func stopMarks(ctx context.Context, t *engine.Transaction, condition string, args ...any) error {
	const waits = `m.school = $1 AND ` + pending + ` AND m.state <> ` + literal.Stopped + ` AND `
	waiting, err := progress(ctx, t, `marks m`, waits+condition, args...)
	if err != nil {
		return err
	}
	var groups groups
	for _, before := range waiting {
		groups.add(before.Enrolment, roll.Progress{Save: before.Save, Outcome: roll.Stopped})
	}
	for _, group := range groups {
		if err := noteOutcome(ctx, t, group); err != nil {
			return err
		}
	}
	_, err = t.Exec(ctx, `UPDATE marks AS m SET state = `+literal.Stopped+`, due_at = 0, part = 0, asserted = 0, again = 0, in_seq = 0, out_seq = 0, lease = '',
		unknown_at = CASE WHEN lease = '' THEN unknown_at ELSE COALESCE((SELECT a.lease_until FROM attempts a WHERE a.id = m.lease), unknown_at) END
		WHERE m.school = $1 AND `+pending+` AND (m.state <> `+literal.Stopped+` OR m.lease <> '') AND `+condition, args...)
	return err
}

// named is the student of a save's number. Past is 0 when the number still names the student.
type named struct {
	past int64
	roll.Enrolment
}

// namedBy returns the students that the numbers named when the save's page was made, as far as known.
func namedBy(ctx context.Context, read engine.Reader, save roll.Save, numbers []roll.EnrolmentID) (map[roll.EnrolmentID]named, error) {
	found := make(map[roll.EnrolmentID]named)
	err := engine.Chunks(numbers, func(part []roll.EnrolmentID) error {
		among, ids := engine.Among("enrolment", 3, part)
		return read.Query(ctx, func(rows *sql.Rows) error {
			var one named
			err := rows.Scan(&one.ID, &one.past, &one.Student, &one.Given, &one.Family)
			if _, known := found[one.ID]; !known {
				found[one.ID] = one
			}
			return err
		}, `SELECT enrolment, past, student, given, family FROM numbers WHERE school = $1 AND (past = 0 OR past > $2) AND `+among+`
			ORDER BY CASE WHEN past = 0 THEN 1 ELSE 0 END, past, CASE WHEN period = $3 THEN 0 ELSE 1 END`, append([]any{save.School, save.Generation, save.Period}, ids...)...)
	})
	return found, err
}

// NamesFor returns the students of the save with their names when its page was made.
func (s *Store) NamesFor(ctx context.Context, save roll.Save, numbers []roll.EnrolmentID) (map[roll.EnrolmentID]roll.Enrolment, error) {
	found, err := namedBy(ctx, s.Database, save, numbers)
	names := make(map[roll.EnrolmentID]roll.Enrolment, len(found))
	for number, one := range found {
		names[number] = one.Enrolment
	}
	return names, err
}

// approvedStudents returns the students of the last approved list, and those added since.
func approvedStudents(ctx context.Context, query engine.Reader, school roll.SchoolID, period roll.PeriodID) ([]roll.Enrolment, error) {
	var approved []roll.Enrolment
	err := query.Query(ctx, func(rows *sql.Rows) error {
		var student roll.Enrolment
		err := rows.Scan(&student.ID, &student.Student, &student.Given, &student.Family)
		approved = append(approved, student)
		return err
	}, `SELECT enrolment, student, given, family FROM approved_students WHERE school = $1 AND period = $2 ORDER BY enrolment`, school, period)
	return approved, err
}

// approve adds students to those that a new list is compared with. Existing ones stay unchanged.
func approve(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID, students []roll.Enrolment) error {
	const columns = 6
	if _, err := t.Exec(ctx, `DELETE FROM held_lists WHERE school = $1 AND period = $2`, school, period); err != nil {
		return err
	}
	return engine.Chunks(students, func(part []roll.Enrolment) error {
		args := make([]any, 0, len(part)*columns)
		for _, student := range part {
			args = append(args, school, period, student.ID, student.Student, student.Given, student.Family)
		}
		_, err := t.Exec(ctx, `INSERT INTO approved_students (school, period, enrolment, student, given, family) VALUES `+engine.Tuples(len(part), columns)+`
			ON CONFLICT (school, period, enrolment) DO NOTHING`, args...)
		return err
	})
}

// unapprove accepts any next list, because the school is read in another way from now on.
func unapprove(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	for _, table := range []string{"approved_students", "held_lists"} {
		if _, err := t.Exec(ctx, `DELETE FROM `+table+` WHERE school = $1`, school); err != nil {
			return err
		}
	}
	return nil
}
