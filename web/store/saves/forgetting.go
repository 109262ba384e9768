package saves

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// Unsettled is true for a mark m that may still be sent, or about which a person must decide. It is never deleted.
const Unsettled = `(` + Pending + ` AND m.keyed = 0 OR m.state = ` + literal.Conflict + `)`

// ForgetDay deletes the settled marks of a date, and the saves that no other mark needs. It reports whether it deleted
// anything.
func ForgetDay(ctx context.Context, t *engine.Transaction, school roll.SchoolID,
	date roll.Date) (deleted bool, err error) {
	if open, err := engine.Exists(ctx, t, `SELECT 1 FROM attempts a WHERE a.state = `+literal.Open+
		` AND a.school = $1 AND a.date = $2`, school, date); err != nil || open {
		return false, err
	}
	marks, err := t.Exec(ctx, `DELETE FROM marks AS m WHERE m.school = $1 AND m.date = $2 AND NOT `+
		Unsettled, school, date)
	if err != nil {
		return false, err
	}
	tokens, err := engine.Rows[roll.Token](ctx, t, `SELECT s.token FROM saves s WHERE s.school = $1 AND s.date = $2
		AND NOT EXISTS (SELECT 1 FROM marks m WHERE m.school = s.school AND m.date = s.date
		AND (m.save = s.token OR m.taken = s.token OR m.changed = s.token))`,
		school, date)
	if err != nil {
		return false, err
	}
	t.Require(engine.DoAmong(ctx, t, tokens, `DELETE FROM held_marks WHERE school = $1 AND save IN ($ids)`, school))
	for _, text := range []string{
		`DELETE FROM outcomes WHERE save IN ($ids)`, `DELETE FROM remarks WHERE save IN ($ids)`,
		`DELETE FROM searches WHERE save IN ($ids)`, `DELETE FROM guided_marks WHERE save IN ($ids)`,
		`DELETE FROM others_named WHERE save IN ($ids)`, `DELETE FROM attempts WHERE save IN ($ids)`,
		`DELETE FROM saves WHERE token IN ($ids)`,
	} {
		t.Require(engine.DoAmong(ctx, t, tokens, text))
	}
	return marks > 0 || len(tokens) > 0, t.DoAll(ctx, []string{
		`DELETE FROM changes_elsewhere AS c WHERE c.school = $1 AND c.date = $2
			AND NOT EXISTS (SELECT 1 FROM marks m WHERE m.school = c.school AND m.date = c.date AND m.enrolment = c.enrolment
			AND m.past = c.past)`,
		`DELETE FROM refused_taps WHERE school = $1 AND date = $2`,
	}, school, date)
}
