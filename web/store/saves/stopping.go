package saves

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// stopMarks stops the school's waiting marks m that meet the condition, even with an open attempt. Its reply
// only enters the history, and nothing else is sent before the end of its lease. The school is $1 of args.
func stopMarks(ctx context.Context, t *engine.Transaction, condition string, args ...any) error {
	const waits = `m.school = $1 AND ` + Pending + ` AND m.state <> ` + literal.Stopped + ` AND `
	if _, err := noteAs(ctx, t, roll.Stopped, waits+condition, args...); err != nil {
		return err
	}
	return t.Do(ctx, `UPDATE marks AS m SET state = `+literal.Stopped+
		`, due_at = 0, part = 0, asserted = 0, again = 0, in_seq = 0, out_seq = 0, lease = '',
		unknown_at = CASE WHEN lease = '' THEN unknown_at ELSE COALESCE((SELECT a.lease_until FROM attempts a
		WHERE a.id = m.lease), unknown_at) END
		WHERE m.school = $1 AND `+Pending+` AND (m.state <> `+literal.Stopped+` OR m.lease <> '') AND `+condition, args...)
}

// closeOpen closes the school's open attempts as unknown, at the end of their leases. Their replies only
// enter the history.
func closeOpen(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	return t.Do(ctx, `UPDATE attempts SET state = `+literal.Unknown+`, closed_at = lease_until, problem = `+
		literal.LeaseEnded+` WHERE school = $1 AND state = `+literal.Open, school)
}

// StopAll makes the school's waiting marks moved: they are never sent automatically. Open attempts close as
// unknown.
func StopAll(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	t.Require(closeOpen(ctx, t, school))
	return stopMarks(ctx, t, `m.past = 0`, school)
}

// EndConnection makes the school's waiting marks moved, and forgets what its connection has proven: which
// guided marks reached their student, and which students are gone.
func EndConnection(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	return engine.InTurn(ctx, t, school, StopAll, EndProof, forgetAllGone)
}

func forgetAllGone(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	return t.Do(ctx, `DELETE FROM students_gone WHERE school = $1`, school)
}

// StopCopied makes the waiting marks of a copied database moved, and records that they come from the copy.
func StopCopied(ctx context.Context, t *engine.Transaction, schools []roll.SchoolID) error {
	t.Require(t.Do(ctx, `UPDATE saves SET generation = -generation WHERE generation > 0
		AND token IN (SELECT m.save FROM marks m WHERE `+Pending+` AND m.keyed = 0)`))
	for _, school := range schools {
		t.Require(StopAll(ctx, t, school))
	}
	return nil
}

// StopNumbers stops the marks that these numbers got before the generation before, and moves them to the past under
// generation: since then the numbers name other students.
func StopNumbers(ctx context.Context, t *engine.Transaction, school roll.SchoolID, numbers []roll.EnrolmentID, before,
	generation int64) error {
	const ofSaves = `past = 0 AND save IN (SELECT s.token FROM saves s WHERE s.school = $1 AND abs(s.generation) < $2)
		AND enrolment IN ($ids)`
	err := engine.EachAmong(numbers, func(condition string, args []any) error {
		return stopMarks(ctx, t, condition, args...)
	}, ofSaves, school, before)
	if err != nil {
		return err
	}
	for _, text := range []string{
		`UPDATE marks SET past = $3 WHERE school = $1 AND ` + ofSaves,
		`UPDATE held_marks SET past = $3 WHERE school = $1 AND ` + ofSaves,
		`UPDATE changes_elsewhere SET past = $3 WHERE school = $1 AND past = 0 AND $2 > CAST(0 AS BIGINT)
			AND enrolment IN ($ids)`,
	} {
		t.Require(engine.DoAmong(ctx, t, numbers, text, school, before, generation))
	}
	return nil
}
