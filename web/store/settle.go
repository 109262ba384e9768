package store

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
)

// Closing computes what one mark becomes, from its present state and the attempt. It changes
// nothing, and may be called with a state that the mark turns out not to have any more.
type Closing func(progress roll.Progress, by roll.Attempted) roll.Progress

// CloseAttempt ends an attempt with its reply and moves its marks on. When its lease
// has ended, whether CloseExpired has noticed or not, the reply only enters the
// history and moved is false.
func (s *Store) CloseAttempt(ctx context.Context, attempt roll.Attempt, reply roll.Reply, closing Closing) (moved bool, err error) {
	err = s.inTransaction(ctx, func(tx *transaction) (err error) {
		moved, err = tx.close(ctx, attempt, reply, closing)
		return err
	})
	return moved, err
}

// Following names the save to claim once an attempt is closed, in a school that is taken to be
// unchanged.
type Following struct {
	School roll.School
	// Save is the token of the accepted save; empty for the oldest save that is due.
	Save  roll.Token
	Terms Terms
}

// CloseAndClaim does CloseAttempt and Claim of the save that follows, in one commit instead
// of two. Where the school was changed meanwhile, or has nothing to send, next has no ID.
func (s *Store) CloseAndClaim(ctx context.Context, attempt roll.Attempt, reply roll.Reply, closing Closing, following Following) (moved bool, next roll.Attempt, err error) {
	err = s.inTransaction(ctx, func(tx *transaction) (err error) {
		next = roll.Attempt{}
		if moved, err = tx.close(ctx, attempt, reply, closing); err != nil {
			return err
		}
		school := following.School
		if still, err := tx.isStill(ctx, school); err != nil || !still {
			return err
		}
		next, _, err = tx.claim(ctx, school.ID, following.Save, school.Timing(), following.Terms)
		return err
	})
	if err != nil {
		return false, roll.Attempt{}, err
	}
	return moved, next, nil
}

func (t *transaction) close(ctx context.Context, attempt roll.Attempt, reply roll.Reply, closing Closing) (moved bool, err error) {
	closedAt := t.Now
	if attempt.LeaseUntil.Before(closedAt) {
		return false, t.noteLate(ctx, attempt, reply)
	}
	exchange, err := pack(withoutNumbers(reply.Exchange, attempt.Marks), usualExchange)
	if err != nil {
		return false, err
	}
	changed, err := t.exec(ctx, `UPDATE attempts SET state = $1, closed_at = $2, sent_at = $3, http_status = $4, packed = $5, packing = $6, problem = $7
		WHERE id = $8 AND state = `+sqlOpen, reply.State, milliseconds(closedAt), milliseconds(reply.SentAt),
		reply.HTTPStatus, exchange, packedWithMarks, reply.Problem, attempt.ID)
	if err != nil {
		return false, err
	}
	if changed == 0 {
		return false, t.noteLate(ctx, attempt, reply)
	}
	if err := t.keepRemarks(ctx, attempt, reply.Remarks); err != nil {
		return false, err
	}
	if reply.State == roll.Answered {
		if err := t.noteAnswered(ctx, attempt, reply.SentAt); err != nil {
			return false, err
		}
	}
	return true, t.move(ctx, attempt, reply.SentAt, closedAt, closing)
}

func (t *transaction) noteLate(ctx context.Context, attempt roll.Attempt, reply roll.Reply) error {
	exchange, err := pack(withoutNumbers(reply.Exchange, attempt.Marks), usualExchange)
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, `UPDATE attempts SET late = $1, packed = $2, packing = $3 WHERE id = $4`, reply.State, exchange, packedWithMarks, attempt.ID)
	return err
}

// move applies closing to every mark of the attempt and frees it.
func (t *transaction) move(ctx context.Context, attempt roll.Attempt, sentAt, closedAt time.Time, closing Closing) error {
	if sentAt.After(closedAt) {
		// The clock was set back meanwhile.
		sentAt = closedAt
	}
	claimed := make(map[roll.EnrolmentID]roll.Claimed, len(attempt.Marks))
	for _, mark := range attempt.Marks {
		claimed[mark.Enrolment] = mark
	}
	becomes := func(before roll.Progress) roll.Progress {
		mark := claimed[before.Enrolment]
		return closing(before, roll.Attempted{Version: mark.Version, CheckVersion: mark.CheckVersion, SentAt: sentAt, ClosedAt: closedAt})
	}
	held, err := t.held(ctx, attempt)
	if err != nil {
		return err
	}
	var groups groups
	for _, before := range held {
		groups.add(before.Enrolment, becomes(before))
	}
	return t.writeGroups(ctx, attempt.School, attempt.Date, groups, free)
}

// held locks and reads the marks that the attempt holds.
func (t *transaction) held(ctx context.Context, attempt roll.Attempt) ([]roll.Progress, error) {
	var all []roll.Progress
	err := chunks(attempt.Enrolments(), func(part []roll.EnrolmentID) error {
		among, ids := listed("m.enrolment", 3, part)
		args := append([]any{attempt.School, attempt.Date, attempt.ID}, ids...)
		some, err := t.progress(ctx, `marks m`, `m.school = $1 AND m.date = $2 AND m.attempt = $3 AND `+among, args...)
		all = append(all, some...)
		return err
	})
	return all, err
}

const progressColumns = `m.enrolment, m.student, m.seq, m.save, m.state, m.returned, m.answered_at, m.due_at, m.tries,
	m.unknown_at, m.asserted, m.again, m.part, m.in_seq, m.out_seq`

// progress locks and reads the marks m that the condition names. A mark that gets
// another save while its lock is waited for is left out where saves are joined.
func (t *transaction) progress(ctx context.Context, from, condition string, args ...any) ([]roll.Progress, error) {
	var all []roll.Progress
	err := t.query(ctx, func(rows *sql.Rows) error {
		var p roll.Progress
		var answeredAt, dueAt, unknownAt, asserted, again int64
		err := rows.Scan(&p.Enrolment, &p.Student, &p.Version, &p.Save, &p.Outcome, &p.Returned, &answeredAt, &dueAt, &p.Tries,
			&unknownAt, &asserted, &again, &p.Part, &p.InVersion, &p.OutVersion)
		p.AnsweredAt, p.DueAt, p.UnknownAt = instant(answeredAt), instant(dueAt), instant(unknownAt)
		p.Asserted, p.Again = asserted != 0, again != 0
		all = append(all, p)
		return err
	}, `SELECT `+progressColumns+` FROM `+from+` WHERE `+condition+` ORDER BY m.enrolment`+t.store.engine.lock("m"), args...)
	return all, err
}

// groups are marks that become the same, so that a class is moved by one statement.
type groups []group

type group struct {
	becomes    roll.Progress
	enrolments []roll.EnrolmentID
}

func (g *groups) add(enrolment roll.EnrolmentID, becomes roll.Progress) {
	becomes.Enrolment, becomes.Student, becomes.Version = 0, 0, 0
	for i := range *g {
		if (*g)[i].becomes == becomes {
			(*g)[i].enrolments = append((*g)[i].enrolments, enrolment)
			return
		}
	}
	*g = append(*g, group{becomes: becomes, enrolments: []roll.EnrolmentID{enrolment}})
}

// What writing marks does to the attempt that holds them.
const (
	free  = `, attempt = ''`
	leave = ``
)

// writeGroups writes the groups to their marks, and their outcomes to the history.
func (t *transaction) writeGroups(ctx context.Context, school roll.SchoolID, date roll.Date, groups groups, attempt string) error {
	if err := t.writeMarks(ctx, school, date, groups, attempt); err != nil {
		return err
	}
	for _, group := range groups {
		if err := t.noteOutcome(ctx, group); err != nil {
			return err
		}
	}
	return nil
}

// noteOutcome adds the outcome of the group to the history. While the group is under way, its
// marks tell its state. A transaction that writes an outcome holds the student's mark, so that a
// later outcome has a greater number.
func (t *transaction) noteOutcome(ctx context.Context, group group) error {
	is := group.becomes
	if is.Outcome.UnderWay() {
		return nil
	}
	_, err := t.exec(ctx, `INSERT INTO outcomes (save, number, state, returned, answered_at, students)
		SELECT s.token, COALESCE((SELECT MAX(o.number) FROM outcomes o WHERE o.save = s.token), 0) + 1,
		CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CASE WHEN s.students = $4 THEN '' ELSE $5 END
		FROM saves s WHERE s.token = $6`,
		is.Outcome, is.Returned, milliseconds(is.AnsweredAt), len(group.enrolments), listText(group.enrolments), is.Save)
	return err
}

func (t *transaction) writeMarks(ctx context.Context, school roll.SchoolID, date roll.Date, groups groups, attempt string) error {
	for _, group := range groups {
		err := chunks(group.enrolments, func(part []roll.EnrolmentID) error {
			return t.writeGroup(ctx, school, date, group.becomes, part, attempt)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *transaction) writeGroup(ctx context.Context, school roll.SchoolID, date roll.Date, p roll.Progress, enrolments []roll.EnrolmentID, attempt string) error {
	args := []any{p.Outcome, p.Returned, milliseconds(p.AnsweredAt), milliseconds(p.DueAt), p.Tries, milliseconds(p.UnknownAt),
		flag(p.Asserted), flag(p.Again), p.Part, p.InVersion, p.OutVersion, school, date}
	among, ids := listed("enrolment", len(args), enrolments)
	_, err := t.exec(ctx, `UPDATE marks SET state = $1, returned = $2, answered_at = $3, due_at = $4, tries = $5, unknown_at = $6,
		asserted = $7, again = $8, part = $9, in_seq = $10, out_seq = $11`+attempt+`
		WHERE school = $12 AND date = $13 AND `+among, append(args, ids...)...)
	return err
}
