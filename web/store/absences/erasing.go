package absences

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// Erase deletes the student's known absences and movements, and what teachers told about a student of that name.
func Erase(ctx context.Context, t *engine.Transaction, one roll.OneStudent) error {
	const theirs = ` WHERE school = $1 AND enrolment = $2 AND generation >= $3
		AND ($4 = CAST(0 AS BIGINT) OR generation < $4)`
	for _, number := range one.Numbers {
		t.Require(t.DoAll(ctx, []string{`DELETE FROM known_absences` + theirs, `DELETE FROM movements` + theirs},
			one.School, number.Enrolment, number.From, number.Until))
	}
	return t.Do(ctx, `DELETE FROM unlisted_students WHERE school = $1 AND LOWER(name) = LOWER($2)`, one.School,
		one.Given+" "+one.Family)
}
