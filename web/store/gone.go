package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"rollbook/web/roll"
)

// underWay is true for marks m that change by themselves, awaiting for those of them that
// wait for a search: no other mark is without both a time at which it is due and an attempt.
const (
	underWay = pending + ` AND m.state <> ` + sqlStopped
	awaiting = underWay + ` AND m.due_at = 0 AND m.attempt = ''`
)

// Suspect notes that, as the service says, something that the attempt's save names is not
// there. It returns the state of the search for it, which begins at once where it is the
// save's turn, and anew where the attempt carries somebody of whom that was not said before. The
// caller still has to close the attempt.
func (s *Store) Suspect(ctx context.Context, attempt roll.Attempt) (search roll.Search, err error) {
	err = s.inTransaction(ctx, func(tx *transaction) error {
		if err := tx.lockSchool(ctx, attempt.School); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `INSERT INTO searches (save, school, since, queued_at) VALUES ($1, $2, $3, $3) ON CONFLICT (save) DO NOTHING`,
			attempt.Save, attempt.School, milliseconds(tx.Now)); err != nil {
			return err
		}
		if err := tx.takeTurns(ctx, attempt.School); err != nil {
			return err
		}
		if search, err = tx.search(ctx, attempt); err != nil || search.AnsweredAt.IsZero() {
			return err
		}
		missed, err := tx.missedBefore(ctx, attempt, search.AnsweredAt)
		if err != nil || missed {
			return err
		}
		search.AnsweredAt = time.Time{}
		_, err = tx.exec(ctx, `UPDATE searches SET since = $1, answered_at = 0 WHERE save = $2`, milliseconds(tx.Now), attempt.Save)
		return err
	})
	return search, err
}

// missedBefore tells whether all marks of the attempt were in one list of their save of which the service
// said until the instant that something is not there. Only of them an answer at that instant tells
// anything: the address may have been right then, and be wrong now.
func (t *transaction) missedBefore(ctx context.Context, attempt roll.Attempt, until time.Time) (missed bool, err error) {
	err = t.query(ctx, func(rows *sql.Rows) error {
		var packed []byte
		var students, intents string
		if err := rows.Scan(&packed, &students, &intents); err != nil {
			return err
		}
		list, err := unpackMarks(packed, students, intents)
		enrolments := roll.Attempt{Marks: list}.Enrolments()
		missed = missed || !slices.ContainsFunc(attempt.Enrolments(), func(one roll.EnrolmentID) bool { return !slices.Contains(enrolments, one) })
		return err
	}, `SELECT a.marks, a.students, s.intents FROM attempts a JOIN saves s ON s.token = a.save
		WHERE a.save = $1 AND a.state = `+sqlGone+` AND a.closed_at <= $2`, attempt.Save, milliseconds(until))
	return missed, err
}

func (t *transaction) search(ctx context.Context, attempt roll.Attempt) (search roll.Search, err error) {
	var begunAt, answeredAt int64
	var made, left int
	err = t.query(ctx, func(rows *sql.Rows) error {
		return rows.Scan(&begunAt, &answeredAt, &search.Students, &made, &left)
	}, `SELECT g.begun_at, g.answered_at, s.students,
		(SELECT count(*) FROM attempts a WHERE a.save = g.save AND a.state IN `+sqlDecides+` AND a.closed_at >= g.begun_at),
		(SELECT count(DISTINCT m.part) FROM marks m WHERE m.school = g.school AND m.date = s.date AND m.save = g.save AND m.part > 0 AND `+underWay+`)
		FROM searches g JOIN saves s ON s.token = g.save WHERE g.save = $1`, attempt.Save)
	search.Begun, search.AnsweredAt, search.Calls = begunAt > 0, instant(answeredAt), made+left
	return search, err
}

// takeTurns ends the searches of the school that have nothing left to find, also where an
// answer is to be repeated later, and begins the next where none is begun. One student
// alone needs no turn: there is nothing to halve.
func (t *transaction) takeTurns(ctx context.Context, school roll.SchoolID) error {
	if _, err := t.exec(ctx, `DELETE FROM searches WHERE school = $1
		AND NOT EXISTS (SELECT 1 FROM marks m WHERE m.school = $1 AND m.save = searches.save AND (m.asserted = 0 OR m.part > 0 OR m.attempt <> '') AND `+underWay+`)`, school); err != nil {
		return err
	}
	begun, err := t.exec(ctx, `UPDATE searches SET begun_at = $2 WHERE school = $1
		AND save = (SELECT g.save FROM searches g JOIN saves s ON s.token = g.save WHERE g.school = $1 AND s.students > 1 ORDER BY g.queued_at, g.save LIMIT 1)
		AND NOT EXISTS (SELECT 1 FROM searches g WHERE g.school = $1 AND g.begun_at > 0)`, school, milliseconds(t.Now))
	if err != nil || begun == 0 {
		return err
	}
	return t.askAgain(ctx, school, `g.begun_at > 0`)
}

// askAgain makes due all marks that wait for a search of the school that meets the condition on
// searches g and their saves s.
func (t *transaction) askAgain(ctx context.Context, school roll.SchoolID, condition string) error {
	_, err := t.exec(ctx, `UPDATE marks AS m SET due_at = $2 WHERE m.school = $1 AND `+awaiting+`
		AND m.save IN (SELECT g.save FROM searches g JOIN saves s ON s.token = g.save WHERE g.school = $1 AND `+condition+`)`,
		school, milliseconds(t.Now))
	return err
}

// noteAnswered tells the searches of the school that an attempt sent at sentAt was answered: the
// address is right, so that it explains nothing that was found missing before. A part of the
// searched save is always sent after its search began, also within the same millisecond.
func (t *transaction) noteAnswered(ctx context.Context, attempt roll.Attempt, sentAt time.Time) error {
	var own roll.Token
	if attempt.Part > 0 {
		own = attempt.Save
	}
	_, err := t.exec(ctx, `UPDATE searches SET answered_at = $2 WHERE school = $1 AND answered_at = 0 AND (since < $3 OR since = $3 AND save = $4)`,
		attempt.School, milliseconds(t.Now), milliseconds(sentAt), own)
	return err
}

// AdvanceSearches sends on the marks that need not wait for a search any longer: another save was
// answered, or it is the next save's turn. It returns the schools whose marks would wait for ever,
// since no call was answered and none is under way or due.
func (s *Store) AdvanceSearches(ctx context.Context) (unanswered []roll.SchoolID, err error) {
	var searching []roll.SchoolID
	err = s.query(ctx, func(rows *sql.Rows) error {
		var school roll.SchoolID
		err := rows.Scan(&school)
		searching = append(searching, school)
		return err
	}, `SELECT DISTINCT school FROM searches`)
	if err != nil {
		return nil, err
	}
	for _, school := range searching {
		over := false
		err := s.inTransaction(ctx, func(tx *transaction) (err error) {
			over, err = tx.advanceSearch(ctx, school)
			return err
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

func (t *transaction) advanceSearch(ctx context.Context, school roll.SchoolID) (unanswered bool, err error) {
	if err := t.lockSchool(ctx, school); err != nil {
		return false, err
	}
	may, err := t.maySend(ctx, school)
	if err != nil || !may {
		return false, err
	}
	if err := t.takeTurns(ctx, school); err != nil {
		return false, err
	}
	if err := t.askAgain(ctx, school, `g.answered_at > 0 AND (g.begun_at > 0 OR s.students = 1)`); err != nil {
		return false, err
	}
	err = t.query(ctx, func(*sql.Rows) error {
		unanswered = true
		return nil
	}, `SELECT 1 FROM schools c WHERE c.slug = $1
		AND EXISTS (SELECT 1 FROM marks m WHERE m.school = $1 AND `+awaiting+`)
		AND NOT EXISTS (SELECT 1 FROM marks m WHERE m.school = $1 AND `+underWay+` AND (m.attempt <> '' OR m.due_at > 0
			AND (m.due_at <= $2 OR m.save IN (SELECT g.save FROM searches g WHERE g.school = $1))))`, school, milliseconds(t.Now))
	return unanswered, err
}

// GiveUpSearch ends the turn of the school's search that has begun. All marks that wait for a
// search are sent again from the start, as soon as something may be sent, and the next turn is
// another save's.
func (s *Store) GiveUpSearch(ctx context.Context, school roll.SchoolID) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		if err := tx.lockSchool(ctx, school); err != nil {
			return err
		}
		now := milliseconds(tx.Now)
		if _, err := tx.exec(ctx, `UPDATE marks AS m SET due_at = $2, part = 0 WHERE m.school = $1 AND `+awaiting, school, now); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `UPDATE searches SET begun_at = 0, queued_at = $2 WHERE school = $1 AND begun_at > 0`, school, now)
		return err
	})
}
