package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// readerConnections limits the readers of one SQLite file. Each has its own page cache.
const readerConnections = 4

// openSQLite opens the file with one writer and a few readers. A commit is on the disk when it returns
// (write-ahead log, synchronous FULL). A writer waits two seconds for a lock of another program. Deleted
// content is overwritten.
func openSQLite(ctx context.Context, file string, clock func() time.Time) (*Database, error) {
	if err := keepPrivate(file); err != nil {
		return nil, err
	}
	writer, err := sql.Open("sqlite", sqliteLocation(file, "_txlock=immediate",
		"_pragma=busy_timeout("+strconv.Itoa(writerPatience)+")",
		"_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)", "_pragma=foreign_keys(1)", "_pragma=secure_delete(1)",
		"_pragma=wal_autocheckpoint(4000)", "_pragma=journal_size_limit("+strconv.Itoa(logLimit)+")",
		"_pragma=cache_size(-8000)"))
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	writer.SetMaxOpenConns(1)
	reader, err := sql.Open("sqlite", sqliteLocation(file, "_pragma=busy_timeout(3000)", "_pragma=query_only(1)"))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the database: %w", err), writer.Close())
	}
	reader.SetMaxOpenConns(readerConnections)
	reader.SetMaxIdleConns(readerConnections)
	database := &Database{kind: sqliteKind(file, clock), writer: newPool(writer, anonymous),
		reader: newPool(reader, anonymous), queue: &queue{lead: make(chan struct{}, 1)}}
	database.kind.classify = database.classifySQLite
	database.log = &writeAheadLog{file: file + "-wal"}
	if err := writer.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open the database: %w", classifySQLite(err)), database.Close())
	}
	number, err := numberOf(file)
	if err != nil {
		return nil, errors.Join(err, database.Close())
	}
	database.file = &openFile{file, number}
	return database, nil
}

func sqliteLocation(file string, options ...string) string {
	return "file:" + (&url.URL{Path: file}).EscapedPath() + "?" + strings.Join(options, "&")
}

// anonymous replaces parameters that appear in order, each once, by "?". It leaves other queries unchanged.
// The driver looks up every "$1" by name, which for a class of 28 takes longer than the insert itself.
func anonymous(whole string) string {
	query := whole
	var text strings.Builder
	next := 1
	for {
		at := strings.IndexByte(query, '$')
		if at < 0 {
			text.WriteString(query)
			return text.String()
		}
		number := strconv.Itoa(next)
		rest, ok := strings.CutPrefix(query[at+1:], number)
		if !ok || rest != "" && rest[0] >= '0' && rest[0] <= '9' {
			return whole
		}
		text.WriteString(query[:at])
		text.WriteByte('?')
		query = rest
		next++
	}
}

func sqliteKind(file string, clock func() time.Time) kind {
	return kind{
		dialect: goose.DialectSQLite3,
		// A writing transaction has the whole file.
		slots:    1,
		lock:     func(string) string { return "" },
		now:      func(context.Context, rowQuerier) (time.Time, error) { return clock(), nil },
		identity: func(context.Context, *sql.DB) (string, error) { return numberOf(file) },
		place:    noPlace,
		takes:    func(args []any) []any { return args },
		// The driver and database/sql each start a goroutine for a statement that can be interrupted, which costs
		// as much as a short one.
		within: context.WithoutCancel,
		size:   func() (int64, error) { return size(file) },
		check:  checkSQLite,
	}
}

func size(file string) (int64, error) {
	about, err := os.Stat(file)
	if err != nil {
		return 0, fmt.Errorf("look at the database file: %w", err)
	}
	return about.Size(), nil
}

// classifySQLite classifies an error like the function with that name, and remembers one about damage or a
// lock.
func (d *Database) classifySQLite(err error) error {
	if err == nil {
		return nil
	}
	if failure, ok := errors.AsType[*sqlite.Error](err); ok && failure.Code()&0xff == sqlite3.SQLITE_BUSY {
		now := time.Now()
		d.lockFailed.Store(&now)
	}
	if Damaged(err) {
		d.damaged.Store(true)
	}
	d.noteOtherTables(err)
	return classifySQLite(err)
}

// classifySQLite distinguishes errors by their primary code (https://www.sqlite.org/rescode.html).
func classifySQLite(err error) error {
	var failure *sqlite.Error
	if !errors.As(err, &failure) {
		return err
	}
	switch failure.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR,
		sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
		return Unkept(err)
	}
	switch failure.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
		return Duplicate(err)
	}
	return err
}

func checkSQLite(ctx context.Context, db *sql.DB) error {
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); ctx.Err() != nil {
		return fmt.Errorf("look for damage: %w", context.Cause(ctx))
	} else if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, verdict)
	}
	return nil
}
