package engine

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"
)

// errLocked refuses writes for a short time.
var errLocked = errors.New("another program holds the database's lock")

// errOld refuses writes of a process that a newer version has replaced.
var errOld = errors.New("a newer version of the program has taken over the database")

// lockRemembered is the time for which writes are refused at once after a wait for the lock failed.
const lockRemembered = 250 * time.Millisecond

// turn waits for a connection for writing. When another program holds the file's lock, one transaction
// discovers that for the whole queue.
func (d *Database) turn(ctx context.Context) (*sql.Conn, error) {
	if d.damaged.Load() {
		return nil, Unkept(ErrDamaged)
	}
	if d.old.Load() {
		return nil, Unkept(errOld)
	}
	if err := d.file.inPlace(); err != nil {
		return nil, Unkept(err)
	}
	limited, cancel := context.WithTimeout(ctx, turnLimit)
	defer cancel()
	var connection *sql.Conn
	err := d.writer.prepareWanted(limited)
	if err == nil {
		connection, err = d.writer.db.Conn(limited)
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil, Unkept(err)
	}
	if err != nil {
		return nil, d.kind.classify(err)
	}
	if failed := d.lockFailed.Load(); failed != nil && time.Since(*failed) < lockRemembered {
		return nil, errors.Join(Unkept(errLocked), connection.Close())
	}
	return connection, nil
}

// transact runs the work in a separate transaction.
func (d *Database) transact(ctx context.Context, work func(*Transaction) error) (err error) {
	connection, err := d.turn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, connection.Close()) }()
	tx, err := connection.BeginTx(ctx, nil)
	if err != nil {
		return d.kind.classify(err)
	}
	now, err := d.kind.now(ctx, tx)
	if err == nil {
		begun := &Transaction{database: d, tx: tx, Now: now, Touched: make(map[string]bool), failed: new(error)}
		if err = begun.outcome(work(begun)); err == nil {
			err = begun.outcome(d.watch.Commit(ctx, begun))
		}
	}
	if err != nil {
		if undone := tx.Rollback(); !errors.Is(undone, sql.ErrTxDone) {
			err = errors.Join(err, undone)
		}
		return err
	}
	if err := tx.Commit(); err != nil {
		return d.kind.classify(err)
	}
	d.log.keepSmall(ctx, connection)
	if err := d.file.inPlace(); err != nil {
		return Unkept(err)
	}
	return nil
}

// Lock is [Database.Lock].
func (t *Transaction) Lock(table string) string { return t.database.Lock(table) }

// Slots is [Database.Slots].
func (t *Transaction) Slots() int { return t.database.kind.slots }

// Zone is [Database.Zone].
func (t *Transaction) Zone(name string) (*time.Location, error) { return t.database.Zone(name) }

func (t *Transaction) shapes() *shapes { return t.database.shapes() }

// Renew reads the database's time again.
func (t *Transaction) Renew(ctx context.Context) (err error) {
	t.Now, err = t.database.kind.now(ctx, t.tx)
	return err
}

// After is an argument of a change: the transaction's time, and that much later.
type After time.Duration

// Now is the transaction's time as an argument of a change.
const Now = After(0)

// Exec changes rows, and returns their number.
func (t *Transaction) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	if *t.failed != nil {
		return 0, *t.failed
	}
	for i, arg := range args {
		if later, is := arg.(After); is {
			args = slices.Clone(args) // another try has another time
			args[i] = Milliseconds(t.Now.Add(time.Duration(later)))
		}
	}
	t.database.watch.Statement(t, text, args)
	t.database.statements.Add(1)
	ctx, args = t.context(ctx), t.database.kind.takes(args)
	var result sql.Result
	var err error
	if statement := t.database.writer.kept(text); statement != nil {
		result, err = t.tx.StmtContext(ctx, statement).ExecContext(ctx, args...)
	} else {
		result, err = t.tx.ExecContext(ctx, t.database.writer.spell(text), args...)
	}
	if err != nil {
		return 0, t.database.kind.classify(err)
	}
	changed, err := result.RowsAffected()
	return changed, t.database.kind.classify(err)
}

// Do is Exec without the number.
func (t *Transaction) Do(ctx context.Context, text string, args ...any) error {
	_, err := t.Exec(ctx, text, args...)
	return err
}

// MustChange is Do that returns roll.NotFound when the statement changes no row.
func (t *Transaction) MustChange(ctx context.Context, text string, args ...any) error {
	return t.ChangeOr(ctx, NotFound(), text, args...)
}

// ChangeOr is Do that returns unchanged when the statement changes no row.
func (t *Transaction) ChangeOr(ctx context.Context, unchanged error, text string, args ...any) error {
	changed, err := t.Exec(ctx, text, args...)
	if err == nil && changed == 0 {
		err = unchanged
	}
	return err
}

// Query reads rows.
func (t *Transaction) Query(ctx context.Context, scan func(*sql.Rows) error, text string, args ...any) error {
	if *t.failed != nil {
		return *t.failed
	}
	ctx, writer := t.context(ctx), t.database.writer
	statement := writer.kept(text)
	if statement != nil {
		statement = t.tx.StmtContext(ctx, statement)
	}
	return t.database.read(ctx, writer, t.tx, statement, scan, text, args)
}
