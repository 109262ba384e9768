package saves

import (
	"context"
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
	"rollbook/web/store/packed"
	"rollbook/web/store/schools"
)

// Closing computes the new state of one mark from its present state and the attempt. It has no side effects,
// and may be called with a state that turns out to be outdated.
type Closing func(progress roll.Progress, by roll.Attempted) roll.Progress

// CloseAttempt ends an attempt with its reply and updates its marks. After the end of its lease, even if
// CloseExpired has not closed it yet, the reply only enters the history and CloseAttempt returns false.
func (s *Store) CloseAttempt(ctx context.Context, attempt roll.Attempt, reply roll.Reply,
	closing Closing) (moved bool, err error) {
	return engine.Returning(ctx, s.Database, func(tx *engine.Transaction) (bool, error) {
		return closeAttempt(ctx, tx, attempt, reply, closing)
	})
}

// Following is the save to claim after an attempt is closed, in a school that is expected to be unchanged.
type Following struct {
	School roll.School
	// Save is the token of the accepted save; empty for the oldest due save.
	Save  roll.Token
	Terms Terms
}

// CloseAndClaim closes the attempt and claims the following save in one commit. Next has no ID when the
// school was changed meanwhile or has nothing to send.
func (s *Store) CloseAndClaim(ctx context.Context, attempt roll.Attempt, reply roll.Reply, closing Closing,
	following Following) (moved bool, next roll.Attempt, err error) {
	err = s.Database.InTransaction(ctx, func(tx *engine.Transaction) (err error) {
		next = roll.Attempt{}
		if moved, err = closeAttempt(ctx, tx, attempt, reply, closing); err != nil {
			return err
		}
		school := following.School
		if still, err := schools.IsStill(ctx, tx, school); err != nil || !still {
			return err
		}
		next, err = claim(ctx, tx, school.ID, following.Save, school.Timing(), following.Terms)
		return err
	})
	if err != nil {
		return false, roll.Attempt{}, err
	}
	return moved, next, nil
}

func closeAttempt(ctx context.Context, t *engine.Transaction, attempt roll.Attempt, reply roll.Reply,
	closing Closing) (moved bool, err error) {
	closedAt := t.Now
	if attempt.LeaseUntil.Before(closedAt) {
		return false, noteLate(ctx, t, attempt, reply)
	}
	exchange, err := packed.Text(reply.Exchange, attempt.Marks)
	if err != nil {
		return false, err
	}
	changed, err := t.Exec(ctx, `UPDATE attempts SET state = $1, closed_at = $2, sent_at = $3, http_status = $4,
		packed = $5, packing = $6, problem = $7
		WHERE id = $8 AND state = `+
		literal.Open, reply.State, engine.Milliseconds(closedAt), engine.Milliseconds(reply.SentAt),
		reply.HTTPStatus, exchange, packed.WithMarks, reply.Problem, attempt.ID)
	if err != nil {
		return false, err
	}
	if changed == 0 {
		return false, noteLate(ctx, t, attempt, reply)
	}
	for _, mark := range attempt.Marks {
		text, said := reply.Remarks[mark.Enrolment]
		if !said {
			continue
		}
		t.Require(t.Do(ctx, `INSERT INTO remarks (save, enrolment, remarks) VALUES ($1, $2, $3)
			ON CONFLICT (save, enrolment) DO UPDATE SET remarks = excluded.remarks`, attempt.Save, mark.Enrolment, text))
	}
	if reply.State == roll.Answered {
		t.Require(noteAnswered(ctx, t, attempt, reply.SentAt))
		t.Require(schools.ProveByAnswer(ctx, t, attempt, reply.Reading))
	}
	refused, err := move(ctx, t, attempt, reply.SentAt, closedAt, closing)
	if err != nil || reply.State != roll.Gone {
		return true, err
	}
	return true, noteGone(ctx, t, attempt.School, refused)
}

func noteLate(ctx context.Context, t *engine.Transaction, attempt roll.Attempt, reply roll.Reply) error {
	exchange, err := packed.Text(reply.Exchange, attempt.Marks)
	if err != nil {
		return err
	}
	return t.Do(ctx, `UPDATE attempts SET late = $1, packed = $2, packing = $3 WHERE id = $4`, reply.State, exchange,
		packed.WithMarks, attempt.ID)
}

// move applies closing to every mark of the attempt and frees it. It returns the refused ones.
func move(ctx context.Context, t *engine.Transaction, attempt roll.Attempt, sentAt, closedAt time.Time,
	closing Closing) (refused []roll.EnrolmentID, err error) {
	if sentAt.After(closedAt) {
		// The clock was set back.
		sentAt = closedAt
	}
	claimed := make(map[roll.EnrolmentID]roll.Claimed, len(attempt.Marks))
	for _, mark := range attempt.Marks {
		claimed[mark.Enrolment] = mark
	}
	becomes := func(before roll.Progress) roll.Progress {
		mark := claimed[before.Enrolment]
		return closing(before, roll.Attempted{Version: mark.Version, CheckVersion: mark.CheckVersion, SentAt: sentAt,
			ClosedAt: closedAt})
	}
	held, err := held(ctx, t, attempt)
	if err != nil {
		return nil, err
	}
	var groups groups
	for _, before := range held {
		after := becomes(before)
		groups.add(before.Enrolment, after)
		if before.Outcome.UnderWay() && after.Outcome == roll.Refused {
			refused = append(refused, before.Enrolment)
		}
	}
	writeGroups(ctx, t, attempt.School, attempt.Date, groups, free)
	return refused, nil
}

// held locks and reads the marks of the attempt.
func held(ctx context.Context, t *engine.Transaction, attempt roll.Attempt) ([]roll.Progress, error) {
	var all []roll.Progress
	err := engine.EachAmong(attempt.Enrolments(), func(condition string, args []any) error {
		some, err := progress(ctx, t, `marks m`, condition, args...)
		all = append(all, some...)
		return err
	}, `m.school = $1 AND m.date = $2 AND m.past = 0 AND m.lease = $3 AND m.enrolment IN ($ids)`,
		attempt.School, attempt.Date, attempt.ID)
	return all, err
}

// CloseExpired closes as unknown the attempts whose lease has ended, and those whose lease ends further ahead
// than its length, because the clock was set back. It updates their marks with closing and returns the
// attempts.
func (s *Store) CloseExpired(ctx context.Context, closing Closing) ([]roll.Attempt, error) {
	found, err := s.Database.Any(ctx, `SELECT 1 FROM attempts WHERE state = `+literal.Open+
		` AND lease_until <= $1 OR state = `+literal.Open+` AND claimed_at > $1 LIMIT 1`)
	if err != nil || !found {
		return nil, err
	}
	return engine.Returning(ctx, s.Database, func(tx *engine.Transaction) ([]roll.Attempt, error) {
		expired, err := expiredAttempts(ctx, tx)
		if err != nil {
			return nil, err
		}
		// The time is read again, so that an attempt claimed after the first query is not in the future.
		if err = tx.Renew(ctx); err != nil {
			return nil, err
		}
		expired = slices.DeleteFunc(expired, func(attempt roll.Attempt) bool {
			return attempt.LeaseUntil.After(tx.Now) && !attempt.ClaimedAt.After(tx.Now)
		})
		for _, attempt := range expired {
			closedAt := attempt.LeaseUntil
			if closedAt.After(tx.Now) {
				// It may still be running, for the length of a lease.
				closedAt = tx.Now.Add(attempt.LeaseUntil.Sub(attempt.ClaimedAt))
			}
			tx.Require(tx.Do(ctx, `UPDATE attempts SET state = `+literal.Unknown+`, closed_at = $1,
				problem = `+literal.LeaseEnded+` WHERE id = $2 AND state = `+literal.Open,
				engine.Milliseconds(closedAt), attempt.ID))
			if _, err := move(ctx, tx, attempt, attempt.ClaimedAt, closedAt, closing); err != nil {
				return nil, err
			}
		}
		return expired, nil
	})
}

func expiredAttempts(ctx context.Context, t *engine.Transaction) ([]roll.Attempt, error) {
	all, err := engine.Rows[struct {
		roll.Attempt
		Carried           []byte
		Students, Intents string
	}](ctx, t, `SELECT a.id, a.school, a.save, a.date, a.marks AS carried, a.students, s.intents, a.claimed_at,
		a.lease_until
		FROM attempts a JOIN saves s ON s.token = a.save
		WHERE a.state = `+literal.Open+` AND (a.lease_until <= $1 OR a.claimed_at > $1)`+t.Lock("a"),
		engine.Milliseconds(t.Now))
	expired := make([]roll.Attempt, len(all))
	for i, one := range all {
		expired[i] = one.Attempt
		if err == nil {
			expired[i].Marks, err = packed.ReadMarks(one.Carried, one.Students, one.Intents)
		}
	}
	return expired, err
}

// StopOverdue stops the marks that waited too long (Progress.Stop decides) and returns the changed schools
// and dates.
func (s *Store) StopOverdue(ctx context.Context) ([]SchoolDate, error) {
	found, err := s.Database.Any(ctx, `SELECT 1 FROM `+markTables+` WHERE `+Pending+` AND `+pastItsStop+` LIMIT 1`)
	if err != nil || !found {
		return nil, err
	}
	return engine.Returning(ctx, s.Database, func(tx *engine.Transaction) ([]SchoolDate, error) {
		tx.Require(holdOn(ctx, tx))
		overdue, err := overdue(ctx, tx)
		if err != nil {
			return nil, err
		}
		for _, day := range overdue {
			progress, err := progress(ctx, tx, markTables, Pending+` AND `+pastItsStop+` AND m.school = $2 AND m.date = $3`,
				engine.Milliseconds(tx.Now), day.School, day.Date)
			if err != nil {
				return nil, err
			}
			var groups groups
			for _, before := range progress {
				groups.add(before.Enrolment, before.Stop(tx.Now))
			}
			// An open attempt stays open.
			writeGroups(ctx, tx, day.School, day.Date, groups, leave)
		}
		return overdue, nil
	})
}

// SchoolDate is one day of one school.
type SchoolDate struct {
	School roll.SchoolID
	Date   roll.Date
}

func overdue(ctx context.Context, t *engine.Transaction) ([]SchoolDate, error) {
	return engine.Rows[SchoolDate](ctx, t, `SELECT DISTINCT m.school, m.date FROM `+markTables+` WHERE `+Pending+` AND `+
		pastItsStop, engine.Milliseconds(t.Now))
}

// leftAhead is true for pending marks with times too far after $1, because the clock was set back. A
// repetition may be due later, by the time within which the school's service may still apply an abandoned
// request.
const leftAhead = `(m.unknown_at - ` + schools.AheadLimit + ` > $1 OR m.read_at - ` + schools.AheadLimit + ` > $1
	OR m.due_at - ` + schools.AheadLimit +
	` - 1000 * (SELECT s.apply_seconds FROM schools s WHERE s.slug = m.school) > $1)`

// FollowClockOfMarks corrects the times of marks after the clock was set back: those too far in the future become
// now, so that nothing waits until the clock has caught up.
func (s *Store) FollowClockOfMarks(ctx context.Context) error {
	ahead, err := s.Database.Any(ctx, `SELECT 1 FROM marks m WHERE `+Pending+` AND `+leftAhead+` LIMIT 1`)
	if err != nil || !ahead {
		return err
	}
	return s.Database.Do(ctx, `UPDATE marks AS m SET unknown_at = `+notAfterNow("unknown_at")+`, due_at = `+
		notAfterNow("due_at")+`,
		read_at = CASE WHEN read_at > $1 THEN 0 ELSE read_at END WHERE `+Pending+` AND `+leftAhead, engine.Now)
}

// notAfterNow selects the column's value, or $1 if that is earlier.
func notAfterNow(column string) string {
	return `CASE WHEN ` + column + ` > $1 THEN $1 ELSE ` + column + ` END`
}

// PastSave is a finished save in the past: accepted, sent once, and answered.
type PastSave struct {
	Save roll.Save
	// AcceptedAt is the time of acceptance, Took the time until the answer, less than a lease.
	AcceptedAt time.Time
	Took       time.Duration
	Reply      roll.Reply
}

// RecordPast stores past saves with their times, all in one transaction: the history of a demonstration.
// Everything else is as for a new save: versions, held rows, repeated tokens, and the effect of the reply.
func (s *Store) RecordPast(ctx context.Context, school roll.School, past []PastSave,
	closing func(roll.Reply) Closing) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		for _, save := range past {
			then := *tx
			then.Now = save.AcceptedAt
			if err := s.recordPast(ctx, &then, school, save, closing(save.Reply)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Store) recordPast(ctx context.Context, t *engine.Transaction, school roll.School, past PastSave,
	closing Closing) error {
	acceptance, err := s.accept(ctx, t, past.Save.Accepted(t.Now, school.Zone))
	if err != nil || !acceptance.Begins() {
		return err
	}
	attempt, err := claim(ctx, t, school.ID, past.Save.Token, school.Timing(), Terms{})
	if err != nil || attempt.ID == "" {
		return err
	}
	past.Reply.SentAt = t.Now
	t.Now = t.Now.Add(past.Took)
	_, err = closeAttempt(ctx, t, attempt, past.Reply, closing)
	return err
}
