package saves

import "rollbook/web/store/engine"

// Removals returns the statements that remove the school $1 from the tables of this package. Rows that refer to
// others are removed first.
func Removals() []string {
	const ofSaves = ` WHERE save IN (SELECT token FROM saves WHERE school = $1)`
	return append([]string{`DELETE FROM outcomes` + ofSaves, `DELETE FROM remarks` + ofSaves},
		engine.Deletions("searches", "students_gone", "guided_marks", "held_marks", "marks", "mark_versions", "attempts",
			"others_named", "saves", "changes_elsewhere", "opened_rolls", "roll_openings", "refused_taps")...)
}
