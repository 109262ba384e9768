package store

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
	"rollbook/web/store/schools"
)

// List names one of the stored lists of a school.
type List string

// The stored lists of a school. There is one list of students for each period.
const (
	PeriodList List = "periods"
	StatusList List = "statuses"
)

// StudentList returns the name of a period's list of students.
func StudentList(period roll.PeriodID) List { return List(studentLists + string(period)) }

// studentLists begins the name of every list of students.
const studentLists = "students:"

// ListState is the origin and age of a list.
type ListState struct {
	// Source is "service", "file" or "typed".
	Source string
	// ReadAt is the time of the copy, TriedAt that of the last try.
	ReadAt, TriedAt time.Time
	// Problem is the reason why the last try failed, or empty.
	Problem string
	// Generation is the school's generation when the list was requested.
	Generation int64
}

// The sources of a list.
const (
	FromService = "service"
	FromFile    = "file"
	Typed       = "typed"
)

// ListState returns the state of a school's list, zero when there is no copy.
func (s *Store) ListState(ctx context.Context, school roll.SchoolID, list List) (ListState, error) {
	var state ListState
	var readAt, triedAt int64
	err := s.Database.Query(ctx, func(rows *sql.Rows) error {
		return rows.Scan(&state.Source, &readAt, &triedAt, &state.Problem, &state.Generation)
	}, `SELECT COALESCE(l.source, ''), COALESCE(l.read_at, 0), COALESCE(l.tried_at, 0), COALESCE(l.problem, ''), c.newest_generation
		FROM schools c LEFT JOIN lists l ON l.school = c.slug AND l.name = $2 WHERE c.slug = $1`, school, list)
	state.ReadAt, state.TriedAt = engine.Instant(readAt), engine.Instant(triedAt)
	return state, err
}

// NoteListProblem records that a list could not be read from the school's service. The copy stays. It returns
// the error of ofConnection.
func (s *Store) NoteListProblem(ctx context.Context, school roll.School, list List, problem string) error {
	return schools.OfConnection(ctx, s.Database, school, func(tx *engine.Transaction) error { return noteListProblem(ctx, tx, school.ID, list, problem) })
}

func noteListProblem(ctx context.Context, t *engine.Transaction, school roll.SchoolID, list List, problem string) error {
	_, err := t.Exec(ctx, `INSERT INTO lists (school, name, source, read_at, tried_at, problem) VALUES ($1, $2, $3, 0, $4, $5)
		ON CONFLICT (school, name) DO UPDATE SET tried_at = excluded.tried_at, problem = excluded.problem`,
		school, list, FromService, engine.Milliseconds(t.Now), problem)
	return err
}

func noteList(ctx context.Context, t *engine.Transaction, school roll.SchoolID, list List, source string) error {
	_, err := t.Exec(ctx, `INSERT INTO lists (school, name, source, read_at, tried_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (school, name) DO UPDATE SET source = excluded.source, read_at = excluded.read_at, tried_at = excluded.tried_at, problem = ''`,
		school, list, source, engine.Milliseconds(t.Now), engine.Milliseconds(t.Now))
	return err
}

// PutPeriods replaces the school's periods.
func (s *Store) PutPeriods(ctx context.Context, school roll.SchoolID, source string, periods []roll.Period) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error { return putPeriods(ctx, tx, school, source, periods) })
}

// TakePeriods is PutPeriods for an answer of the service. It returns the error of ofConnection.
func (s *Store) TakePeriods(ctx context.Context, school roll.School, periods []roll.Period) error {
	return schools.OfConnection(ctx, s.Database, school, func(tx *engine.Transaction) error { return putPeriods(ctx, tx, school.ID, FromService, periods) })
}

func putPeriods(ctx context.Context, t *engine.Transaction, school roll.SchoolID, source string, periods []roll.Period) error {
	if _, err := t.Exec(ctx, `DELETE FROM periods WHERE school = $1`, school); err != nil {
		return err
	}
	for i, period := range periods {
		if _, err := t.Exec(ctx, `INSERT INTO periods (school, id, name, starts, ends, position) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (school, id) DO NOTHING`, school, period.ID, period.Name, period.Starts, period.Ends, i); err != nil {
			return err
		}
	}
	return noteList(ctx, t, school, PeriodList, source)
}

// Periods returns the school's periods, in its order.
func (s *Store) Periods(ctx context.Context, school roll.SchoolID) ([]roll.Period, error) {
	return periodsOf(ctx, s.Database, school)
}

func periodsOf(ctx context.Context, read engine.Reader, school roll.SchoolID) ([]roll.Period, error) {
	var periods []roll.Period
	err := read.Query(ctx, func(rows *sql.Rows) error {
		var period roll.Period
		err := rows.Scan(&period.ID, &period.Name, &period.Starts, &period.Ends)
		periods = append(periods, period)
		return err
	}, `SELECT id, name, starts, ends FROM periods WHERE school = $1 ORDER BY position`, school)
	return periods, err
}

// PutStatuses replaces the school's attendance statuses, in the school's order.
func (s *Store) PutStatuses(ctx context.Context, school roll.SchoolID, source string, statuses []roll.Status) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error { return putStatusList(ctx, tx, school, source, statuses) })
}

// TakeStatuses is PutStatuses for an answer of the service. It returns the error of ofConnection.
func (s *Store) TakeStatuses(ctx context.Context, school roll.School, statuses []roll.Status) error {
	return schools.OfConnection(ctx, s.Database, school, func(tx *engine.Transaction) error { return putStatusList(ctx, tx, school.ID, FromService, statuses) })
}

func putStatusList(ctx context.Context, t *engine.Transaction, school roll.SchoolID, source string, statuses []roll.Status) error {
	if err := putStatuses(ctx, t, school, statuses); err != nil {
		return err
	}
	return noteList(ctx, t, school, StatusList, source)
}

// Statuses returns the school's attendance statuses, in its order.
func (s *Store) Statuses(ctx context.Context, school roll.SchoolID) ([]roll.Status, error) {
	return statusesOf(ctx, s.Database, school)
}

func statusesOf(ctx context.Context, read engine.Reader, school roll.SchoolID) ([]roll.Status, error) {
	var statuses []roll.Status
	err := read.Query(ctx, func(rows *sql.Rows) error {
		var status roll.Status
		var carriesTime int64
		err := rows.Scan(&status.ID, &status.Name, &status.Letter, &status.Family, &carriesTime)
		status.CarriesTime = carriesTime != 0
		statuses = append(statuses, status)
		return err
	}, `SELECT id, name, letter, family, carries_time FROM statuses WHERE school = $1 ORDER BY position`, school)
	return statuses, err
}

// Aliases returns the other names of statuses in the school's service.
func (s *Store) Aliases(ctx context.Context, school roll.SchoolID) (map[string]roll.StatusID, error) {
	aliases := make(map[string]roll.StatusID)
	err := s.Database.Query(ctx, func(rows *sql.Rows) error {
		var name string
		var status roll.StatusID
		err := rows.Scan(&name, &status)
		aliases[name] = status
		return err
	}, `SELECT name, status FROM status_aliases WHERE school = $1`, school)
	return aliases, err
}

// AddAlias stores another name of the status in the school's service.
func (s *Store) AddAlias(ctx context.Context, school roll.SchoolID, name string, status roll.StatusID) error {
	_, err := s.Database.Exec(ctx, `INSERT INTO status_aliases (school, name, status) VALUES ($1, $2, $3)
		ON CONFLICT (school, name) DO UPDATE SET status = excluded.status`, school, name, status)
	return err
}

// PutStudents replaces the students of a period, all or none, as a person has approved them.
func (s *Store) PutStudents(ctx context.Context, school roll.SchoolID, period roll.PeriodID, source string, students []roll.Enrolment) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error { return putStudents(ctx, tx, school, period, source, students) })
}

func putStudents(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID, source string, students []roll.Enrolment) error {
	if err := replaceStudents(ctx, t, school, period, source, students); err != nil {
		return err
	}
	if _, err := t.Exec(ctx, `DELETE FROM approved_students WHERE school = $1 AND period = $2`, school, period); err != nil {
		return err
	}
	return approve(ctx, t, school, period, students)
}

func replaceStudents(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID, source string, students []roll.Enrolment) error {
	const columns = 9
	if err := forgetGone(ctx, t, school, period); err != nil {
		return err
	}
	if err := listNumbers(ctx, t, school, period, students); err != nil {
		return err
	}
	if _, err := t.Exec(ctx, `DELETE FROM enrolments WHERE school = $1 AND period = $2`, school, period); err != nil {
		return err
	}
	position := 0
	err := engine.Chunks(students, func(part []roll.Enrolment) error {
		args := make([]any, 0, len(part)*columns)
		for _, student := range part {
			args = append(args, school, period, student.ID, student.Student, student.Given, student.Family, student.Class, student.ClassName, position)
			position++
		}
		_, err := t.Exec(ctx, `INSERT INTO enrolments (school, period, enrolment, student, given, family, class, class_name, position)
			VALUES `+engine.Tuples(len(part), columns)+` ON CONFLICT (school, period, class, enrolment) DO NOTHING`, args...)
		return err
	})
	if err != nil {
		return err
	}
	return noteList(ctx, t, school, StudentList(period), source)
}

// Students returns the students of a period in the order in which they were read.
func (s *Store) Students(ctx context.Context, school roll.SchoolID, period roll.PeriodID) ([]roll.Enrolment, error) {
	return studentsOf(ctx, s.Database, school, period)
}

func studentsOf(ctx context.Context, query engine.Reader, school roll.SchoolID, period roll.PeriodID) ([]roll.Enrolment, error) {
	var students []roll.Enrolment
	err := query.Query(ctx, func(rows *sql.Rows) error {
		var student roll.Enrolment
		err := rows.Scan(&student.ID, &student.Student, &student.Given, &student.Family, &student.Class, &student.ClassName)
		students = append(students, student)
		return err
	}, `SELECT enrolment, student, given, family, class, class_name FROM enrolments
		WHERE school = $1 AND period = $2 ORDER BY position`, school, period)
	return students, err
}

// EditStatuses replaces the school's statuses and their other names in its service, in one transaction. Typed
// means that the school has typed them in and the service no longer replaces them. Otherwise the age of the
// list does not change.
func (s *Store) EditStatuses(ctx context.Context, school roll.SchoolID, typed bool, statuses []roll.Status, aliases map[string]roll.StatusID) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		if err := putStatuses(ctx, tx, school, statuses); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM status_aliases WHERE school = $1`, school); err != nil {
			return err
		}
		for name, status := range aliases {
			if _, err := tx.Exec(ctx, `INSERT INTO status_aliases (school, name, status) VALUES ($1, $2, $3)`, school, name, status); err != nil {
				return err
			}
		}
		if !typed {
			return nil
		}
		return noteList(ctx, tx, school, StatusList, Typed)
	})
}

func putStatuses(ctx context.Context, t *engine.Transaction, school roll.SchoolID, statuses []roll.Status) error {
	if _, err := t.Exec(ctx, `DELETE FROM statuses WHERE school = $1`, school); err != nil {
		return err
	}
	for i, status := range statuses {
		if _, err := t.Exec(ctx, `INSERT INTO statuses (school, id, name, letter, family, carries_time, position)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`, school, status.ID, status.Name, status.Letter, status.Family, engine.Flag(status.CarriesTime), i); err != nil {
			return err
		}
	}
	return nil
}

// OtherNames returns the names that the service returned since the date instead of the sent status, the most
// frequent first.
func (s *Store) OtherNames(ctx context.Context, school roll.SchoolID, since roll.Date) ([]roll.OtherName, error) {
	var names []roll.OtherName
	err := s.Database.Query(ctx, func(rows *sql.Rows) error {
		var name roll.OtherName
		err := rows.Scan(&name.Returned, &name.Sent, &name.Marks)
		names = append(names, name)
		return err
	}, `SELECT m.returned, s.status_id, count(*) FROM marks m JOIN saves s ON s.token = m.save
		WHERE m.school = $1 AND m.date >= $2 AND m.state = `+literal.Differs+` AND m.returned <> ''
		GROUP BY m.returned, s.status_id ORDER BY count(*) DESC, m.returned, s.status_id LIMIT 20`, school, since)
	return names, err
}

// AddGroup stores a new group, without members.
func (s *Store) AddGroup(ctx context.Context, school roll.SchoolID, group roll.Group) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		_, err := tx.Exec(ctx, `INSERT INTO student_groups (school, id, period, name, owner, made_at) VALUES `+engine.Tuples(1, 6),
			school, group.ID, group.Period, group.Name, group.Owner, engine.Milliseconds(tx.Now))
		return err
	})
}

// EditGroup renames the group and changes its members: of the students in shown, only those in ticked become
// or stay members. Members who are not in shown stay.
func (s *Store) EditGroup(ctx context.Context, school roll.SchoolID, id roll.GroupID, name string, shown, ticked []roll.EnrolmentID) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		if err := tx.MustChange(ctx, `UPDATE student_groups SET name = $1 WHERE school = $2 AND id = $3`, name, school, id); err != nil {
			return err
		}
		err := engine.Chunks(shown, func(part []roll.EnrolmentID) error {
			args := append([]any{school, id}, engine.Padded(part)...)
			_, err := tx.Exec(ctx, `DELETE FROM student_group_members WHERE school = $1 AND student_group = $2
				AND enrolment IN (`+engine.List(2, len(args)-2)+`)`, args...)
			return err
		})
		if err != nil {
			return err
		}
		return engine.Chunks(ticked, func(part []roll.EnrolmentID) error {
			args := make([]any, 0, 3*len(part))
			for _, enrolment := range part {
				args = append(args, school, id, enrolment)
			}
			_, err := tx.Exec(ctx, `INSERT INTO student_group_members (school, student_group, enrolment) VALUES `+engine.Tuples(len(part), 3)+`
				ON CONFLICT (school, student_group, enrolment) DO NOTHING`, args...)
			return err
		})
	})
}

// DropGroup deletes a group, if it exists. Marks made with it stay.
func (s *Store) DropGroup(ctx context.Context, school roll.SchoolID, id roll.GroupID) error {
	_, err := s.Database.Exec(ctx, `DELETE FROM student_groups WHERE school = $1 AND id = $2`, school, id)
	return err
}

const groupsWithMembers = `SELECT g.id, g.period, g.name, g.owner, coalesce(m.enrolment, 0) FROM student_groups g
	LEFT JOIN student_group_members m ON m.school = g.school AND m.student_group = g.id`

// Groups returns all groups of a period, including personal ones, in the order of creation.
func (s *Store) Groups(ctx context.Context, school roll.SchoolID, period roll.PeriodID) ([]roll.Group, error) {
	return s.groups(ctx, groupsWithMembers+` WHERE g.school = $1 AND g.period = $2 ORDER BY g.made_at, g.id, m.enrolment`, school, period)
}

// Group returns one group.
func (s *Store) Group(ctx context.Context, school roll.SchoolID, id roll.GroupID) (roll.Group, error) {
	groups, err := s.groups(ctx, groupsWithMembers+` WHERE g.school = $1 AND g.id = $2 ORDER BY m.enrolment`, school, id)
	if err != nil {
		return roll.Group{}, err
	}
	if len(groups) == 0 {
		return roll.Group{}, engine.NotFound()
	}
	return groups[0], nil
}

func (s *Store) groups(ctx context.Context, text string, args ...any) ([]roll.Group, error) {
	var groups []roll.Group
	err := s.Database.Query(ctx, func(rows *sql.Rows) error {
		var group roll.Group
		var member roll.EnrolmentID
		if err := rows.Scan(&group.ID, &group.Period, &group.Name, &group.Owner, &member); err != nil {
			return err
		}
		if len(groups) == 0 || groups[len(groups)-1].ID != group.ID {
			groups = append(groups, group)
		}
		if member != 0 {
			last := &groups[len(groups)-1]
			last.Members = append(last.Members, member)
		}
		return nil
	}, text, args...)
	return groups, err
}
