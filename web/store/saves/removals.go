package saves

// Removals returns the statements that remove the school $1 from the tables of this package. Rows that refer to
// others are removed first.
func Removals() []string {
	ofSaves := ` WHERE save IN (SELECT token FROM saves WHERE school = $1)`
	statements := []string{
		`DELETE FROM outcomes` + ofSaves, `DELETE FROM remarks` + ofSaves,
	}
	for _, table := range []string{
		"searches", "students_gone", "guided_marks", "held_marks", "marks", "mark_versions", "attempts", "others_named",
		"saves", "changes_elsewhere", "roll_openings", "refused_taps",
	} {
		statements = append(statements, `DELETE FROM `+table+` WHERE school = $1`)
	}
	return statements
}
