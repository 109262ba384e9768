package engine

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrNotMigrated is returned by Ready for a database with missing tables.
var ErrNotMigrated = errors.New("the database is not up to date: run `rollbook migrate`")

// Ready checks that the database answers, is at its place, has no known damage, has the tables of this version, and
// keeps what is written. If a newer version has changed them meanwhile, it is ready while this version may use them and
// its statements work.
func (d *Database) Ready(ctx context.Context) error {
	if d.damaged.Load() {
		return ErrDamaged
	}
	if err := d.file.inPlace(); err != nil {
		return err
	}
	versions, err := d.versions(ctx)
	if err != nil {
		return err
	}
	if versions.Database < versions.Program {
		return ErrNotMigrated
	}
	if err := d.stillWorks(ctx, versions); err != nil {
		return err
	}
	return d.keeps(ctx)
}

// The time between two tries to write while they succeed, and the longest time of one.
const (
	tryEvery = 5 * time.Second
	tryLimit = time.Second
)

// tries remembers the last try to write.
type tries struct {
	mu sync.Mutex
	at time.Time
	// failed is the error of a database that keeps nothing.
	failed error
}

// keeps tries to write, and returns the error of a database that keeps nothing. A try that waits for others in vain
// proves nothing.
func (d *Database) keeps(ctx context.Context) error {
	d.tries.mu.Lock()
	defer d.tries.mu.Unlock()
	if d.tries.failed == nil && time.Since(d.tries.at) < tryEvery {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	err := d.InTransaction(limited, func(tx *Transaction) error {
		// SQLite writes nothing for a change to the same value.
		tx.Require(tx.Do(limited, `UPDATE served SET serve_from = serve_from + 1`))
		return tx.Do(limited, `UPDATE served SET serve_from = serve_from - 1`)
	})
	if err == nil || keepsNothing(err) {
		d.tries.at, d.tries.failed = time.Now(), err
	}
	return d.tries.failed
}

// keepsNothing reports whether an error means a full or read-only disk, a standby, or a server that only reads.
func keepsNothing(err error) bool {
	if file, ok := errors.AsType[*sqlite.Error](err); ok {
		switch file.Code() & 0xff {
		case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
			return true
		}
	}
	server, ok := errors.AsType[*pgconn.PgError](err)
	// read_only_sql_transaction, disk_full and io_error.
	return ok && (server.Code == "25006" || server.Code == "53100" || server.Code == "58030")
}
