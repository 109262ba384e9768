package lists

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/saves"
)

// Listed returns the students that are on any of the school's lists.
func (s *Store) Listed(ctx context.Context, school roll.SchoolID,
	students []roll.StudentID) (map[roll.StudentID]bool, error) {
	listed, err := engine.RowsAmong[roll.StudentID](ctx, s.Database, students,
		`SELECT student FROM enrolments WHERE school = $1 AND student > 0 AND student IN ($ids)`, school)
	found := make(map[roll.StudentID]bool, len(listed))
	for _, student := range listed {
		found[student] = true
	}
	return found, err
}

func studentsByPeriod(ctx context.Context, t *engine.Transaction,
	school roll.SchoolID) (map[roll.PeriodID][]roll.Enrolment, error) {
	return engine.Groups[roll.PeriodID, roll.Enrolment](ctx, t,
		`SELECT period, enrolment AS id, student, given, family, class, class_name FROM enrolments WHERE school = $1
			ORDER BY period, position`, school)
}

// PutStudents replaces the students of a period, all or none, as a person has approved them.
func (s *Store) PutStudents(ctx context.Context, school roll.SchoolID, period roll.PeriodID, source string,
	students []roll.Enrolment) error {
	return s.Database.InTransaction(ctx,
		func(tx *engine.Transaction) error {
			return PutList(ctx, tx, school, period, source, roll.StudentList{Students: students})
		})
}

// PutList is [Store.PutStudents] in a transaction, with what a list has beside its students.
func PutList(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID, source string,
	read roll.StudentList) error {
	t.Require(replaceStudents(ctx, t, school, period, source, read))
	t.Require(t.Do(ctx, `DELETE FROM approved_students WHERE school = $1 AND period = $2`, school, period))
	return approve(ctx, t, school, period, read.Students)
}

func replaceStudents(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID,
	source string, read roll.StudentList) error {
	students := read.Students
	t.Require(saves.ForgetGone(ctx, t, school, period))
	t.Require(listNumbers(ctx, t, school, period, students))
	// After the numbers: a version names its students by the generation that they begin.
	changed, err := keepVersion(ctx, t, school, period, students)
	if err != nil {
		return err
	}
	listed, err := engine.Exists(ctx, t, `SELECT 1 FROM enrolments WHERE school = $1 AND period = $2`, school, period)
	if err != nil {
		return err
	}
	t.Require(noteList(ctx, t, school, StudentList(period), source))
	t.Require(keepBeside(ctx, t, school, period, read))
	if !changed && listed {
		return nil
	}
	t.Require(t.Do(ctx, `DELETE FROM enrolments WHERE school = $1 AND period = $2`, school, period))
	return engine.Insert(ctx, t, students, `INSERT INTO enrolments (school, period, enrolment, student, given, family,
		class, class_name, position, teachers)
		VALUES $rows ON CONFLICT (school, period, class, enrolment) DO NOTHING`,
		func(position int, student roll.Enrolment) []any {
			return []any{school, period, student.ID, student.Student, student.Given, student.Family, student.Class,
				student.ClassName, position, student.Teachers}
		})
}

// keepBeside stores what the list has beside its students with numbers.
func keepBeside(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID,
	read roll.StudentList) error {
	t.Require(t.Do(ctx, `UPDATE lists SET left_over = $1 WHERE school = $2 AND name = $3 AND left_over <> $1`,
		read.LeftOver, school, StudentList(period)))
	t.Require(keepLeftOut(ctx, t, school, StudentList(period), read.LeftOut))
	t.Require(t.Do(ctx, `DELETE FROM unnumbered_students WHERE school = $1 AND period = $2`, school, period))
	return engine.Insert(ctx, t, read.Unnumbered, `INSERT INTO unnumbered_students (school, period, position, student,
		given, family, class, class_name) VALUES $rows`, func(position int, student roll.Enrolment) []any {
		return []any{school, period, position, student.Student, student.Given, student.Family, student.Class,
			student.ClassName}
	})
}

// Unnumbered returns the students whom the list of the period names without a number.
func (s *Store) Unnumbered(ctx context.Context, school roll.SchoolID, period roll.PeriodID) ([]roll.Enrolment, error) {
	return engine.Rows[roll.Enrolment](ctx, s.Database, `SELECT student, given, family, class, class_name
		FROM unnumbered_students WHERE school = $1 AND period = $2 ORDER BY position`, school, period)
}

func keepLeftOut(ctx context.Context, t *engine.Transaction, school roll.SchoolID, list List,
	left []roll.LeftOut) error {
	text, err := json.Marshal(slices.Concat([]roll.LeftOut{}, left))
	t.Require(err)
	return t.Do(ctx, `UPDATE lists SET left_out = $1 WHERE school = $2 AND name = $3 AND left_out <> $1`, string(text),
		school, list)
}

// LeftOut returns the students whom the file of the period names, and who seem to have left.
func (s *Store) LeftOut(ctx context.Context, school roll.SchoolID, period roll.PeriodID) ([]roll.LeftOut, error) {
	return leftOutOf(ctx, s.Database, school, StudentList(period))
}

func leftOutOf(ctx context.Context, read engine.Reader, school roll.SchoolID,
	list List) (left []roll.LeftOut, err error) {
	text, err := engine.Value[string](ctx, read, `SELECT left_out FROM lists WHERE school = $1 AND name = $2`, school,
		list)
	if err != nil || text == "" {
		return nil, err
	}
	return left, json.Unmarshal([]byte(text), &left)
}

// Students returns the students of a period in the order in which they were read.
func (s *Store) Students(ctx context.Context, school roll.SchoolID, period roll.PeriodID) ([]roll.Enrolment, error) {
	return studentsOf(ctx, s.Database, school, period)
}

func studentsOf(ctx context.Context, query engine.Reader, school roll.SchoolID,
	period roll.PeriodID) ([]roll.Enrolment, error) {
	return engine.Rows[roll.Enrolment](ctx, query,
		`SELECT enrolment AS id, student, given, family, class, class_name FROM enrolments
		WHERE school = $1 AND period = $2 ORDER BY position`, school, period)
}

// NamedTeachers returns the teachers whom the period's list names for most students of a class, as the list writes
// them.
func (s *Store) NamedTeachers(ctx context.Context, school roll.SchoolID,
	period roll.PeriodID) (all []roll.ClassTeacher, err error) {
	classes, err := engine.Rows[roll.ClassTeacher](ctx, s.Database, `SELECT class, teachers AS name FROM (
			SELECT class, teachers, COUNT(*) AS students, SUM(COUNT(*)) OVER (PARTITION BY class) AS of_class
			FROM enrolments WHERE school = $1 AND period = $2 GROUP BY class, teachers) n
		WHERE teachers <> '' AND 2 * students > of_class ORDER BY class`, school, period)
	for _, one := range classes {
		for line := range strings.SplitSeq(one.Name, "\n") {
			name, mail, both := strings.Cut(strings.TrimSuffix(line, ">"), " <")
			if !both && strings.Contains(line, "@") {
				name, mail = "", line
			}
			all = append(all, roll.ClassTeacher{Period: period, Class: one.Class, Name: name, Mail: mail})
		}
	}
	return all, err
}

// Known returns the students of the school's lists by enrolment. The value is 0 when a list has no
// student id.
func Known(ctx context.Context, t *engine.Transaction,
	school roll.SchoolID) (map[roll.EnrolmentID]roll.StudentID, error) {
	return engine.Pairs[roll.EnrolmentID, roll.StudentID](ctx, t,
		`SELECT enrolment, MAX(student) FROM enrolments WHERE school = $1 GROUP BY enrolment`, school)
}
