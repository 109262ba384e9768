// Package saves stores saves and the marks that they make: from the acceptance of a press to the outcome of each
// student. Only it changes these tables.
//
// Read the rule of saves (package sender) in this order: accept.go stores a press, claim.go takes a lease on the
// marks of one request, settle.go closes the attempt and updates its marks, closes expired attempts and stops
// marks that waited too long. Each step has one implementation for all callers. claimable.go has the
// conditions. Avoiding the reads of a class's marks before and after a lease would save 6 % of a save's CPU,
// but add one more place for every column of a mark.
package saves

import (
	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// Store stores saves and marks in a database. It is safe for concurrent use.
type Store struct {
	Database *engine.Database
	saves    keptSaves
	days     keptDays
	classes  engine.Versioned[classDay, ClassMarks]
	outcomes engine.Versioned[schoolDay, DayOutcomes]
	own      ownMemory
	backlogs engine.Versioned[roll.SchoolID, roll.Backlog]
	// newest caches the newest known generation of each school. It may be outdated, which is detected when a save
	// is stored.
	newest engine.Memory[roll.SchoolID, int64]
}
