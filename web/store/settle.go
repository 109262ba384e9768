package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"rollbook/web/roll"
)

// Closing computes what one mark becomes, from what it is and what was attempted. It changes
// nothing, and may also be asked about what a mark turns out not to be any more.
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

// Following is the save whose turn comes once an attempt is closed, in a school that is
// taken to be unchanged.
type Following struct {
	School roll.School
	// Save is what was accepted; nil for the oldest save that is due.
	Save  *roll.Acceptance
	Terms Terms
}

// CloseAndClaim is CloseAttempt and Claim of the save that follows: one commit does what
// else are two. Where the school was changed meanwhile, or has nothing to send, next has
// no ID.
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
		next, _, err = tx.claimOne(ctx, school.ID, following.Save, school.Timing(), following.Terms)
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
	changed, err := t.exec(ctx, `UPDATE attempts SET state = $1, closed_at = $2, sent_at = $3, http_status = $4, exchange = $5, problem = $6
		WHERE id = $7 AND state = `+sqlOpen, reply.State, milliseconds(closedAt), milliseconds(reply.SentAt),
		reply.HTTPStatus, reply.Exchange, reply.Problem, attempt.ID)
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
	_, err := t.exec(ctx, `UPDATE attempts SET late = $1, exchange = $2 WHERE id = $3`, reply.State, reply.Exchange, attempt.ID)
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
	rest, err := t.moveUnchanged(ctx, attempt, becomes)
	if err != nil {
		return err
	}
	var groups groups
	for _, before := range rest {
		groups.add(before.Enrolment, becomes(before))
	}
	return t.writeGroups(ctx, attempt.School, attempt.Date, groups)
}

// unchanged is true for marks m that the attempt $14 holds and to which nothing has
// happened but the accept of the save $15 and the claim of its part $16: each column that
// progress reads is what moveUnchanged takes it to be.
const unchanged = ` AND m.attempt = $14 AND m.save = $15 AND m.part = $16 AND m.state = ` + sqlWaiting + ` AND m.returned = ''
	AND m.answered_at = 0 AND m.due_at = 0 AND m.tries = 0 AND m.unknown_at = 0 AND m.asserted = 0 AND m.again = 0
	AND m.in_seq = 0 AND m.out_seq = 0`

// moveUnchanged moves the attempt's marks to which nothing has happened meanwhile, without
// reading them, and reads those that are left.
func (t *transaction) moveUnchanged(ctx context.Context, attempt roll.Attempt, becomes func(roll.Progress) roll.Progress) (rest []roll.Progress, err error) {
	var groups groups
	for _, mark := range attempt.Marks {
		groups.add(mark.Enrolment, becomes(roll.Progress{
			Enrolment: mark.Enrolment, Student: mark.Student, Version: mark.Version, Save: attempt.Save, Outcome: roll.Waiting, Part: attempt.Part,
		}))
	}
	named := listed[roll.EnrolmentID]
	if len(groups) == 1 {
		// What the attempt holds between its marks is its own, and becomes the same.
		named = spanned
	}
	moved, err := t.writeMarks(ctx, attempt.School, attempt.Date, groups, named, unchanged, attempt.ID, attempt.Save, attempt.Part)
	if err != nil {
		return nil, err
	}
	if int(moved) < len(attempt.Marks) {
		if rest, err = t.held(ctx, attempt); err != nil {
			return nil, err
		}
	} else if attempt.Whole && len(groups) == 1 {
		return nil, t.writeWhole(ctx, groups[0].becomes)
	}
	return rest, t.writeHistory(ctx, groups.without(rest))
}

// held locks and reads the marks that the attempt holds.
func (t *transaction) held(ctx context.Context, attempt roll.Attempt) ([]roll.Progress, error) {
	var all []roll.Progress
	err := chunks(attempt.Enrolments(), func(part []roll.EnrolmentID) error {
		among, ids := spanned("m.enrolment", 3, part)
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

// without is the groups without the marks that are named.
func (g *groups) without(marks []roll.Progress) groups {
	if len(marks) == 0 {
		return *g
	}
	named := make(map[roll.EnrolmentID]bool, len(marks))
	for _, mark := range marks {
		named[mark.Enrolment] = true
	}
	others := make(groups, len(*g))
	for i, group := range *g {
		group.enrolments = slices.DeleteFunc(slices.Clone(group.enrolments), func(enrolment roll.EnrolmentID) bool { return named[enrolment] })
		others[i] = group
	}
	return others
}

// writeGroups writes the groups to their marks, and the outcome of the newest
// intents to the history.
func (t *transaction) writeGroups(ctx context.Context, school roll.SchoolID, date roll.Date, groups groups) error {
	if _, err := t.writeMarks(ctx, school, date, groups, listed, ""); err != nil {
		return err
	}
	return t.writeHistory(ctx, groups)
}

func (t *transaction) writeHistory(ctx context.Context, groups groups) error {
	for _, group := range groups {
		if err := chunks(group.enrolments, func(part []roll.EnrolmentID) error { return t.writeIntents(ctx, group.becomes, part) }); err != nil {
			return err
		}
	}
	return nil
}

// writeMarks writes the groups to those of their marks that meet the condition, whose
// parameters are $14 and on, and counts them.
func (t *transaction) writeMarks(ctx context.Context, school roll.SchoolID, date roll.Date, groups groups, named naming[roll.EnrolmentID], condition string, more ...any) (written int64, err error) {
	for _, group := range groups {
		err := chunks(group.enrolments, func(part []roll.EnrolmentID) error {
			count, err := t.writeGroup(ctx, school, date, group.becomes, part, named, condition, more...)
			written += count
			return err
		})
		if err != nil {
			return 0, err
		}
	}
	return written, nil
}

func (t *transaction) writeGroup(ctx context.Context, school roll.SchoolID, date roll.Date, p roll.Progress, enrolments []roll.EnrolmentID, named naming[roll.EnrolmentID], condition string, more ...any) (int64, error) {
	args := []any{p.Outcome, p.Returned, milliseconds(p.AnsweredAt), milliseconds(p.DueAt), p.Tries, milliseconds(p.UnknownAt),
		flag(p.Asserted), flag(p.Again), p.Part, p.InVersion, p.OutVersion, school, date}
	args = append(args, more...)
	among, ids := named("m.enrolment", len(args), enrolments)
	return t.exec(ctx, `UPDATE marks AS m SET state = $1, returned = $2, answered_at = $3, due_at = $4, tries = $5, unknown_at = $6,
		asserted = $7, again = $8, part = $9, in_seq = $10, out_seq = $11, attempt = ''
		WHERE m.school = $12 AND m.date = $13`+condition+` AND `+among, append(args, ids...)...)
}

// writeWhole is writeIntents for all of a save.
func (t *transaction) writeWhole(ctx context.Context, p roll.Progress) error {
	_, err := t.exec(ctx, `UPDATE intents SET state = $1, returned = $2, answered_at = $3 WHERE save = $4`,
		p.Outcome, p.Returned, milliseconds(p.AnsweredAt), p.Save)
	return err
}

func (t *transaction) writeIntents(ctx context.Context, p roll.Progress, enrolments []roll.EnrolmentID) error {
	among, ids := listed("enrolment", 4, enrolments)
	_, err := t.exec(ctx, `UPDATE intents SET state = $1, returned = $2, answered_at = $3
		WHERE save = $4 AND `+among, append([]any{p.Outcome, p.Returned, milliseconds(p.AnsweredAt), p.Save}, ids...)...)
	return err
}
