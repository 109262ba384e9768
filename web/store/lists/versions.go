package lists

import (
	"bytes"
	"context"
	"database/sql"
	"slices"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/packed"
	"rollbook/web/store/schools"
)

// classVersion is a class as it is stored for the days from Since.
type classVersion struct {
	Class      roll.ClassID
	ClassName  string
	Since      roll.Date
	Position   int
	Generation int64
	Students   []byte
}

// isSame reports whether both have the same students in the same order and place. The connection of the list that is in
// use began with the generation connected.
func (c classVersion) isSame(now classVersion, connected int64) bool {
	return c.ClassName == now.ClassName && c.Position == now.Position && c.Generation >= connected &&
		bytes.Equal(c.Students, now.Students)
}

// keepVersion stores the list that comes into use as that of today and of the days after, and ends the one before with
// yesterday. It writes the classes that changed. Changed is false for a list that is in use already.
func keepVersion(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID,
	students []roll.Enrolment) (changed bool, err error) {
	t.Require(schools.Lock(ctx, t, school))
	today, err := todayOf(ctx, t, school)
	if err != nil {
		return false, err
	}
	generation, connected, err := schools.Generation(ctx, t, school)
	if err != nil {
		return false, err
	}
	classes, err := versionOf(students, today, generation)
	if err != nil {
		return false, err
	}
	used, err := engine.Rows[classVersion](ctx, t, `SELECT class, class_name, since, position, generation, students
		FROM class_versions WHERE school = $1 AND period = $2 AND until = ''`, school, period)
	if err != nil {
		return false, err
	}
	for _, before := range used {
		at := slices.IndexFunc(classes, func(now classVersion) bool { return now.Class == before.Class })
		if at >= 0 && before.isSame(classes[at], connected) {
			classes = slices.Delete(classes, at, at+1)
			continue
		}
		changed = true
		text := `UPDATE class_versions SET until = $4 WHERE school = $1 AND period = $2 AND class = $3 AND until = ''`
		if before.Since >= today {
			// No day before today read it.
			text = `DELETE FROM class_versions WHERE school = $1 AND period = $2 AND class = $3 AND since >= $4`
		}
		t.Require(t.Do(ctx, text, school, period, before.Class, today))
	}
	return changed || len(classes) > 0, engine.Insert(ctx, t, classes,
		`INSERT INTO class_versions (school, period, class, since, class_name, position, generation, students) VALUES $rows`,
		func(_ int, one classVersion) []any {
			return []any{school, period, one.Class, one.Since, one.ClassName, one.Position, one.Generation, one.Students}
		})
}

// KeepUnkept keeps the lists in use that an earlier version of the program stored, for today and the days after.
func (s *Store) KeepUnkept(ctx context.Context) error {
	type list struct {
		School roll.SchoolID
		Period roll.PeriodID
	}
	all, err := engine.Rows[list](ctx, s.Database, `SELECT l.school, substr(l.name, $1) AS period FROM lists l
		WHERE l.name LIKE $2 AND l.read_at > 0 AND NOT EXISTS (SELECT 1 FROM class_versions v WHERE v.school = l.school
		AND v.period = substr(l.name, $1))`, len(StudentLists)+1, StudentLists+"%")
	if err != nil {
		return err
	}
	for _, one := range all {
		err := s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
			students, err := engine.Rows[roll.Enrolment](ctx, tx, `SELECT enrolment AS id, student, given, family, class,
				class_name, teachers FROM enrolments WHERE school = $1 AND period = $2 ORDER BY position`, one.School, one.Period)
			if err != nil {
				return err
			}
			_, err = keepVersion(ctx, tx, one.School, one.Period, students)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func todayOf(ctx context.Context, t *engine.Transaction, school roll.SchoolID) (roll.Date, error) {
	name, err := engine.Row[string](ctx, t, `SELECT time_zone FROM schools WHERE slug = $1`, school)
	if err != nil {
		return "", err
	}
	zone, err := t.Zone(name)
	return roll.DateOf(t.Now, zone), err
}

// versionOf returns the classes of a list, in the order of their first students.
func versionOf(students []roll.Enrolment, since roll.Date, generation int64) (classes []classVersion, err error) {
	byClass := make(map[roll.ClassID][]roll.Enrolment)
	for _, student := range students {
		if len(byClass[student.Class]) == 0 {
			classes = append(classes, classVersion{Class: student.Class, ClassName: student.ClassName, Since: since,
				Position: len(classes), Generation: generation})
		}
		byClass[student.Class] = append(byClass[student.Class], student)
	}
	for i := range classes {
		if classes[i].Students, err = packed.Students(byClass[classes[i].Class]); err != nil {
			return nil, err
		}
	}
	return classes, nil
}

// Renumbering is a change of a number's student: since the generation Past it names another one, and the marks of the
// earlier one are at Place, which is 0 among the present marks.
type Renumbering struct{ Past, Place int64 }

// Renumbered returns the numbers that began to name other students, with their changes in order.
func (s *Store) Renumbered(ctx context.Context, school roll.SchoolID) (map[roll.EnrolmentID][]Renumbering, error) {
	return engine.Groups[roll.EnrolmentID, Renumbering](ctx, s.Database,
		`SELECT DISTINCT enrolment, past, COALESCE(place, past) AS place FROM numbers WHERE school = $1 AND past > 0
		ORDER BY past`, school)
}

// StudentsOn returns the students of a period as the list that was in use on the day had them, a class after the other.
// Known is false for days before the period's first list.
func (s *Store) StudentsOn(ctx context.Context, school roll.SchoolID, period roll.PeriodID,
	date roll.Date) (students []roll.ListedEnrolment, known bool, err error) {
	err = s.Database.Query(ctx, func(rows *sql.Rows) error {
		var class classVersion
		if err := rows.Scan(&class.Class, &class.ClassName, &class.Generation, &class.Students); err != nil {
			return err
		}
		all, err := packed.ReadStudents(class.Students)
		for _, one := range all {
			one.Class, one.ClassName = class.Class, class.ClassName
			students = append(students, roll.ListedEnrolment{Enrolment: one, Generation: class.Generation})
		}
		return err
	}, `SELECT class, class_name, generation, students FROM class_versions
		WHERE school = $1 AND period = $2 AND since <= $3 AND (until = '' OR until > $3) ORDER BY position, class`,
		school, period, date)
	if err != nil || len(students) > 0 {
		return students, true, err
	}
	known, err = engine.Exists(ctx, s.Database,
		`SELECT 1 FROM class_versions WHERE school = $1 AND period = $2 AND since <= $3`, school, period, date)
	return nil, known, err
}

// EachListed calls each with every student whom a list of the period had on a day from from to to, with the first day
// of the list and the one after its last, which is empty for the list in use. A class that changed is called again.
func (s *Store) EachListed(ctx context.Context, school roll.SchoolID, period roll.PeriodID, from, to roll.Date,
	each func(student roll.Enrolment, since, until roll.Date)) error {
	return s.Database.Query(ctx, func(rows *sql.Rows) error {
		var since, until roll.Date
		var class classVersion
		if err := rows.Scan(&class.Class, &class.ClassName, &since, &until, &class.Students); err != nil {
			return err
		}
		students, err := packed.ReadStudents(class.Students)
		for _, student := range students {
			student.Class, student.ClassName = class.Class, class.ClassName
			each(student, since, until)
		}
		return err
	}, `SELECT class, class_name, since, until, students FROM class_versions WHERE school = $1 AND period = $2
		AND since <= $3 AND (until = '' OR until > $4)`, school, period, to, from)
}

// eraseFromVersions removes the student from the lists of all days.
func eraseFromVersions(ctx context.Context, t *engine.Transaction, one roll.OneStudent) error {
	type version struct {
		Period   roll.PeriodID
		Class    roll.ClassID
		Since    roll.Date
		Students []byte
	}
	all, err := engine.Rows[version](ctx, t, `SELECT period, class, since, students FROM class_versions WHERE school = $1`,
		one.School)
	if err != nil {
		return err
	}
	for _, version := range all {
		students, err := packed.ReadStudents(version.Students)
		if err != nil {
			return err
		}
		left := withoutOne(students, one)
		if len(left) == len(students) {
			continue
		}
		if version.Students, err = packed.Students(left); err != nil {
			return err
		}
		t.Require(t.Do(ctx, `UPDATE class_versions SET students = $5 WHERE school = $1 AND period = $2 AND class = $3
			AND since = $4`, one.School, version.Period, version.Class, version.Since, version.Students))
	}
	return nil
}
