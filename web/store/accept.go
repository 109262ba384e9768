package store

import (
	"context"
	"database/sql"
	"fmt"
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

// Claiming says what a press takes leases on with the same commit.
type Claiming struct {
	// Most is for how many of its saves, from the first.
	Most   int
	Timing roll.Timing
	Terms  Terms
}

// AcceptAndClaim is Accept and, for the saves that Claim would give at once, Claim: one
// commit does what else are two. The attempts are those that were claimed.
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
	isNew, err := t.insertSave(ctx, save)
	if err != nil {
		return roll.Acceptance{}, err
	}
	if !isNew {
		return t.repeat(ctx, save)
	}
	heads, err := t.heads(ctx, save)
	if err != nil {
		return roll.Acceptance{}, err
	}
	acceptance := roll.Acceptance{Save: save}
	var kept []roll.Asked
	for _, asked := range save.Rows {
		if theirs := heads[asked.Enrolment].mark; theirs.ConflictsWith(save, asked) {
			acceptance.Held = append(acceptance.Held, roll.Held{Asked: asked, Theirs: theirs})
			continue
		}
		kept = append(kept, asked)
		acceptance.Kept = append(acceptance.Kept, asked.Enrolment)
	}
	if err := t.insertIntents(ctx, save, kept, heads); err != nil {
		return roll.Acceptance{}, err
	}
	return acceptance, t.insertHeld(ctx, save, acceptance.Held)
}

// repeat answers a token that came before.
func (t *transaction) repeat(ctx context.Context, save roll.Save) (roll.Acceptance, error) {
	first, err := t.saveByToken(ctx, save.Token)
	if err != nil {
		return roll.Acceptance{}, err
	}
	if first.contentHash != save.ContentHash() || first.save.By.Person != save.By.Person {
		return roll.Acceptance{}, &roll.OtherContentError{First: first.save}
	}
	acceptance := roll.Acceptance{Save: first.save, Repeated: true}
	err = t.query(ctx, func(rows *sql.Rows) error {
		var enrolment roll.EnrolmentID
		err := rows.Scan(&enrolment)
		acceptance.Kept = append(acceptance.Kept, enrolment)
		return err
	}, `SELECT enrolment FROM intents WHERE save = $1 ORDER BY enrolment`, save.Token)
	if err != nil {
		return roll.Acceptance{}, err
	}
	acceptance.Held, err = t.heldOf(ctx, first.save)
	return acceptance, err
}

// head is the newest intent of a student, and what of it a new one takes along.
type head struct {
	mark                  roll.Mark
	inVersion, outVersion int64
	unknown               bool
}

// heads locks and reads the marks of the save's students.
func (t *transaction) heads(ctx context.Context, save roll.Save) (map[roll.EnrolmentID]head, error) {
	ids := make([]roll.EnrolmentID, len(save.Rows))
	for i, row := range save.Rows {
		ids[i] = row.Enrolment
	}
	var found []*head
	var marks []*roll.Mark
	err := chunks(ids, func(part []roll.EnrolmentID) error {
		args := append([]any{save.School, save.Date}, padded(part)...)
		return t.query(ctx, func(rows *sql.Rows) error {
			h := new(head)
			var unknownAt int64
			err := scanMark(rows, &h.mark, &h.inVersion, &h.outVersion, &unknownAt)
			h.unknown = unknownAt != 0
			found, marks = append(found, h), append(marks, &h.mark)
			return err
		}, `SELECT `+markColumns+`, m.in_seq, m.out_seq, m.unknown_at FROM marks m
			WHERE m.school = $1 AND m.date = $2 AND m.enrolment IN (`+list(2, len(args)-2)+`)
			ORDER BY m.enrolment`+t.store.engine.lock("m"), args...)
	})
	if err != nil {
		return nil, err
	}
	heads := make(map[roll.EnrolmentID]head, len(found))
	if err := addSaves(ctx, t.query, marks); err != nil {
		return nil, err
	}
	for _, h := range found {
		heads[h.mark.Enrolment] = *h
	}
	return heads, nil
}

// insertSave is false for a token that came before. Who brings it meanwhile is waited for.
func (t *transaction) insertSave(ctx context.Context, save roll.Save) (isNew bool, err error) {
	inserted, err := t.exec(ctx, `INSERT INTO saves (token, school, period, class, class_name, date,
		status_id, status_name, family, check_kind, check_time, observed, reason,
		person, person_name, role, content_hash, accepted_at, stops_at, students)
		VALUES `+tuples(1, 20)+` ON CONFLICT (token) DO NOTHING`,
		save.Token, save.School, save.Period, save.Class, save.ClassName, save.Date,
		save.Status.ID, save.Status.Name, save.Status.Family, save.Check, save.CheckTime, save.Observed, save.Reason,
		save.By.Person, save.By.Name, save.By.Role, save.ContentHash(),
		milliseconds(save.AcceptedAt), milliseconds(save.StopsAt), len(save.Rows))
	return inserted == 1, err
}

// againIfDuplicate runs the transaction again where another replica inserted the
// same row since it was looked for.
func againIfDuplicate(err error) error {
	if err != nil && roll.KindOf(err) == roll.Stale {
		return fmt.Errorf("%w: %w", errRetry, err)
	}
	return err
}

func (t *transaction) insertIntents(ctx context.Context, save roll.Save, kept []roll.Asked, heads map[roll.EnrolmentID]head) error {
	return chunks(kept, func(part []roll.Asked) error {
		if err := t.supersede(ctx, save, part, heads); err != nil {
			return err
		}
		intents := make([]any, 0, len(part)*5)
		marks := make([]any, 0, len(part)*markInsertColumns)
		for _, asked := range part {
			before := heads[asked.Enrolment]
			version := before.mark.Version + 1
			intents = append(intents, save.Token, asked.Enrolment, version, asked.Student, roll.Waiting)
			marks = append(marks, markArguments(save, asked, before)...)
		}
		if _, err := t.exec(ctx, `INSERT INTO intents (save, enrolment, seq, student, state)
			VALUES `+tuples(len(part), 5), intents...); err != nil {
			return againIfDuplicate(err)
		}
		changed, err := t.exec(ctx, insertMarks(len(part)), marks...)
		if err != nil {
			return err
		}
		if int(changed) != len(part) {
			return errRetry
		}
		return nil
	})
}

const markInsertColumns = 11

func markArguments(save roll.Save, asked roll.Asked, before head) []any {
	version := before.mark.Version + 1
	inVersion, outVersion := before.inVersion, before.outVersion
	switch save.Check {
	case roll.CheckIn:
		inVersion = version
	case roll.CheckOut:
		outVersion = version
	case roll.CheckClear:
		inVersion, outVersion = version, version
	}
	state := roll.Waiting
	if before.unknown {
		state = roll.Confirming
	}
	at := milliseconds(save.AcceptedAt)
	return []any{save.School, save.Date, asked.Enrolment, version, save.Token, asked.Student, inVersion, outVersion, at, state, at}
}

// insertMarks makes each mark the newest, if nobody came between: the version is
// compared again, since a row that is not there yet cannot be locked.
func insertMarks(rows int) string {
	return `INSERT INTO marks (school, date, enrolment, seq, save, student, in_seq, out_seq, marked_at, state, due_at)
		VALUES ` + tuples(rows, markInsertColumns) + `
		ON CONFLICT (school, date, enrolment) DO UPDATE SET
		seq = excluded.seq, save = excluded.save, student = excluded.student,
		in_seq = excluded.in_seq, out_seq = excluded.out_seq,
		marked_at = excluded.marked_at, state = excluded.state,
		due_at = excluded.due_at, returned = '', answered_at = 0, keyed = 0,
		tries = 0, asserted = 0, again = 0, part = 0
		WHERE marks.seq = excluded.seq - 1`
}

// supersede closes the intents that were still under way, and the held rows of the
// same person, that are now replaced.
func (t *transaction) supersede(ctx context.Context, save roll.Save, kept []roll.Asked, heads map[roll.EnrolmentID]head) error {
	for _, asked := range kept {
		before := heads[asked.Enrolment].mark
		if before.Version == 0 || !before.Unsettled() {
			continue
		}
		if _, err := t.exec(ctx, `UPDATE intents SET state = 'superseded' WHERE save = $1 AND enrolment = $2`,
			before.Save, asked.Enrolment); err != nil {
			return err
		}
	}
	ids := make([]roll.EnrolmentID, len(kept))
	for i, asked := range kept {
		ids[i] = asked.Enrolment
	}
	args := append([]any{save.School, save.Date, save.By.Person}, padded(ids)...)
	_, err := t.exec(ctx, `UPDATE held_marks SET decision = 'replaced'
		WHERE school = $1 AND date = $2 AND person = $3 AND decision = ''
		AND enrolment IN (`+list(3, len(args)-3)+`)`, args...)
	return err
}

func (t *transaction) insertHeld(ctx context.Context, save roll.Save, held []roll.Held) error {
	return chunks(held, func(part []roll.Held) error {
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
