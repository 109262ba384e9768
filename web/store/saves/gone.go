package saves

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
	"rollbook/web/store/packed"
	"rollbook/web/store/schools"
)

// underWay is true for marks m that change without a person. awaiting is true for those that wait for a
// search: only they have neither a due time nor an attempt.
const (
	underWay = Pending + ` AND m.state <> ` + literal.Stopped
	awaiting = underWay + ` AND m.due_at = 0 AND m.lease = ''`
)

// Suspect records that the service did not find something that the attempt's save names. It returns the state
// of the search, which begins at once if it is the save's turn, and again if the attempt contains a student
// who was not suspected before. The caller must still close the attempt.
func (s *Store) Suspect(ctx context.Context, attempt roll.Attempt) (search roll.Search, err error) {
	err = schools.Locked(ctx, s.Database, attempt.School, func(tx *engine.Transaction) error {
		tx.Require(tx.Do(ctx, `INSERT INTO searches (save, school, since, queued_at) VALUES ($1, $2, $3, $3)
			ON CONFLICT (save) DO NOTHING`,
			attempt.Save, attempt.School, engine.Milliseconds(tx.Now)))
		tx.Require(takeTurns(ctx, tx, attempt.School))
		if search, err = searchOf(ctx, tx, attempt); err != nil || search.AnsweredAt.IsZero() {
			return err
		}
		missed, err := missedBefore(ctx, tx, attempt, search.AnsweredAt)
		if err != nil || missed {
			return err
		}
		search.AnsweredAt = time.Time{}
		return tx.Do(ctx, `UPDATE searches SET since = $1, answered_at = 0 WHERE save = $2`, engine.Milliseconds(tx.Now),
			attempt.Save)
	})
	return search, err
}

// missedBefore reports whether one earlier list of the save, sent before until and answered the same way,
// contained all marks of the attempt. Only then does an answer at that time prove something: the address may
// have been right then and be wrong now.
func missedBefore(ctx context.Context, t *engine.Transaction, attempt roll.Attempt,
	until time.Time) (missed bool, err error) {
	err = t.Query(ctx, func(rows *sql.Rows) error {
		var carried []byte
		var students, intents string
		if err := rows.Scan(&carried, &students, &intents); err != nil {
			return err
		}
		list, err := packed.ReadMarks(carried, students, intents)
		enrolments := roll.Attempt{Marks: list}.Enrolments()
		missed = missed || !slices.ContainsFunc(attempt.Enrolments(),
			func(one roll.EnrolmentID) bool { return !slices.Contains(enrolments, one) })
		return err
	}, `SELECT a.marks, a.students, s.intents FROM attempts a JOIN saves s ON s.token = a.save
		WHERE a.save = $1 AND a.state = `+literal.Gone+` AND a.closed_at <= $2`, attempt.Save, engine.Milliseconds(until))
	return missed, err
}

func searchOf(ctx context.Context, t *engine.Transaction, attempt roll.Attempt) (search roll.Search, err error) {
	return engine.Value[roll.Search](ctx, t, `SELECT g.begun_at AS begun, g.answered_at, s.students,
		(SELECT count(*) FROM attempts a WHERE a.save = g.save AND a.state IN `+literal.Decides+`) - g.calls_before
		+ (SELECT count(DISTINCT m.part) FROM marks m WHERE m.school = g.school AND m.date = s.date AND m.save = g.save
		AND m.part > 0 AND `+underWay+`) AS calls
		FROM searches g JOIN saves s ON s.token = g.save WHERE g.save = $1`, attempt.Save)
}

// takeTurns ends the school's finished searches, including those where an answer must still be repeated, and
// begins the next if none is running. A single student needs no turn, because there is nothing to halve.
func takeTurns(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	t.Require(t.Do(ctx, `DELETE FROM searches WHERE school = $1
		AND NOT EXISTS (SELECT 1 FROM marks m WHERE m.school = $1 AND m.save = searches.save
		AND (m.asserted = 0 OR m.part > 0 OR m.lease <> '') AND `+underWay+`)`, school))
	begun, err := t.Exec(ctx, `UPDATE searches SET begun_at = $2,
		calls_before = (SELECT count(*) FROM attempts a WHERE a.save = searches.save AND a.state IN `+literal.Decides+
		`) WHERE school = $1
		AND save = (SELECT g.save FROM searches g JOIN saves s ON s.token = g.save WHERE g.school = $1 AND s.students > 1
		ORDER BY g.queued_at, g.save LIMIT 1)
		AND NOT EXISTS (SELECT 1 FROM searches g WHERE g.school = $1 AND g.begun_at > 0)`, school, engine.Milliseconds(t.Now))
	if err != nil || begun == 0 {
		return err
	}
	return askAgain(ctx, t, school, `g.begun_at > 0`)
}

// endRound ends the turn of the school's running search after a list was answered and all remaining marks
// wait. The save's next turn continues with those that no call has tried alone, and counts its calls from 0.
func endRound(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	return t.Do(ctx, `UPDATE searches SET begun_at = 0, queued_at = $2 WHERE school = $1 AND begun_at > 0
		AND answered_at > 0
		AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.save = searches.save AND a.state = `+literal.Open+`)
		AND NOT EXISTS (SELECT 1 FROM marks m WHERE m.school = $1 AND m.save = searches.save AND `+underWay+
		` AND m.lease = '' AND m.due_at > 0 AND m.due_at <= $2)`,
		school, engine.Milliseconds(t.Now))
}

// askAgain makes all marks due that wait for a search of the school that meets the condition on searches g
// and their saves s.
func askAgain(ctx context.Context, t *engine.Transaction, school roll.SchoolID, condition string) error {
	return t.Do(ctx, `UPDATE marks AS m SET due_at = $2 WHERE m.school = $1 AND `+awaiting+`
		AND m.save IN (SELECT g.save FROM searches g JOIN saves s ON s.token = g.save WHERE g.school = $1 AND `+condition+`)`,
		school, engine.Milliseconds(t.Now))
}

// noteAnswered records for the searches of the school that an attempt sent at sentAt was answered: the
// address is right and does not explain earlier failures. A part of the searched save is always sent after
// its search began, even within the same millisecond.
func noteAnswered(ctx context.Context, t *engine.Transaction, attempt roll.Attempt, sentAt time.Time) error {
	var own roll.Token
	if attempt.Part > 0 {
		own = attempt.Save
	}
	return t.Do(ctx, `UPDATE searches SET answered_at = $2 WHERE school = $1 AND answered_at = 0
		AND (since < $3 OR since = $3 AND save = $4)`,
		attempt.School, engine.Milliseconds(t.Now), engine.Milliseconds(sentAt), own)
}

// noteGone records that the school system does not have the students.
func noteGone(ctx context.Context, t *engine.Transaction, school roll.SchoolID, students []roll.EnrolmentID) error {
	return engine.DoEach(ctx, t, students, `INSERT INTO students_gone (school, enrolment, found_at) VALUES ($1, $2, $3)
		ON CONFLICT (school, enrolment) DO UPDATE SET found_at = excluded.found_at`,
		func(_ int, student roll.EnrolmentID) []any { return []any{school, student, engine.Milliseconds(t.Now)} })
}

// refuseGone refuses the marks of an accepted save for students whom the school system did not have at the
// last answer. It does not refuse guided marks, which are made to find out, nor marks of an earlier
// connection, whose numbers named other students.
func refuseGone(ctx context.Context, t *engine.Transaction, save roll.Save) error {
	if save.Guided != "" {
		return nil
	}
	// Nearly every school has all its students, and finding that out first costs least.
	gone, err := engine.Rows[roll.EnrolmentID](ctx, t, `SELECT g.enrolment FROM students_gone g
		JOIN schools c ON c.slug = g.school JOIN saves s ON s.token = $2 WHERE g.school = $1 AND `+
		ofPresentConnection, save.School, save.Token)
	if err != nil {
		return err
	}
	return engine.EachAmong(gone, func(condition string, args []any) error { return refuse(ctx, t, condition, args...) },
		`m.school = $1 AND m.date = $2 AND m.save = $3 AND m.past = 0 AND m.enrolment IN ($ids)`, save.School, save.Date,
		save.Token)
}

// ForgetGone allows sending the students of a period again, after their list was read again.
func ForgetGone(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID) error {
	return t.Do(ctx, `DELETE FROM students_gone WHERE school = $1
		AND enrolment IN (SELECT e.enrolment FROM enrolments e WHERE e.school = $1 AND e.period = $2)`, school, period)
}

// AdvanceSearches makes marks due that need not wait for a search any longer: another save was answered, or
// the next save has its turn. It returns the schools whose marks would wait for ever, because no call was
// answered and none is open or due.
func (s *Store) AdvanceSearches(ctx context.Context) (unanswered []roll.SchoolID, err error) {
	searching, err := engine.Rows[roll.SchoolID](ctx, s.Database, `SELECT DISTINCT school FROM searches`)
	if err != nil {
		return nil, err
	}
	for _, school := range searching {
		over, err := engine.Returning(ctx, s.Database, func(tx *engine.Transaction) (bool, error) {
			return advanceSearch(ctx, tx, school)
		})
		if err != nil {
			return unanswered, err
		}
		if over {
			unanswered = append(unanswered, school)
		}
	}
	return unanswered, nil
}

func advanceSearch(ctx context.Context, t *engine.Transaction, school roll.SchoolID) (unanswered bool, err error) {
	t.Require(schools.Lock(ctx, t, school))
	may, err := mayNowSend(ctx, t, school)
	if err != nil || !may {
		return false, err
	}
	t.Require(engine.InTurn(ctx, t, school, endRound, takeTurns))
	t.Require(askAgain(ctx, t, school, `g.answered_at > 0 AND s.students = 1`))
	// In PostgreSQL an answer may be recorded since the statements above. The next call continues that search.
	return engine.Exists(ctx, t, `SELECT 1 FROM schools c WHERE c.slug = $1
		AND EXISTS (SELECT 1 FROM marks m WHERE m.school = $1 AND `+awaiting+`)
		AND NOT EXISTS (SELECT 1 FROM searches g JOIN saves s ON s.token = g.save
			WHERE g.school = $1 AND g.answered_at > 0 AND (g.begun_at > 0 OR s.students = 1))
		AND NOT EXISTS (SELECT 1 FROM marks m WHERE m.school = $1 AND `+underWay+` AND (m.lease <> '' OR m.due_at > 0
			AND (m.due_at <= $2 OR m.save IN (SELECT g.save FROM searches g WHERE g.school = $1))))`, school,
		engine.Milliseconds(t.Now))
}

// GiveUpSearch ends the turn of the school's running search. All marks that wait for a search are sent again
// from the start, as soon as sending is possible, and the next turn belongs to another save.
func (s *Store) GiveUpSearch(ctx context.Context, school roll.SchoolID) error {
	return schools.Locked(ctx, s.Database, school, func(tx *engine.Transaction) error {
		return tx.DoAll(ctx, []string{
			`UPDATE marks AS m SET due_at = $2, part = 0 WHERE m.school = $1 AND ` + awaiting,
			`UPDATE searches SET begun_at = 0, queued_at = $2 WHERE school = $1 AND begun_at > 0`,
		}, school, engine.Now)
	})
}
