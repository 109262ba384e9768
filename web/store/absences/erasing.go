package absences

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// Erase deletes the student's known absences and movements.
func Erase(ctx context.Context, t *engine.Transaction, one roll.OneStudent) error {
	t.Touched[string(one.School)] = true
	const theirs = ` WHERE school = $1 AND enrolment = $2 AND generation >= $3
		AND ($4 = CAST(0 AS BIGINT) OR generation < $4)`
	for _, number := range one.Numbers {
		t.Require(t.DoAll(ctx, []string{`DELETE FROM known_absences` + theirs, `DELETE FROM movements` + theirs},
			one.School, number.Enrolment, number.From, number.Until))
	}
	return nil
}
