package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// readerConnections bounds the readers of one SQLite file; each keeps a cache of pages.
const readerConnections = 4

// writerPatience bounds a writer's wait for the lock of another program, in
// milliseconds.
const writerPatience = 2000

// openSQLite opens the file with one writer and a few readers. A commit is on the
// disk when it returns (write-ahead log, synchronous FULL); a writer that finds
// the file locked by another program waits two seconds. Deleted content is overwritten.
func openSQLite(ctx context.Context, file string, clock func() time.Time) (*Store, error) {
	if err := keepPrivate(file); err != nil {
		return nil, err
	}
	writer, err := sql.Open("sqlite", sqliteLocation(file, "_txlock=immediate", "_pragma=busy_timeout("+strconv.Itoa(writerPatience)+")",
		"_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)", "_pragma=foreign_keys(1)", "_pragma=secure_delete(1)",
		"_pragma=wal_autocheckpoint(4000)", "_pragma=journal_size_limit("+strconv.Itoa(logLimit)+")", "_pragma=cache_size(-8000)"))
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
	store := &Store{engine: sqliteEngine(file, clock), writer: newPool(writer, anonymous), reader: newPool(reader, anonymous), queue: newQueue()}
	store.engine.classify = store.classifySQLite
	store.log = &writeAheadLog{file: file + "-wal"}
	if err := writer.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open the database: %w", classifySQLite(err)), store.Close())
	}
	return store, nil
}

func sqliteLocation(file string, options ...string) string {
	location := "file:" + (&url.URL{Path: file}).EscapedPath()
	for i, option := range options {
		separator := "&"
		if i == 0 {
			separator = "?"
		}
		location += separator + option
	}
	return location
}

// anonymous writes parameters that stand in their order, each once, as "?"; other queries
// stay as they are. The driver looks every "$1" up by its name, which for a class of 28
// takes longer than the insert itself.
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

func sqliteEngine(file string, clock func() time.Time) engine {
	return engine{
		dialect: goose.DialectSQLite3,
		// A transaction that writes has the whole file.
		markSlots: 1,
		lock:      func(string) string { return "" },
		now:       func(context.Context, rowQuerier) (time.Time, error) { return clock(), nil },
		identity:  func(context.Context, *sql.DB) (string, error) { return inode(file) },
		takes:     func(args []any) []any { return args },
		check:     checkSQLite,
	}
}

// inode returns the number of the file on its disk: a copied file has another, a moved
// one keeps it.
func inode(file string) (string, error) {
	about, err := os.Stat(file)
	if err != nil {
		return "", fmt.Errorf("look at the database file: %w", err)
	}
	number, ok := about.Sys().(*syscall.Stat_t)
	if !ok {
		return "", errors.New("the database file has no number on this system")
	}
	return "inode " + strconv.FormatUint(number.Ino, 10), nil
}

// classifySQLite classifies an error as the function of that name does, and remembers one that
// tells of damage or of a lock.
func (s *Store) classifySQLite(err error) error {
	var failure *sqlite.Error
	if errors.As(err, &failure) && failure.Code()&0xff == sqlite3.SQLITE_BUSY {
		s.lock.note()
	}
	if err != nil && Damaged(err) {
		s.damaged.Store(true)
	}
	s.noteOtherTables(err)
	return classifySQLite(err)
}

// classifySQLite tells errors apart by their primary code
// (https://www.sqlite.org/rescode.html).
func classifySQLite(err error) error {
	var failure *sqlite.Error
	if !errors.As(err, &failure) {
		return err
	}
	switch failure.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR,
		sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
		return unkept(err)
	}
	switch failure.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
		return duplicate(err)
	}
	return err
}

// ErrDamaged is the error of Check.
var ErrDamaged = errors.New("the database file is damaged")

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

// private is the mode of every file with children's names in it: only its owner has access.
const private fs.FileMode = 0o600

// keepPrivate makes the database's file, where there is none, so that nobody else can
// read it, and takes the rights of others from one that is there. SQLite gives the files
// beside it the same mode.
func keepPrivate(file string) error {
	made, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_EXCL, private)
	if err == nil {
		return made.Close()
	}
	// SQLite says why the file cannot be made when it opens it.
	for _, name := range []string{file, file + "-wal", file + "-shm"} {
		if err := takeFromOthers(name); err != nil {
			return err
		}
	}
	return nil
}

func takeFromOthers(file string) error {
	about, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look who may read the database's file: %w", err)
	}
	if !about.Mode().IsRegular() || about.Mode().Perm()&^private == 0 {
		return nil
	}
	err = os.Chmod(file, about.Mode().Perm()&private)
	// The file's owner decides who reads it; a file system may know no modes.
	if err != nil && !errors.Is(err, fs.ErrPermission) && !errors.Is(err, errors.ErrUnsupported) {
		return fmt.Errorf("keep the database's file from others: %w", err)
	}
	return nil
}

const (
	// logLimit bounds the write-ahead log, in bytes: twice the size at which SQLite begins
	// to empty it.
	logLimit = 32 << 20
	// emptyAgainAfter is the pause before a log that readers held is emptied again.
	emptyAgainAfter = time.Second
)

// writeAheadLog is the file beside a SQLite database that takes every commit first. A
// reader that stays long keeps SQLite from beginning it anew, and SQLite alone never
// makes it smaller. Only the holder of the writer's connection uses it.
type writeAheadLog struct {
	file  string
	tried time.Time
}

// keepSmall empties a log that has grown past its limit, as far as readers allow. It
// waits for nobody: a later commit tries again.
func (l *writeAheadLog) keepSmall(ctx context.Context, writer *sql.Conn) {
	if l == nil || time.Since(l.tried) < emptyAgainAfter {
		return
	}
	about, err := os.Stat(l.file)
	if err != nil || about.Size() <= logLimit {
		return
	}
	l.tried = time.Now()
	l.empty(ctx, writer)
}

// empty empties the log, as far as readers of this moment allow.
func (l *writeAheadLog) empty(ctx context.Context, writer *sql.Conn) {
	// The commit is done, whatever becomes of this and of who asked for it.
	ctx = context.WithoutCancel(ctx)
	if _, err := writer.ExecContext(ctx, "PRAGMA busy_timeout(0)"); err != nil {
		return
	}
	// A log that could not be emptied is no harm: it is looked at again.
	_, _ = writer.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	_, _ = writer.ExecContext(ctx, "PRAGMA busy_timeout("+strconv.Itoa(writerPatience)+")")
}

// Damaged tells whether an error of Open or Check means that the database's file
// is no database, or no longer a whole one.
func Damaged(err error) bool {
	if errors.Is(err, ErrDamaged) {
		return true
	}
	var failure *sqlite.Error
	if !errors.As(err, &failure) {
		return false
	}
	code := failure.Code() & 0xff
	return code == sqlite3.SQLITE_NOTADB || code == sqlite3.SQLITE_CORRUPT
}
