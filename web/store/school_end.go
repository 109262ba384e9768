package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
	"rollbook/web/store/people"
	"rollbook/web/store/schools"
)

// SchoolEnd returns what is removed with the school, and what delays its removal.
func (s *Store) SchoolEnd(ctx context.Context, school roll.SchoolID) (roll.SchoolEnd, error) {
	return schoolEnd(ctx, s.Database, school)
}

func schoolEnd(ctx context.Context, read engine.Reader, school roll.SchoolID) (end roll.SchoolEnd, err error) {
	var taken, changed int64
	err = engine.Find(ctx, read, func(rows *sql.Rows) error {
		return rows.Scan(&end.People, &end.Leaving, &end.Students, &end.Saves, &end.Marks, &end.UnderWay, &end.Stopped, &taken, &changed)
	}, `SELECT (SELECT COUNT(*) FROM memberships m WHERE m.school = c.slug),
		(SELECT COUNT(*) FROM memberships m WHERE m.school = c.slug AND `+people.OnlyHere+`),
		(SELECT COUNT(DISTINCT e.enrolment) FROM enrolments e WHERE e.school = c.slug),
		(SELECT COUNT(*) FROM saves s WHERE s.school = c.slug),
		(SELECT COUNT(*) FROM marks m WHERE m.school = c.slug),
		(SELECT COUNT(*) FROM marks m WHERE m.school = c.slug AND m.state IN `+literal.UnderWay+`)
			+ (SELECT COUNT(*) FROM attempts a WHERE a.school = c.slug AND a.state = `+literal.Open+`),
		(SELECT COUNT(*) FROM marks m WHERE m.school = c.slug AND m.state = `+literal.Stopped+` AND m.keyed = 0),
		c.taken_away_at,
		(SELECT COALESCE(MAX(CASE WHEN m.answered_at > m.marked_at THEN m.answered_at ELSE m.marked_at END), 0) FROM marks m WHERE m.school = c.slug)
		FROM schools c WHERE c.slug = $1`, school)
	end.Exported, end.Changed = engine.Instant(taken), engine.Instant(changed)
	return end, err
}

// EachMarkToExport calls each with every mark of the school, its student and the class in whose roll it was
// made, by date and class. It returns the instant for NoteExported.
func (s *Store) EachMarkToExport(ctx context.Context, school roll.SchoolID, each func(date roll.Date, class string, student roll.Enrolment, mark roll.Mark) error) (at time.Time, err error) {
	if at, err = s.Database.Now(ctx); err != nil {
		return at, err
	}
	type number struct {
		roll.EnrolmentID
		past int64
	}
	names := make(map[number]roll.Enrolment)
	err = s.Database.Query(ctx, func(rows *sql.Rows) error {
		var one roll.Enrolment
		var past int64
		err := rows.Scan(&one.ID, &past, &one.Given, &one.Family)
		names[number{one.ID, past}] = one
		return err
	}, `SELECT enrolment, past, given, family FROM numbers WHERE school = $1 ORDER BY generation`, school)
	if err != nil {
		return at, err
	}
	return at, s.Database.Query(ctx, func(rows *sql.Rows) error {
		var mark roll.Mark
		var date roll.Date
		var class string
		var student roll.StudentID
		var past int64
		err := scanMark(rows, &mark, &date, &class, &student, &past, &mark.Sent, &mark.Observed, &mark.By.Name, &mark.By.Role)
		if err != nil {
			return err
		}
		of := names[number{mark.Enrolment, past}]
		of.ID, of.Student = mark.Enrolment, student
		return each(date, class, of, mark)
	}, `SELECT `+markColumns+`, m.date, s.class_name, m.student, m.past, s.status_name, s.observed, s.person_name, s.role
		FROM `+markTables+` WHERE m.school = $1 ORDER BY m.date, s.class_name, m.enrolment`, school)
}

// RemoveSchool removes the school and all its data, with the people who belong to no other. It returns
// roll.Stale, and removes nothing, when something is still being sent, or when marks came after the school's
// file was exported. It is one transaction, for any number of rows.
func (s *Store) RemoveSchool(ctx context.Context, school roll.SchoolID) (end roll.SchoolEnd, err error) {
	err = s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		if err := schools.Lock(ctx, tx, school); err != nil {
			return err
		}
		// A save accepted meanwhile waits for this row, and then finds no school.
		if err := tx.Query(ctx, func(*sql.Rows) error { return nil }, `SELECT 1 FROM schools c WHERE c.slug = $1`+s.Database.Lock("c"), school); err != nil {
			return err
		}
		if end, err = schoolEnd(ctx, tx, school); err != nil {
			return err
		}
		if problem := end.Problem(); problem != nil {
			return problem
		}
		return removeSchool(ctx, tx, school)
	})
	if err == nil {
		s.Database.Overwrite(ctx)
	}
	return end, err
}

func removeSchool(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	leaving, err := people.LeavingWith(ctx, t, school)
	if err != nil {
		return err
	}
	for _, removal := range slices.Concat(people.Removals(), ownRemovals(), schools.Removals()) {
		if _, err := t.Exec(ctx, removal, school); err != nil {
			return err
		}
	}
	return engine.Chunks(leaving, func(part []roll.PersonID) error {
		these, persons := engine.Among("person", 0, part)
		if _, err := t.Exec(ctx, `DELETE FROM import_drafts WHERE `+these, persons...); err != nil {
			return err
		}
		return people.Remove(ctx, t, part)
	})
}

// ownRemovals returns the statements that remove the school $1 from the tables of this package. Rows that refer
// to others are removed first.
func ownRemovals() []string {
	ofSaves := ` WHERE save IN (SELECT token FROM saves WHERE school = $1)`
	statements := []string{
		`DELETE FROM outcomes` + ofSaves, `DELETE FROM remarks` + ofSaves,
	}
	for _, table := range []string{
		"searches", "students_gone", "guided_marks", "held_marks", "marks", "mark_versions", "attempts", "others_named", "saves",
		"changes_elsewhere", "connection_decisions", "notices", "roll_openings",
		"student_group_members", "student_groups", "import_drafts", "lists", "held_lists", "approved_students", "periods", "enrolments", "statuses", "status_aliases",
		"numbers", "former_lists", "refused_taps",
	} {
		statements = append(statements, `DELETE FROM `+table+` WHERE school = $1`)
	}
	return statements
}
