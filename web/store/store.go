package store

import (
	"context"
	"sync"
	"time"

	"rollbook/web/store/engine"
)

// Store stores Rollbook's data in one database. It is safe for concurrent use.
type Store struct {
	// Database has the tables and their state. Only this package runs statements on it.
	Database *engine.Database
	// identity distinguishes this database from a copy.
	identity func(context.Context) (string, error)
	saves    keptSaves
	classes  keptClasses
	days     keptDays
	newest   newestGenerations
	// zones are the time zones read so far, by name.
	zones   map[string]*time.Location
	zonesMu sync.Mutex
}

// Open opens the store of the database at the location. [engine.Open] describes the forms and limits of a
// location.
func Open(ctx context.Context, location string, clock func() time.Time) (*Store, error) {
	database, err := engine.Open(ctx, location, clock, raiseMarks)
	if err != nil {
		return nil, err
	}
	return &Store{Database: database, identity: database.Identity}, nil
}

// Close closes the connections.
func (s *Store) Close() error { return s.Database.Close() }

// transaction is a transaction of the store. It records whose marks it changes.
type transaction struct {
	*engine.Transaction
	store *Store
}

// inTransaction runs work and commits, or rolls back on an error. It runs work again after a conflict with
// another writer.
func (s *Store) inTransaction(ctx context.Context, work func(*transaction) error) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		return work(&transaction{Transaction: tx, store: s})
	})
}

// exec changes rows in a separate transaction.
func (s *Store) exec(ctx context.Context, text string, args ...any) (int64, error) {
	var changed int64
	err := s.inTransaction(ctx, func(tx *transaction) (err error) {
		changed, err = tx.exec(ctx, text, args...)
		return err
	})
	return changed, err
}

// exec changes rows.
func (t *transaction) exec(ctx context.Context, text string, args ...any) (int64, error) {
	noteMarks(t.Transaction, text, args)
	return t.Exec(ctx, text, args...)
}

// The notes that prevent a copied database from sending.
const (
	identityNote = "identity"
	sendingNote  = "sending"
	// copiedNote is the time of the last copy, in milliseconds.
	copiedNote = "copied"
)

// mustChange is exec that returns roll.NotFound when the statement changes no row.
func (s *Store) mustChange(ctx context.Context, text string, args ...any) error {
	changed, err := s.exec(ctx, text, args...)
	if err == nil && changed == 0 {
		err = engine.NotFound()
	}
	return err
}

// listed returns a condition that the column is among the ids, with its arguments. Used is the number of
// earlier arguments.
func listed[T ~int64 | ~string](column string, used int, ids []T) (condition string, args []any) {
	args = engine.Padded(ids)
	return column + ` IN (` + engine.List(used, len(args)) + `)`, args
}

// lockStart makes other transactions that call it wait until this one ends.
func (t *transaction) lockStart(ctx context.Context) error {
	_, err := t.exec(ctx, `INSERT INTO instance (name, value) VALUES ($1, '') ON CONFLICT (name) DO UPDATE SET value = excluded.value`, "start")
	return err
}
