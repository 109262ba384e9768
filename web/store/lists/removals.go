package lists

import "rollbook/web/store/engine"

// Removals returns the statements that remove the school $1 from the tables of this package. Rows that refer to
// others are removed first.
func Removals() []string {
	return engine.Deletions("student_group_members", "student_groups", "import_drafts", "lists", "held_lists",
		"approved_students", "opened_periods", "periods", "enrolments", "unnumbered_students", "class_versions",
		"class_checks", "statuses", "status_aliases", "numbers", "former_lists", "code_uses", "authority_codes")
}
