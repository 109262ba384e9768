// Package engine runs SQL on SQLite and on PostgreSQL: connections, transactions, prepared statements,
// commits that several share, migrations, and the errors that people can do something about. It knows no
// table but that of the migrations.
package engine

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"
)

// Database is one database. It is safe for concurrent use.
type Database struct {
	kind   kind
	writer *pool
	reader *pool
	// beforeCommit is the last work of each transaction.
	beforeCommit func(context.Context, *Transaction) error
	// damaged is set when a query or Check found the database's file damaged: from then on
	// nothing more is written, until a start has looked through all of it.
	damaged atomic.Bool
	// asked counts the statements.
	asked    atomic.Int64
	outgrown outgrowing
	lock     fileLock
	// queue is nil where transactions run beside each other.
	queue *queue
	// log is nil where the engine sees to its log itself.
	log *writeAheadLog
}

// kind holds the differences between SQLite and PostgreSQL.
type kind struct {
	dialect goose.Dialect
	// lock ends a SELECT whose rows of the table must not change until the commit.
	lock func(table string) string
	// now is the database's clock.
	now func(context.Context, rowQuerier) (time.Time, error)
	// identity tells this database from a copy of it.
	identity func(context.Context, *sql.DB) (string, error)
	// takes returns the arguments of a query as the engine can take them.
	takes func([]any) []any
	// classify turns a driver's error into one of ours, or returns it as it is.
	classify func(error) error
	// slots is the number of rows that a counter is spread over.
	slots int
	// size is the database's, in bytes, as far as check reads it.
	size func() (int64, error)
	// check looks for damage.
	check func(context.Context, *sql.DB) error
}

type rowQuerier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Now returns the database's time, which all processes share.
func (d *Database) Now(ctx context.Context) (time.Time, error) { return d.kind.now(ctx, d.reader.db) }

// TakeTimeFrom has the clock tell the database's time, with which leases are measured, in this
// process. The model of the rule does so (package sender): its time is not the server's.
func (d *Database) TakeTimeFrom(clock func() time.Time) {
	d.kind.now = func(context.Context, rowQuerier) (time.Time, error) { return clock(), nil }
}

// Lock returns the end of a SELECT whose rows of the table must not change until the commit.
func (d *Database) Lock(table string) string { return d.kind.lock(table) }

// Slots returns the number of rows that a counter is spread over, so that transactions beside each other
// rarely wait for the same.
func (d *Database) Slots() int { return d.kind.slots }

// Identity returns a text that a copy of the database does not have.
func (d *Database) Identity(ctx context.Context) (string, error) {
	return d.kind.identity(ctx, d.writer.db)
}

// Writer returns the connections that write.
func (d *Database) Writer() *sql.DB { return d.writer.db }

// Reader returns the connections that read: on SQLite others than those that write.
func (d *Database) Reader() *sql.DB { return d.reader.db }

// Statements counts the statements that this process has had the database run: each is a round trip
// where the database is elsewhere.
func (d *Database) Statements() int64 { return d.asked.Load() }

// Close gives the connections back.
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
	// shared is true where the work of several people is in it.
	shared bool
	// Touched names what the transaction has changed, for the work before the commit. Transactions that share
	// a commit share it.
	Touched map[string]bool
}

// context returns the context that may interrupt a statement; shared work is not interrupted:
// SQLite rolls the whole transaction back when one of its statements is.
func (t *Transaction) context(ctx context.Context) context.Context {
	if t.shared {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// Size returns how many bytes Check reads: none on PostgreSQL.
func (d *Database) Size() (int64, error) { return d.kind.size() }

// Check reads the whole database for damage, about 2 ms for each MiB. Where it finds some the
// error is ErrDamaged, and nothing more is written. Where the context ends first, its cause is the
// error, and nothing was found so far.
func (d *Database) Check(ctx context.Context) error {
	err := d.kind.check(ctx, d.reader.db)
	if errors.Is(err, ErrDamaged) {
		d.damaged.Store(true)
	}
	return err
}
