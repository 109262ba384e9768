package saves

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"strings"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// DayOutcomesAt returns the outcome of every mark of the school on the date, for a request at a version of the
// school's marks (roll.Admission); 0 is unknown. It reads nothing if they were read at that version before. Otherwise
// it reads only indexes, which costs a sixth of reading the marks, and half of that when it has cached who is marked.
func (s *Store) DayOutcomesAt(ctx context.Context, version int64, school roll.SchoolID,
	date roll.Date) (DayOutcomes, error) {
	day := schoolDay{school, date}
	return s.outcomes.At(version, day, daysInMemory, time.Now(), func() (DayOutcomes, error) {
		return s.dayOutcomes(ctx, day)
	})
}

// DayOutcomes are the outcomes of a day's marks. Do not change the maps.
type DayOutcomes struct {
	// Marked has every student with a mark, Others the outcomes of the marks that are not saved.
	Marked map[roll.EnrolmentID]bool
	Others map[roll.EnrolmentID]roll.Outcome
}

// Of returns the outcome of the student's mark; empty without one.
func (d DayOutcomes) Of(student roll.EnrolmentID) roll.Outcome {
	if outcome, is := d.Others[student]; is {
		return outcome
	}
	if d.Marked[student] {
		return roll.Saved
	}
	return ""
}

func (s *Store) dayOutcomes(ctx context.Context, day schoolDay) (outcomes DayOutcomes, err error) {
	lists, count, err := s.outcomeLists(ctx, day, countedMarks)
	if err != nil {
		return outcomes, err
	}
	var known bool
	if outcomes.Marked, known = s.days.find(day, count); !known {
		if lists, _, err = s.outcomeLists(ctx, day, listedMarks); err != nil {
			return outcomes, err
		}
		outcomes.Marked = make(map[roll.EnrolmentID]bool)
		if err := addOutcome(outcomes.Marked, true, lists[roll.Saved]); err != nil {
			return outcomes, err
		}
		s.days.keep(day, outcomes.Marked)
	}
	delete(lists, roll.Saved)
	outcomes.Others = make(map[roll.EnrolmentID]roll.Outcome)
	for outcome, list := range lists {
		if err := addOutcome(outcomes.Others, outcome, list); err != nil {
			return outcomes, err
		}
	}
	return outcomes, nil
}

// The selections of outcomeLists from all marks m: a markCount, or a list.
const (
	countedMarks = `'', COUNT(*), CAST(COALESCE(SUM(m.enrolment % 1000003), 0) AS BIGINT)`
	listedMarks  = `COALESCE(string_agg(CAST(m.enrolment AS TEXT), ','), ''), 0, 0`
)

// outcomeLists reads the enrolments of the marks that are not saved, by outcome, and under roll.Saved the
// selection marked of all marks m. The empty text after a date makes the engines use the index of pending
// marks.
func (s *Store) outcomeLists(ctx context.Context, day schoolDay,
	marked string) (lists map[roll.Outcome]string, count markCount, err error) {
	lists = make(map[roll.Outcome]string)
	err = s.Database.Query(ctx, func(rows *sql.Rows) error {
		var outcome roll.Outcome
		var enrolments string
		var part markCount
		err := rows.Scan(&outcome, &enrolments, &part.marks, &part.sum)
		lists[outcome] = enrolments
		count.marks, count.sum = count.marks+part.marks, count.sum+part.sum
		return err
	}, `SELECT `+literal.Saved+`, `+marked+` FROM marks m WHERE m.school = $1 AND m.date = $2 AND m.past = 0
		UNION ALL SELECT m.state, string_agg(CAST(m.enrolment AS TEXT), ','), 0, 0 FROM marks m
			WHERE m.school = $3 AND m.date || '' = $4 AND m.past = 0 AND `+Pending+` GROUP BY m.state
		UNION ALL SELECT m.state, string_agg(CAST(m.enrolment AS TEXT), ','), 0, 0 FROM marks m
			WHERE m.school = $5 AND m.date = $6 AND m.past = 0 AND `+literal.NotPending+` GROUP BY m.state`,
		day.school, day.date, day.school, day.date, day.school, day.date)
	return lists, count, err
}

// addOutcome sets the outcome for the enrolments of the list.
func addOutcome[T any](outcomes map[roll.EnrolmentID]T, outcome T, list string) error {
	for text := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' }) {
		enrolment, err := roll.ParseEnrolmentID(text)
		if err != nil {
			return fmt.Errorf("read a list of enrolments: %w", err)
		}
		outcomes[enrolment] = outcome
	}
	return nil
}

// EachMark calls each with every mark of the school.
func (s *Store) EachMark(ctx context.Context, school roll.SchoolID, each func(roll.Mark)) error {
	return eachMark(ctx, s.Database, func(_ roll.Date, mark roll.Mark) { each(mark) },
		`m.school = $1 AND m.past = 0`, school)
}

// DayStamp returns a text that changes with every mark, held row, opening of a roll and movement of the school on the
// date, with what teachers tell of students on no list, and with the students without a number. It costs a fraction of
// reading the day.
func (s *Store) DayStamp(ctx context.Context, school roll.SchoolID, date roll.Date) (string, error) {
	var stamp strings.Builder
	err := s.Database.Query(ctx, func(rows *sql.Rows) error {
		var kind string
		var count, versions, answers, keyed int64
		err := rows.Scan(&kind, &count, &versions, &answers, &keyed)
		fmt.Fprintln(&stamp, kind, count, versions, answers, keyed)
		return err
	}, `SELECT m.state AS kind, COUNT(*), CAST(SUM(m.seq) AS BIGINT), CAST(SUM(m.answered_at) AS BIGINT),
		CAST(SUM(m.keyed) AS BIGINT)
			FROM marks m WHERE m.school = $1 AND m.date = $2 AND m.past = 0 GROUP BY m.state
		UNION ALL
		SELECT ' held', COUNT(*), CAST(COALESCE(SUM(h.their_seq), 0) AS BIGINT), CAST(COALESCE(SUM(h.enrolment % 1000003),
		0) AS BIGINT), 0
			FROM held_marks h WHERE h.school = $1 AND h.date = $2 AND h.past = 0 AND h.decision = `+literal.Undecided+`
		UNION ALL
		SELECT ' opened', COUNT(*), 0, 0, 0 FROM opened_rolls o WHERE o.school = $1 AND o.date = $2
		UNION ALL
		SELECT ' moved', COUNT(*), 0, CAST(COALESCE(SUM(v.ended_at), 0) AS BIGINT), 0 FROM movements v
		WHERE v.school = $1 AND v.date = $2
		UNION ALL
		SELECT ' known', COUNT(*), 0, CAST(COALESCE(SUM(a.ended_at), 0) AS BIGINT), 0 FROM known_absences a
		WHERE a.school = $1 AND a.last_date >= $2 AND a.first_date <= $2
		UNION ALL
		SELECT ' unlisted', COUNT(*), 0, CAST(COALESCE(SUM(u.answered_at), 0) AS BIGINT), 0 FROM unlisted_students u
		WHERE u.school = $1
		UNION ALL
		SELECT ' unnumbered', COUNT(*), CAST(COALESCE(SUM(LENGTH(n.given || n.family || n.class)), 0) AS BIGINT), 0, 0
		FROM unnumbered_students n WHERE n.school = $1
		UNION ALL
		SELECT ' checked', COUNT(*), 0, CAST(COALESCE(SUM(k.answered_at), 0) AS BIGINT), 0 FROM class_checks k
		WHERE k.school = $1
		ORDER BY 1`, school, date)
	return stamp.String(), err
}

// NoteOpening records the first opening of the class's roll on the date. A later one changes nothing.
func (s *Store) NoteOpening(ctx context.Context, school roll.SchoolID, date roll.Date, opening roll.Opening) error {
	return s.Database.Do(ctx,
		`INSERT INTO opened_rolls (school, date, period, class, person, person_name, role, opened_at)
		VALUES `+engine.Tuples(1, 8)+` ON CONFLICT (school, date, period, class) DO NOTHING`,
		school, date, opening.Period, opening.Class, opening.By.Person, opening.By.Name, opening.By.Role,
		engine.Milliseconds(opening.At))
}

// Openings returns the first opening of each roll of the date, by class.
func (s *Store) Openings(ctx context.Context, school roll.SchoolID,
	date roll.Date) (map[roll.ClassKey]roll.Opening, error) {
	const of = `class, person AS by_person, person_name AS by_name, role AS by_role, opened_at AS at FROM `
	all, err := engine.Rows[roll.Opening](ctx, s.Database, `SELECT period, `+of+`opened_rolls
			WHERE school = $1 AND date = $2
		UNION ALL SELECT '', `+of+`roll_openings WHERE school = $3 AND date = $4`, school, date, school, date)
	openings := make(map[roll.ClassKey]roll.Opening, len(all))
	for _, one := range all {
		openings[roll.ClassKey{Period: one.Period, Class: one.Class}] = one
	}
	return openings, err
}

// SaveProgress is the progress of a whole save.
type SaveProgress struct {
	// Students counts the requested students.
	Students int
	// UnderWay counts the marks that are still the newest, Refused the refused ones.
	UnderWay, Refused int
	// Parts counts the calls since the service first refused the list.
	Parts int
	// Gone counts the calls answered as if a student were gone.
	Gone int
	// PartsLeft counts the parts of the list that are being sent or still to be sent.
	PartsLeft int
	// LargestAnswered is the size of the largest answered part.
	LargestAnswered int
	// ShortestTooLong is the size of the shortest list that the service refused with 413, or with 400; 0 for none.
	ShortestTooLong int
	// ServerErrors counts the latest 5xx answers in a row. FirstServerError is when the first of them came.
	ServerErrors     int
	FirstServerError time.Time
}

// SaveProgress returns the progress of the save.
func (s *Store) SaveProgress(ctx context.Context, token roll.Token) (SaveProgress, error) {
	progress, err := engine.Row[SaveProgress](ctx, s.Database,
		`SELECT s.students, COUNT(m.enrolment) AS under_way, COUNT(DISTINCT
			CASE WHEN m.part > 0 THEN m.part END) AS parts_left
		FROM saves s LEFT JOIN marks m ON `+ofSave+` AND m.state <> `+literal.Stopped+`
		WHERE s.token = $1 GROUP BY s.students`, token)
	if err != nil {
		return progress, err
	}
	if progress.Refused, err = s.refused(ctx, token); err != nil {
		return progress, err
	}
	running := true
	err = s.Database.Query(ctx, func(rows *sql.Rows) error {
		var state roll.AttemptState
		var size, status int
		var part int64
		var closed time.Time
		if err := rows.Scan(&state, &size, &part, &status, engine.ToTime(&closed)); err != nil {
			return err
		}
		if part > 0 || state.Refuses() {
			progress.Parts++
		}
		if state == roll.Gone {
			progress.Gone++
		}
		if part > 0 && state == roll.Answered {
			progress.LargestAnswered = max(progress.LargestAnswered, size)
		}
		tooLong := status == http.StatusRequestEntityTooLarge || status == http.StatusBadRequest
		if shortest := progress.ShortestTooLong; tooLong && (shortest == 0 || size < shortest) {
			progress.ShortestTooLong = size
		}
		if running = running && status >= 500; running {
			progress.ServerErrors++
			progress.FirstServerError = closed
		}
		return nil
	}, `SELECT state, size, part, http_status, closed_at FROM attempts WHERE save = $1 AND state <> `+literal.Open+
		` ORDER BY claimed_at DESC`, token)
	return progress, err
}

// refused counts the students of the save that the service refused.
func (s *Store) refused(ctx context.Context, token roll.Token) (count int, err error) {
	kept, err := keptOf(ctx, s.Database, token)
	if err != nil {
		return 0, err
	}
	noted, err := s.outcomesOf(ctx, token)
	for _, row := range kept {
		if becameOf(row, noted[token], roll.Mark{}).State == roll.Refused {
			count++
		}
	}
	return count, err
}

// RollDates returns the latest dates before the given one on which the class had a save with a settled mark,
// the latest first.
func (s *Store) RollDates(ctx context.Context, school roll.SchoolID, class roll.ClassID, before roll.Date,
	most int) ([]roll.Date, error) {
	return engine.Rows[roll.Date](ctx, s.Database,
		`SELECT DISTINCT s.date FROM saves s WHERE s.school = $1 AND s.class = $2 AND s.date < $3
		AND EXISTS (SELECT 1 FROM outcomes o WHERE o.save = s.token AND o.state IN `+literal.Returned+`)
		ORDER BY s.date DESC LIMIT $4`, school, class, before, most)
}

// Settled calls each with every settled mark of the enrolments on the dates.
func (s *Store) Settled(ctx context.Context, school roll.SchoolID, dates []roll.Date, enrolments []roll.EnrolmentID,
	each func(roll.Date, roll.Mark)) error {
	return s.marksOn(ctx, school, dates, enrolments, each, ` AND m.state IN `+literal.Returned)
}

// MarksOn calls each with every mark of the enrolments on the dates, in any state. There may be a few hundred
// dates.
func (s *Store) MarksOn(ctx context.Context, school roll.SchoolID, dates []roll.Date, enrolments []roll.EnrolmentID,
	each func(roll.Date, roll.Mark)) error {
	return s.marksOn(ctx, school, dates, enrolments, each, "")
}

func (s *Store) marksOn(ctx context.Context, school roll.SchoolID, dates []roll.Date, enrolments []roll.EnrolmentID,
	each func(roll.Date, roll.Mark), condition string) error {
	if len(dates) == 0 {
		return nil
	}
	days := engine.Padded(dates)
	return engine.EachAmong(enrolments, func(condition string, args []any) error {
		return eachMark(ctx, s.Database, each, condition, args...)
	}, `m.school = $1 AND m.date IN (`+engine.List(1, len(days))+`) AND m.past = 0 AND m.enrolment IN ($ids)`+
		condition, append([]any{school}, days...)...)
}

// OwnClasses returns the classes (roll.ClassKey.Means) that the person teaches, each with the date earliest, and those
// whose roll the person saved on the date, or on one of the latest days before it with any save in the school, each
// with the first of these days. It ignores days before earliest, and days before the date of classes with known
// teachers. It finds days, and the person's classes on each, by steps in the index, so that the number of saves does
// not matter.
//
// It reads nothing if it read them less than age ago and this process stored no roll of another class by the person
// since. Do not change the returned map.
func (s *Store) OwnClasses(ctx context.Context, age time.Duration, school roll.SchoolID, person roll.PersonID, earliest,
	date roll.Date, days int) (map[roll.ClassKey]roll.Date, error) {
	of := ownKey{school, person}
	if kept, known := s.own.Get(of); known && kept.date == date && time.Since(kept.readAt) < age {
		return kept.first, nil
	}
	readAt := time.Now()
	first, err := s.ownClasses(ctx, school, person, earliest, date, days)
	if err == nil {
		s.own.Keep(of, ownClasses{date, readAt, first}, peopleInMemory)
	}
	return first, err
}

func (s *Store) ownClasses(ctx context.Context, school roll.SchoolID, person roll.PersonID, earliest, date roll.Date,
	days int) (map[roll.ClassKey]roll.Date, error) {
	own := make(map[roll.ClassKey]roll.Date)
	return own, s.Database.Query(ctx, func(rows *sql.Rows) error {
		var class roll.ClassKey
		var first roll.Date
		err := rows.Scan(&class.Period, &class.Class, &first)
		own[class] = first
		return err
	}, `WITH RECURSIVE days (date, number) AS (
			SELECT MAX(date), 1 FROM saves WHERE school = $1 AND date BETWEEN $2 AND $3
			UNION ALL
			SELECT (SELECT MAX(s.date) FROM saves s WHERE s.school = $4 AND s.date >= $5 AND s.date < d.date), d.number + 1
			FROM days d WHERE d.date IS NOT NULL AND d.number < $6),
		own (date, class) AS (
			SELECT d.date, (SELECT MIN(s.class) FROM saves s WHERE s.school = $7 AND s.date = d.date AND s.person = $8)
			FROM days d WHERE d.date IS NOT NULL
			UNION ALL
			SELECT o.date, (SELECT MIN(s.class) FROM saves s WHERE s.school = $9 AND s.date = o.date AND s.person = $10
			AND s.class > o.class)
			FROM own o WHERE o.class IS NOT NULL),
		taught (period, class, teacher) AS (SELECT period, class, teacher FROM taught_classes WHERE school = $11
			UNION SELECT '', class, teacher FROM class_teachers WHERE school = $12)
		SELECT period, class, MIN(date) FROM (
			SELECT '' AS period, o.class, o.date FROM own o WHERE o.class IS NOT NULL
				AND (o.date = $13 OR NOT EXISTS (SELECT 1 FROM taught t WHERE t.class = o.class))
			UNION ALL
			SELECT t.period, t.class, CAST($14 AS TEXT) FROM taught t JOIN people p ON p.email = t.teacher
			WHERE p.id = $15) a
		GROUP BY period, class`,
		school, earliest, date, school, earliest, days, school, person, school, person, school, school, date, earliest,
		person)
}

// Pending returns the newest marks of the school in the states, each with its save, the oldest first. It
// leaves out moved marks.
func (s *Store) Pending(ctx context.Context, school roll.SchoolID,
	outcomes ...roll.Outcome) ([]roll.PendingMark, error) {
	args := append([]any{school}, engine.Padded(outcomes)...)
	return engine.All(ctx, s.Database, func(rows *sql.Rows, mark *roll.PendingMark) error {
		return scanSave(rows, &mark.Save, &mark.Enrolment, &mark.Student, &mark.Version, &mark.Outcome)
	}, `SELECT `+prefixed("s.", saveColumns)+`, m.enrolment, m.student, m.seq, m.state
		FROM schools c CROSS JOIN marks m JOIN saves s ON s.token = m.save
		WHERE c.slug = $1 AND m.school = c.slug AND `+Pending+` AND m.keyed = 0 AND NOT `+moved+` AND m.state IN (`+
		engine.List(1, len(args)-1)+`)
		ORDER BY m.marked_at, s.token, m.enrolment`, args...)
}

// LastUnconfirmed returns the save with marks on their way whose request was the last that confirmed none, or "".
func (s *Store) LastUnconfirmed(ctx context.Context, school roll.SchoolID) (save roll.Token, err error) {
	err = s.Database.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(&save) }, `SELECT a.save FROM (
		SELECT DISTINCT m.save FROM marks m WHERE m.school = $1 AND `+Pending+` AND m.keyed = 0
			AND m.state IN `+literal.UnderWay+`) w JOIN attempts a ON a.save = w.save
		WHERE a.state NOT IN (`+literal.Open+`, `+literal.Answered+`)
		ORDER BY a.closed_at DESC, a.id DESC LIMIT 1`, school)
	return save, err
}

// KeyByHand records that the save's stopped marks were keyed in by hand. They are never sent again, and never
// shown as saved.
func (s *Store) KeyByHand(ctx context.Context, school roll.SchoolID, token roll.Token, by roll.Actor) error {
	return s.Database.MustChange(ctx,
		`UPDATE marks SET keyed = $1, keyed_by = $2 WHERE school = $3 AND save = $4 AND state = `+literal.Stopped,
		engine.Now, by.Name, school, token)
}
