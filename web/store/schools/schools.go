package schools

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// Columns are the columns that Scan reads, before More or Largest.
const Columns = `slug, name, time_zone, base_url, tenant, school_code, mapping, time_format,

	late_check, left_check, apply_seconds, call_seconds, past_days, rolls_due, late_after, proof, allow_private,
	newest_generation, connected`

// largestList is the largest list that the school's service accepts, and when it showed that.
const largestList = `, coalesce((SELECT w.largest_list FROM school_states w WHERE w.school = slug), 0),
	coalesce((SELECT w.list_learned_at FROM school_states w WHERE w.school = slug), 0)`

// More is selected after Columns: the largest list, whether the school has groups, and whether it has closed days.
const More = largestList + `,

	CASE WHEN EXISTS (SELECT 1 FROM student_groups g WHERE g.school = slug) THEN 1 ELSE 0 END,
	CASE WHEN EXISTS (SELECT 1 FROM closed_days d WHERE d.school = slug) OR EXISTS (SELECT 1 FROM closed_weekdays d
	WHERE d.school = slug)
	THEN 1 ELSE 0 END, language`

// Largest replaces More when the school is only read for sending.
const Largest = largestList + `, 0, 0, ''`

// Scan reads Columns and More, and more columns after them.
func Scan(read engine.Reader, rows *sql.Rows, school *roll.School, more ...any) error {
	var zone string
	var apply, call int64
	into := []any{&school.ID, &school.Name, &zone, &school.BaseURL, &school.Tenant, &school.Code, &school.Mapping,
		&school.TimeFormat, &school.LateCheck, &school.LeftCheck, &apply, &call, &school.PastDays, &school.RollsDue,
		&school.LateAfter, &school.Proof, &school.AllowPrivate, &school.Generation, &school.Connected, &school.LargestList,
		engine.ToTime(&school.ListLearned), engine.ToBool(&school.HasGroups), engine.ToBool(&school.HasClosings),
		&school.Language}
	if err := rows.Scan(append(into, more...)...); err != nil {
		return err
	}
	location, err := read.Zone(zone)
	if err != nil {
		return fmt.Errorf("the zone of school %s: %w", school.ID, err)
	}
	school.Zone = location
	school.Apply, school.Call = time.Duration(apply)*time.Second, time.Duration(call)*time.Second
	return nil
}

// School returns the school with the slug.
func (s *Store) School(ctx context.Context, id roll.SchoolID) (roll.School, error) {
	return Read(ctx, s.Database, id)
}

// Read returns the school with the slug, or roll.NotFound.
func Read(ctx context.Context, read engine.Reader, id roll.SchoolID) (school roll.School, err error) {
	return engine.First(ctx, read, func(rows *sql.Rows, school *roll.School) error { return Scan(read, rows, school) },
		`SELECT `+Columns+More+` FROM schools WHERE slug = $1`, id)
}

// schoolValues returns the school's values for Columns.
func schoolValues(school roll.School) []any {
	return []any{school.ID, school.Name, school.Zone.String(), school.BaseURL, school.Tenant, school.Code, school.Mapping,
		school.TimeFormat, school.LateCheck, school.LeftCheck,
		int64(school.Apply / time.Second), int64(school.Call / time.Second), school.PastDays, school.RollsDue,
		school.LateAfter, school.Proof, school.AllowPrivate, school.Generation, school.Connected}
}

// IsStill reports whether the stored school is as it was read, in everything that sending depends on.
func IsStill(ctx context.Context, t *engine.Transaction, school roll.School) (still bool, err error) {
	values := schoolValues(school)
	return engine.Exists(ctx, t, `SELECT 1 FROM schools WHERE (`+Columns+`) = `+engine.Tuples(1, len(values))+`
		AND coalesce((SELECT w.largest_list FROM school_states w WHERE w.school = slug), 0) = $20`,
		append(values, school.LargestList)...)
}

// Schools returns all schools by slug.
func (s *Store) Schools(ctx context.Context) ([]roll.School, error) {
	return engine.All(ctx, s.Database, func(rows *sql.Rows, school *roll.School) error {
		return Scan(s.Database, rows, school)
	}, `SELECT `+Columns+More+` FROM schools ORDER BY slug`)
}

// AddSchool stores a school with its first key, in one transaction. Without a key the school is not
// connected yet.
func (s *Store) AddSchool(ctx context.Context, school roll.School, key Key) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error { return Insert(ctx, tx, school, key) })
}

// Insert stores a school with its first key, if it has one.
func Insert(ctx context.Context, t *engine.Transaction, school roll.School, key Key) error {
	school.Generation, school.Connected = 1, 1
	err := t.Do(ctx, `INSERT INTO schools (`+Columns+`, created_at) VALUES `+
		engine.Tuples(1, 20), append(schoolValues(school), engine.Milliseconds(t.Now))...)
	if err != nil || len(key.Sealed) == 0 {
		return err
	}
	_, err = insertKey(ctx, t, school.ID, key, true)
	return err
}

// SetAllowPrivate stores the allowed private addresses of the school's service; empty for none.
func (s *Store) SetAllowPrivate(ctx context.Context, school roll.SchoolID, allowed string) error {
	return s.Database.MustChange(ctx, `UPDATE schools SET allow_private = $1 WHERE slug = $2`, allowed, school)
}

// SetTimes stores the form in which the school's service expects times.
func (s *Store) SetTimes(ctx context.Context, school roll.SchoolID, format roll.TimeFormat, late,
	left roll.Check) error {
	return s.Database.MustChange(ctx,
		`UPDATE schools SET time_format = $1, late_check = $2, left_check = $3 WHERE slug = $4`, format, late, left, school)
}

// SetDay stores the time by which the school's rolls must be taken and the time until which a student is not late, both
// empty for none, and how many days back the office may correct.
func (s *Store) SetDay(ctx context.Context, school roll.SchoolID, due, late roll.TimeOfDay, pastDays int) error {
	return s.Database.MustChange(ctx, `UPDATE schools SET rolls_due = $1, late_after = $2, past_days = $3 WHERE slug = $4`,
		due, late, pastDays, school)
}

// Calendar returns the days when the school is closed.
func (s *Store) Calendar(ctx context.Context, school roll.SchoolID) (roll.Calendar, error) {
	weekdays, err := engine.Rows[time.Weekday](ctx, s.Database,
		`SELECT weekday FROM closed_weekdays WHERE school = $1 ORDER BY weekday`, school)
	if err != nil {
		return roll.Calendar{}, err
	}
	ranges, err := engine.Rows[roll.ClosedDays](ctx, s.Database,
		`SELECT id, name, starts, ends FROM closed_days WHERE school = $1 ORDER BY starts, ends, id`, school)
	return roll.Calendar{Weekdays: weekdays, Ranges: ranges}, err
}

// Closing reports whether the school is closed on the date. A named range gives the reason.
func (s *Store) Closing(ctx context.Context, school roll.SchoolID, date roll.Date) (roll.Closing, error) {
	closings, err := engine.Rows[string](ctx, s.Database,
		`SELECT name FROM closed_days WHERE school = $1 AND ends >= $2 AND starts <= $3
		UNION ALL SELECT '' FROM closed_weekdays WHERE school = $4 AND weekday = $5`,
		school, date, date, school, int64(date.Noon(time.UTC).Weekday()))
	closing := roll.Closing{Closed: len(closings) > 0}
	for _, name := range closings {
		closing.Name = max(closing.Name, name)
	}
	return closing, err
}

// SetClosedWeekdays replaces the days of the week when the school is closed.
func (s *Store) SetClosedWeekdays(ctx context.Context, school roll.SchoolID, weekdays []time.Weekday) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(tx.Do(ctx, `DELETE FROM closed_weekdays WHERE school = $1`, school))
		return engine.DoEach(ctx, tx, weekdays, `INSERT INTO closed_weekdays (school, weekday) VALUES ($1, $2)`,
			func(_ int, day time.Weekday) []any { return []any{school, int64(day)} })
	})
}

// AddClosedDays adds a range of closed days.
func (s *Store) AddClosedDays(ctx context.Context, school roll.SchoolID, days roll.ClosedDays) error {
	return s.Database.Do(ctx, `INSERT INTO closed_days (school, id, name, starts, ends) VALUES `+
		engine.Tuples(1, 5), school, days.ID, days.Name, days.Starts, days.Ends)
}

// DropClosedDays removes a range. A missing one is not an error.
func (s *Store) DropClosedDays(ctx context.Context, school roll.SchoolID, id string) error {
	return s.Database.Do(ctx, `DELETE FROM closed_days WHERE school = $1 AND id = $2`, school, id)
}

// OfConnection is Locked for storing an answer of the school's service. It returns roll.Stale and changes nothing when
// the school has a new connection by now, whose numbers mean other students.
func OfConnection(ctx context.Context, database *engine.Database, school roll.School,
	work func(*engine.Transaction) error) error {
	return Locked(ctx, database, school.ID, func(tx *engine.Transaction) error {
		if _, connected, err := Generation(ctx, tx, school.ID); err != nil {
			return err
		} else if connected != school.Connected {
			return roll.Problem(roll.Stale, "problem.what.409")
		}
		return work(tx)
	})
}

// Generation returns the school's newest generation, and the first one of its connection.
func Generation(ctx context.Context, t *engine.Transaction,
	school roll.SchoolID) (generation, connected int64, err error) {
	err = t.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(&generation, &connected) },
		`SELECT newest_generation, connected FROM schools WHERE slug = $1`, school)
	return generation, connected, err
}

// NextGeneration begins the next generation and returns it. A save accepted meanwhile waits for the school's
// row, and then counts as from an older page.
func NextGeneration(ctx context.Context, t *engine.Transaction, school roll.SchoolID) (generation int64, err error) {
	generation, err = engine.Value[int64](ctx, t, `SELECT c.newest_generation + 1 FROM schools c WHERE c.slug = $1`+
		t.Lock("c"), school)
	if err != nil {
		return 0, err
	}
	err = t.Do(ctx, `UPDATE schools SET newest_generation = $1 WHERE slug = $2`, generation, school)
	return generation, err
}

// SetSchoolName stores the school's name for people, and the tag of the language of its pages, empty for the browser's.
func (s *Store) SetSchoolName(ctx context.Context, school roll.SchoolID, name, tag string) error {
	return s.Database.MustChange(ctx, `UPDATE schools SET name = $1, language = $2 WHERE slug = $3`, name, tag, school)
}

// NoteExported records that all marks made before the instant were exported to a file.
func (s *Store) NoteExported(ctx context.Context, school roll.SchoolID, at time.Time) error {
	return s.Database.MustChange(ctx, `UPDATE schools SET taken_away_at = $1 WHERE slug = $2`,
		engine.Milliseconds(at), school)
}

// ProveByAnswer records that the answer to the attempt named its students by the numbers of the school's
// list, if no earlier answer had.
func ProveByAnswer(ctx context.Context, t *engine.Transaction, attempt roll.Attempt, answer roll.Reading) error {
	if !attempt.First || !answer.NamesAll(attempt.Marks) {
		return nil
	}
	return t.Do(ctx, `UPDATE schools SET proof = $1 WHERE slug = $2 AND proof = `+
		literal.ByDocument, roll.ProvenByAnswer, attempt.School)
}

// Width is the number of columns of Columns with More.
const Width = 24

// SetConnection stores the address, the codes, the mapping and the proof of the school's service.
func SetConnection(ctx context.Context, t *engine.Transaction, school roll.School) error {
	return t.Do(ctx, `UPDATE schools SET base_url = $1, tenant = $2, school_code = $3, mapping = $4, proof = $5
		WHERE slug = $6`,
		school.BaseURL, school.Tenant, school.Code, school.Mapping, school.Proof, school.ID)
}

// NextConnection begins the next generation with a new connection.
func NextConnection(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	generation, err := NextGeneration(ctx, t, school)
	if err == nil {
		err = t.Do(ctx, `UPDATE schools SET connected = $1 WHERE slug = $2`, generation, school)
	}
	return err
}

// SetProof stores the proof of a school that is as it was read and meets the condition, and returns whether
// there is one.
func SetProof(ctx context.Context, t *engine.Transaction, school roll.School, proof roll.Proof,
	condition string) (is bool, err error) {
	changed, err := t.Exec(ctx, `UPDATE schools SET proof = $1 WHERE slug = $2 AND base_url = $3 AND tenant = $4
		AND school_code = $5 AND mapping = $6`+condition,
		proof, school.ID, school.BaseURL, school.Tenant, school.Code, school.Mapping)
	return changed > 0, err
}

// SetUnproven ends the school's proof.
func SetUnproven(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	return t.Do(ctx, `UPDATE schools SET proof = `+literal.Unproven+` WHERE slug = $1`, school)
}
