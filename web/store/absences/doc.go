// Package absences stores the absences that a school's office was told of in advance. Only it changes their table.
package absences

import "rollbook/web/store/engine"

// Store stores known absences in a database.
type Store struct {
	Database *engine.Database
	days     days
}
