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

// Versions selects the roll.Versions of a school c, each 1 before the first change.
const Versions = `COALESCE((SELECT CAST(SUM(n.version) AS BIGINT) FROM mark_versions n WHERE n.school = c.slug), 1),
	COALESCE((SELECT n.version FROM mark_versions n WHERE n.school = c.slug AND n.slot = -1), 1)`

// ofAbsences is the slot that only changes of known absences and movements raise.
const ofAbsences = -1

// everySchool means that a transaction changes data of all schools.
const everySchool = ""

// NoteChanges records whose marks, rows held beside them, known absences or movements a statement may change: those of
// the school among its arguments, or of all schools when there is none.
func NoteChanges(tx *engine.Transaction, text string, args []any) {
	absences := strings.Contains(text, "known_absences") || strings.Contains(text, " movements")
	if !absences && !strings.Contains(text, " marks") && !strings.Contains(text, "held_marks") {
		return
	}
	school := everySchool
	for _, arg := range args {
		if named, is := arg.(roll.SchoolID); is {
			school = string(named)
		}
	}
	tx.Touched[school] = tx.Touched[school] || absences
}

// RaiseVersions raises the versions of what the transaction may have changed. It is the last statement
// before the commit, because others wait for the same rows. A first version is the time, so that a school
// that is added again gets a different version.
func RaiseVersions(ctx context.Context, tx *engine.Transaction) error {
	if _, all := tx.Touched[everySchool]; all {
		return tx.Do(ctx, `UPDATE mark_versions SET version = version + 1`)
	}
	for _, school := range slices.Sorted(maps.Keys(tx.Touched)) {
		slot := rand.IntN(tx.Slots())
		if tx.Touched[school] {
			slot = ofAbsences
		}
		tx.Require(tx.Do(ctx, `INSERT INTO mark_versions (school, slot, version)
			SELECT slug, CAST($1 AS BIGINT), CAST($2 AS BIGINT) FROM schools WHERE slug = $3
			ON CONFLICT (school, slot) DO UPDATE SET version = mark_versions.version + 1`,
			slot, engine.Milliseconds(tx.Now), school))
	}
	return nil
}
