package schools

import (
	"slices"

	"rollbook/web/store/engine"
)

// Removals returns the statements that remove the school $1 and its rows in the tables of this package. Rows
// of other tables that refer to it are removed before.
func Removals() []string {
	return slices.Concat(
		[]string{`DELETE FROM tablet_classes WHERE tablet IN (SELECT id FROM tablets WHERE school = $1)`},
		engine.Deletions("pauses", "school_states", "mapping_drafts", "closed_weekdays", "closed_days", "retentions",
			"webhook_messages", "webhook_events", "webhook_secrets", "webhook_schemes", "pairings", "tablets", "school_keys"),
		[]string{`DELETE FROM schools WHERE slug = $1`},
	)
}
