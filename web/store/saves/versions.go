package saves

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// MarksVersion selects the version of the marks of a school c, 1 before the first mark.
const MarksVersion = `COALESCE((SELECT CAST(SUM(n.version) AS BIGINT) FROM mark_versions n WHERE n.school = c.slug), 1)`

// everySchool means that a transaction changes marks of all schools.
const everySchool = ""

// NoteMarks records whose marks, or rows held beside them, a statement may change: those of the school among
// its arguments, or of all schools when there is none.
func NoteMarks(tx *engine.Transaction, text string, args []any) {
	if !strings.Contains(text, " marks") && !strings.Contains(text, "held_marks") {
		return
	}
	school := everySchool
	for _, arg := range args {
		if named, is := arg.(roll.SchoolID); is {
			school = string(named)
		}
	}
	tx.Touched[school] = true
}

// RaiseMarks raises the versions of the marks that the transaction may have changed. It is the last statement
// before the commit, because others wait for the same rows. A first version is the time, so that a school
// that is added again gets a different version.
func RaiseMarks(ctx context.Context, tx *engine.Transaction) error {
	if tx.Touched[everySchool] {
		return tx.Do(ctx, `UPDATE mark_versions SET version = version + 1`)
	}
	for _, school := range slices.Sorted(maps.Keys(tx.Touched)) {
		tx.Require(tx.Do(ctx, `INSERT INTO mark_versions (school, slot, version)
			SELECT slug, CAST($1 AS BIGINT), CAST($2 AS BIGINT) FROM schools WHERE slug = $3
			ON CONFLICT (school, slot) DO UPDATE SET version = mark_versions.version + 1`,
			rand.IntN(tx.Slots()), engine.Milliseconds(tx.Now), school))
	}
	return nil
}
