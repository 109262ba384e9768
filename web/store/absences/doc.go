// Package absences stores the absences that a school's office was told of in advance, and the movements of students
// during the day. Only it changes their tables.
package absences

import (
	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// Store stores known absences and movements in a database.
type Store struct {
	Database *engine.Database
	known    engine.Versioned[schoolDay, map[roll.EnrolmentID]roll.KnownAbsence]
	moves    engine.Versioned[schoolDay, map[roll.EnrolmentID][]roll.Movement]
}
