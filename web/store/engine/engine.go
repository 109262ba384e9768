// Package engine runs SQL on SQLite and on PostgreSQL: connections, transactions, prepared statements, shared
// commits, migrations, and errors that people can act on. It knows no other tables than those of
// versions.
package engine

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"
)

// Database is one database. It is safe for concurrent use.
type Database struct {
	kind   kind
	writer *pool
	reader *pool
	watch  Watch
	// damaged is set when a query or Check finds the database's file damaged. From then on nothing is
	// written, until a start has checked the whole file.
	damaged atomic.Bool
	// old is set while this version of the program may not use the database. Nothing is written then.
	old atomic.Bool
	// statements counts the statements of this process.
	statements atomic.Int64
	outgrown   outgrowing
	tries      tries
	zones      sync.Map
	rows       shapes
	// lockFailed is when the last wait for the lock of the database's file failed.
	lockFailed atomic.Pointer[time.Time]
	// queue is nil when transactions may run concurrently.
	queue *queue
	// log is nil when the engine manages its log itself.
	log *writeAheadLog
	// file is nil for a database of a server.
	file *openFile
}

// kind contains the differences between SQLite and PostgreSQL.
type kind struct {
	dialect goose.Dialect
	// lock returns the end of a SELECT whose rows of the table must not change until the commit.
	lock func(table string) string
	// now returns the time of the database's clock.
	now func(context.Context, rowQuerier) (time.Time, error)
	// identity distinguishes this database from a copy.
	identity func(context.Context, *sql.DB) (string, error)
	// place returns where the server is.
	place func(context.Context, *sql.DB) (Place, error)
	// takes converts the arguments of a query for the engine.
	takes func([]any) []any
	// within returns the context of a query: the caller's, or one without its end where reading ends between rows.
	within func(context.Context) context.Context
	// classify turns a driver's error into one of ours, or returns it unchanged.
	classify func(error) error
	// slots is the number of rows of one counter.
	slots int
	// size returns the number of bytes that check reads.
	size func() (int64, error)
	// check looks for damage.
	check func(context.Context, *sql.DB) error
}

type rowQuerier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Watch is called with all changes of a database.
type Watch struct {
	// Statement runs before each statement that may change rows, with its arguments.
	Statement func(tx *Transaction, text string, args []any)
	// Commit runs at the end of each transaction.
	Commit func(context.Context, *Transaction) error
}

// Now returns the database's time, which all processes share.
func (d *Database) Now(ctx context.Context) (time.Time, error) { return d.kind.now(ctx, d.reader.db) }

// TakeTimeFrom replaces the database's time, which measures leases, by the clock in this process. The model
// of the rule uses it (package sender), since its time is not the server's.
func (d *Database) TakeTimeFrom(clock func() time.Time) {
	d.kind.now = func(context.Context, rowQuerier) (time.Time, error) { return clock(), nil }
}

// Lock returns the end of a SELECT whose rows of the table must not change until the commit.
func (d *Database) Lock(table string) string { return d.kind.lock(table) }

// Zone returns the time zone with the name. It returns the same value for the same name, so that rows can be
// compared.
func (d *Database) Zone(name string) (*time.Location, error) {
	known, found := d.zones.Load(name)
	if !found {
		loaded, err := time.LoadLocation(name)
		if err != nil {
			return nil, err
		}
		known, _ = d.zones.LoadOrStore(name, loaded)
	}
	zone, _ := known.(*time.Location)
	return zone, nil
}

// Identity returns a text that differs in a copy of the database.
func (d *Database) Identity(ctx context.Context) (string, error) {
	return d.kind.identity(ctx, d.writer.db)
}

// Writer returns the connections for writing.
func (d *Database) Writer() *sql.DB { return d.writer.db }

// Reader returns the connections for reading. On SQLite they differ from those for writing.
func (d *Database) Reader() *sql.DB { return d.reader.db }

// Statements returns the number of statements of this process. Each is a round trip to a remote database.
func (d *Database) Statements() int64 { return d.statements.Load() }

// Close closes the connections.
func (d *Database) Close() error {
	if d.reader == d.writer {
		return d.writer.close()
	}
	return errors.Join(d.reader.close(), d.writer.close())
}

// Transaction is a read and write transaction.
type Transaction struct {
	database *Database
	tx       *sql.Tx
	// Now is the database's time at the transaction's start.
	Now time.Time
	// shared is true when it contains the work of several callers.
	shared bool
	// Touched names the data that the transaction has changed, and how, for the Watch. Transactions with a
	// shared commit share it.
	Touched map[string]bool
	// failed is the error of Require.
	failed *error
}

// Require lets the transaction fail with the error, if there is one. Every later statement returns the error, and
// nothing is committed, so that a caller need not stop at each of several statements.
func (t *Transaction) Require(err error) {
	if *t.failed == nil {
		*t.failed = err
	}
}

// outcome returns the error of Require, or else that of the work.
func (t *Transaction) outcome(err error) error { return cmp.Or(*t.failed, err) }

// context returns the context for a statement. Shared work is not interrupted, because SQLite then rolls back
// the whole transaction.
func (t *Transaction) context(ctx context.Context) context.Context {
	if t.shared {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// Size returns how many bytes Check reads: none on PostgreSQL.
func (d *Database) Size() (int64, error) { return d.kind.size() }

// Check reads the whole database for damage, about 2 ms for each MiB. It returns ErrDamaged for a damaged
// one, after which nothing is written. If the context ends first, it returns the context's cause.
func (d *Database) Check(ctx context.Context) error {
	err := d.kind.check(ctx, d.reader.db)
	if errors.Is(err, ErrDamaged) {
		d.damaged.Store(true)
	}
	return err
}
