// Package absences stores the absences that a school's office was told of in advance, the movements of students during
// the day, and the students whom no list names. Only it changes their tables.
package absences

import (
	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// Store stores them in a database.
type Store struct {
	Database *engine.Database
	known    engine.Versioned[schoolDay, map[roll.EnrolmentID]roll.KnownAbsence]
	moves    engine.Versioned[schoolDay, map[roll.EnrolmentID][]roll.Movement]
}
