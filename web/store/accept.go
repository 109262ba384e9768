package store

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"time"

	"rollbook/web/roll"
)

// rowsPerStatement keeps a statement's parameters below the engines' limits
// (32,766 in SQLite, 65,535 in PostgreSQL).
const rowsPerStatement = 500

// Accept keeps the saves of one press in one transaction: when it returns without
// an error they survive any crash. zone is the school's.
//
// For each student it takes the next version under a row lock and compares the
// version that the person had seen. A row that meets a newer mark is held. A
// token that came before with the same content stores nothing and returns what it
// stored then; with other content the whole press fails with *roll.OtherContentError.
func (s *Store) Accept(ctx context.Context, zone *time.Location, saves ...roll.Save) ([]roll.Acceptance, error) {
	accepted, _, err := s.AcceptAndClaim(ctx, zone, Claiming{}, saves...)
	return accepted, err
}

// Claiming says which saves of a press are claimed with the same commit that keeps them.
type Claiming struct {
	// Most bounds the saves of the press that are claimed, from the first.
	Most   int
	Timing roll.Timing
	Terms  Terms
}

// AcceptAndClaim does Accept and, for the saves that Claim would give at once, Claim, in one
// commit instead of two. It returns the claimed attempts.
func (s *Store) AcceptAndClaim(ctx context.Context, zone *time.Location, claiming Claiming, saves ...roll.Save) ([]roll.Acceptance, []roll.Attempt, error) {
	var accepted []roll.Acceptance
	var attempts []roll.Attempt
	err := s.inTransaction(ctx, func(tx *transaction) error {
		accepted, attempts = accepted[:0], attempts[:0]
		for _, save := range saves {
			acceptance, err := tx.accept(ctx, save.Accepted(tx.Now, zone))
			if err != nil {
				return err
			}
			accepted = append(accepted, acceptance)
		}
		var err error
		attempts, err = tx.claimNew(ctx, claiming, accepted)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	s.saves.keepAccepted(accepted)
	s.days.addAccepted(accepted)
	return accepted, attempts, nil
}

// claimNew claims the saves that are new, as many as it may.
func (t *transaction) claimNew(ctx context.Context, claiming Claiming, accepted []roll.Acceptance) ([]roll.Attempt, error) {
	var attempts []roll.Attempt
	for _, acceptance := range accepted {
		if len(attempts) == claiming.Most {
			break
		}
		if !acceptance.Begins() {
			continue
		}
		attempt, ok, err := t.claim(ctx, acceptance.Save.School, acceptance.Save.Token, claiming.Timing, claiming.Terms)
		if err != nil {
			return nil, err
		}
		if ok {
			attempts = append(attempts, attempt)
		}
	}
	return attempts, nil
}

func (t *transaction) accept(ctx context.Context, save roll.Save) (roll.Acceptance, error) {
	heads, err := t.heads(ctx, save)
	if err != nil {
		return roll.Acceptance{}, err
	}
	acceptance := roll.Acceptance{Save: save, Kept: make([]roll.Kept, 0, len(save.Rows))}
	var held []roll.Asked
	for _, asked := range save.Rows {
		kept := roll.Kept{Enrolment: asked.Enrolment, Student: asked.Student, Version: 1}
		if head := heads[asked.Enrolment]; head != nil {
			if head.ConflictsWith(save, asked) {
				held = append(held, asked)
				continue
			}
			kept.Version = head.Version + 1
		}
		acceptance.Kept = append(acceptance.Kept, kept)
	}
	isNew, err := t.insertSave(ctx, save, acceptance.Kept)
	if err != nil {
		return roll.Acceptance{}, err
	}
	if !isNew {
		return t.repeat(ctx, save)
	}
	if err := t.insertGuided(ctx, save); err != nil {
		return roll.Acceptance{}, err
	}
	if err := t.insertMarks(ctx, save, acceptance.Kept); err != nil {
		return roll.Acceptance{}, err
	}
	acceptance.Held, err = t.hold(ctx, save, held)
	return acceptance, err
}

// repeat answers a token that came before.
func (t *transaction) repeat(ctx context.Context, save roll.Save) (roll.Acceptance, error) {
	first, err := t.saveByToken(ctx, save.Token)
	if err != nil {
		return roll.Acceptance{}, err
	}
	if !sameContent(first.contentHash, save) || first.save.By.Person != save.By.Person {
		return roll.Acceptance{}, &roll.OtherContentError{First: first.save}
	}
	acceptance := roll.Acceptance{Save: first.save, Repeated: true}
	if acceptance.Kept, err = keptOf(ctx, t.query, save.Token); err != nil {
		return roll.Acceptance{}, err
	}
	acceptance.Held, err = t.heldOf(ctx, first.save)
	return acceptance, err
}

// sameContent compares the save with the hash of another, of which more was kept before.
func sameContent(hash string, save roll.Save) bool {
	own := save.ContentHash()
	return hash[:min(len(hash), len(own))] == own
}

// heads locks the marks of the save's students and reads of each what decides whether
// the save may replace it: version, outcome, when it was accepted, and what its own save says.
func (t *transaction) heads(ctx context.Context, save roll.Save) (map[roll.EnrolmentID]*roll.Mark, error) {
	var marks []*roll.Mark
	err := chunks(askedFor(save.Rows), func(part []roll.EnrolmentID) error {
		among, ids := listed("m.enrolment", 2, part)
		args := append([]any{save.School, save.Date}, ids...)
		return t.query(ctx, func(rows *sql.Rows) error {
			mark := new(roll.Mark)
			var marked int64
			err := rows.Scan(&mark.Enrolment, &mark.Version, &mark.Outcome, &mark.Save, &marked)
			mark.MarkedAt = instant(marked)
			marks = append(marks, mark)
			return err
		}, `SELECT m.enrolment, m.seq, m.state, m.save, m.marked_at FROM marks m
			WHERE m.school = $1 AND m.date = $2 AND `+among+`
			ORDER BY m.enrolment`+t.store.engine.lock("m"), args...)
	})
	if err != nil {
		return nil, err
	}
	// What is read here is not kept: its save may belong to the same transaction, and be undone with it.
	if err := addSaves(ctx, t.query, t.store.saves.complete(marks)); err != nil {
		return nil, err
	}
	heads := make(map[roll.EnrolmentID]*roll.Mark, len(marks))
	for _, mark := range marks {
		heads[mark.Enrolment] = mark
	}
	return heads, nil
}

func askedFor(rows []roll.Asked) []roll.EnrolmentID {
	ids := make([]roll.EnrolmentID, len(rows))
	for i, row := range rows {
		ids[i] = row.Enrolment
	}
	return ids
}

// insertSave stores the save; isNew is false for a token that came before. It waits for a
// transaction that stores the same token meanwhile.
func (t *transaction) insertSave(ctx context.Context, save roll.Save, kept []roll.Kept) (isNew bool, err error) {
	inserted, err := t.exec(ctx, `INSERT INTO saves (token, school, period, class, class_name, date,
		status_id, status_name, family, check_kind, check_time, observed, reason,
		person, person_name, role, tablet, content_hash, accepted_at, stops_at, students, intents)
		VALUES `+tuples(1, 22)+` ON CONFLICT (token) DO NOTHING`,
		save.Token, save.School, save.Period, save.Class, save.ClassName, save.Date,
		save.Status.ID, save.Status.Name, save.Status.Family, save.Check, save.CheckTime, save.Observed, save.Reason,
		save.By.Person, save.By.Name, save.By.Role, save.By.Tablet, save.ContentHash(),
		milliseconds(save.AcceptedAt), milliseconds(save.StopsAt), len(save.Rows), writeIntents(kept))
	return inserted == 1, err
}

// insertMarks stores the kept rows as their students' newest marks, if nobody came between: it
// compares the version again, since a row that is not there yet cannot be locked.
func (t *transaction) insertMarks(ctx context.Context, save roll.Save, kept []roll.Kept) error {
	if err := t.markAnew(ctx, save, kept); err != nil {
		return err
	}
	return chunks(kept, func(part []roll.Kept) error {
		args := make([]any, 0, len(part)*3+2)
		for _, row := range part {
			args = append(args, row.Enrolment, row.Version, row.Student)
		}
		marked, err := t.exec(ctx, insertMarks(len(part)), append(args, save.Token, save.School)...)
		if err == nil && int(marked) != len(part) {
			return errRetry
		}
		return err
	})
}

// insertMarks returns the statement for so many rows of a save. An earlier check in or out that
// still waits goes along.
func insertMarks(rows int) string {
	return `WITH kept (enrolment, seq, student) AS (VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT))` +
		strings.TrimPrefix(tuples(rows, 3), `($1,$2,$3)`) + `)
	INSERT INTO marks (school, date, enrolment, seq, save, student, in_seq, out_seq, marked_at, state, due_at)
	SELECT s.school, s.date, k.enrolment, k.seq, s.token, k.student,
	CASE WHEN s.check_kind IN (` + sqlCheckIn + `, ` + sqlCheckClear + `) THEN k.seq ELSE 0 END, CASE WHEN s.check_kind IN (` + sqlCheckOut + `, ` + sqlCheckClear + `) THEN k.seq ELSE 0 END,
	s.accepted_at, ` + sqlWaiting + `, s.accepted_at
	FROM saves s CROSS JOIN kept k WHERE s.token = $` + strconv.Itoa(rows*3+1) + ` AND s.school = $` + strconv.Itoa(rows*3+2) + ` ORDER BY k.enrolment
	ON CONFLICT (school, date, enrolment) DO UPDATE SET
	seq = excluded.seq, save = excluded.save, student = excluded.student,
	in_seq = CASE WHEN excluded.in_seq > 0 THEN excluded.in_seq ELSE marks.in_seq END,
	out_seq = CASE WHEN excluded.out_seq > 0 THEN excluded.out_seq ELSE marks.out_seq END,
	state = CASE WHEN marks.unknown_at > 0 THEN ` + sqlConfirming + ` ELSE excluded.state END,
	marked_at = excluded.marked_at, due_at = excluded.due_at,
	returned = '', answered_at = 0, keyed = 0, keyed_by = '', tries = 0, asserted = 0, again = 0, part = 0
	WHERE marks.seq = excluded.seq - 1`
}

// markAnew closes the held rows of the same person that the save replaces. A save of the office
// also closes the rows that tablets left to it.
func (t *transaction) markAnew(ctx context.Context, save roll.Save, kept []roll.Kept) error {
	persons := `person = $3`
	if save.By.Role.Corrects() {
		persons = `(person = $3 OR person IN (SELECT id FROM tablets WHERE school = $1))`
	}
	return chunks(keptEnrolments(kept), func(part []roll.EnrolmentID) error {
		args := append([]any{save.School, save.Date, save.By.Person}, padded(part)...)
		_, err := t.exec(ctx, `UPDATE held_marks SET decision = `+sqlMarkedAnew+`
			WHERE school = $1 AND date = $2 AND `+persons+` AND decision = `+sqlUndecided+`
			AND enrolment IN (`+list(3, len(args)-3)+`)`, args...)
		return err
	})
}

// hold keeps the rows that meet a newer mark, each beside that mark.
func (t *transaction) hold(ctx context.Context, save roll.Save, rows []roll.Asked) ([]roll.Held, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	theirs, err := marksOf(ctx, t.query, save.School, save.Date, askedFor(rows))
	if err != nil {
		return nil, err
	}
	held := make([]roll.Held, len(rows))
	for i, asked := range rows {
		held[i] = roll.Held{Asked: asked, Theirs: theirs[asked.Enrolment]}
	}
	return held, chunks(held, func(part []roll.Held) error {
		args := make([]any, 0, len(part)*7)
		for _, row := range part {
			args = append(args, save.Token, save.School, save.Date, row.Enrolment, row.Student, save.By.Person, row.Theirs.Version)
		}
		_, err := t.exec(ctx, `INSERT INTO held_marks (save, school, date, enrolment, student, person, their_seq)
			VALUES `+tuples(len(part), 7), args...)
		return err
	})
}

// chunks calls do with parts that fit into one statement.
func chunks[T any](all []T, do func([]T) error) error {
	for len(all) > 0 {
		size := min(len(all), rowsPerStatement)
		if err := do(all[:size]); err != nil {
			return err
		}
		all = all[size:]
	}
	return nil
}
