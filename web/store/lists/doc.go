// Package lists stores the lists of a school: its periods, statuses, students, groups and authority's codes, with the
// students that the numbers of its lists name, and lists and files that wait for a person. Only it changes these
// tables.
package lists

import (
	"rollbook/web/store/engine"
)

// Store stores lists in a database.
type Store struct{ Database *engine.Database }
