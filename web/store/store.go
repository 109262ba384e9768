package store

import (
	"context"
	"time"

	"rollbook/web/store/absences"
	"rollbook/web/store/audit"
	"rollbook/web/store/engine"
	"rollbook/web/store/keeping"
	"rollbook/web/store/lists"
	"rollbook/web/store/literal"
	"rollbook/web/store/people"
	"rollbook/web/store/saves"
	"rollbook/web/store/schools"
)

// The stores of the packages below, as fields with different names.
type (
	auditStore  = audit.Store
	knownStore  = absences.Store
	ruleStore   = keeping.Store
	listStore   = lists.Store
	peopleStore = people.Store
	saveStore   = saves.Store
	schoolStore = schools.Store
)

// Store stores Rollbook's data in one database. It is safe for concurrent use.
type Store struct {
	*auditStore
	*knownStore
	*ruleStore
	*listStore
	*peopleStore
	*saveStore
	*schoolStore
	// Database has the tables and their state. Only this package runs statements on it.
	Database *engine.Database
	// identity and place distinguish this database from a copy. last is what the program saw last.
	identity func(context.Context) (string, error)
	place    func(context.Context) (engine.Place, error)
	last     origin
}

// Open opens the store of the database at the location. [engine.Open] describes the forms and limits of a
// location.
func Open(ctx context.Context, location string, clock func() time.Time) (*Store, error) {
	database, err := engine.Open(ctx, location, clock,
		engine.Watch{Statement: saves.NoteChanges, Commit: saves.RaiseVersions})
	if err != nil {
		return nil, err
	}
	return &Store{
		Database: database, identity: database.Identity, place: database.Place,
		auditStore: &audit.Store{Database: database},
		knownStore: &absences.Store{Database: database}, ruleStore: &keeping.Store{Database: database},
		listStore: &lists.Store{Database: database}, peopleStore: &people.Store{Database: database},
		saveStore: &saves.Store{Database: database}, schoolStore: &schools.Store{Database: database},
	}, nil
}

// FollowClock corrects times of services and marks that are too far in the future, after the clock was set back.
func (s *Store) FollowClock(ctx context.Context) error {
	if err := s.FollowClockOfServices(ctx); err != nil {
		return err
	}
	return s.FollowClockOfMarks(ctx)
}

// Close closes the connections.
func (s *Store) Close() error { return s.Database.Close() }

// The notes of a copied database.
const (
	sendingNote = literal.SendingNote
	// copiedNote is the time of the last copy, in milliseconds.
	copiedNote = "copied"
)
