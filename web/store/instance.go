package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// NewerError tells that a newer version of the program changed the database. The
// versions are the numbers of migrations.
type NewerError struct{ Database, Program int64 }

// Error names both versions.
func (e *NewerError) Error() string {
	return fmt.Sprintf("the database is at version %d, and this program knows only version %d: "+
		"run the newer program, or put back a copy made before the change", e.Database, e.Program)
}

// ErrOutgrown is the error of Ready where a newer version of the program changed tables so that
// statements of this one fail.
var ErrOutgrown = errors.New("a newer version of the program changed tables that this one needs")

// outgrowing records whether a newer version of the program changed the database while this
// process uses it.
type outgrowing struct {
	mu sync.Mutex
	// newer is nil until the database was seen to be newer.
	newer *NewerError
	// broken tells why a statement fails with the tables of newer; nil while all of them work.
	broken error
	// failed is the last error of a statement that told of other tables than expected.
	failed error
}

// RefuseNewer returns a *NewerError for a database that a newer version of the program
// changed: this one does not know what that one expects of the rows.
func (s *Store) RefuseNewer(ctx context.Context) error {
	newer, err := s.newer(ctx)
	if err != nil || newer == nil {
		return err
	}
	return newer
}

// Newer is the last *NewerError that Ready came upon, nil when there was none.
func (s *Store) Newer() *NewerError {
	s.outgrown.mu.Lock()
	defer s.outgrown.mu.Unlock()
	return s.outgrown.newer
}

// newer compares the database's version with the program's. A database without
// tables is at version 0.
func (s *Store) newer(ctx context.Context) (*NewerError, error) {
	program, err := programVersion()
	if err != nil {
		return nil, err
	}
	var database int64
	err = s.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&database) }, `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version`)
	switch {
	case err != nil && otherTables(err):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("ask the database for its version: %w", err)
	case database <= program:
		return nil, nil
	}
	return &NewerError{Database: database, Program: program}, nil
}

// programVersion is the number of the last migration that the program has.
func programVersion() (int64, error) {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return 0, fmt.Errorf("read the migrations: %w", err)
	}
	var last int64
	for _, file := range files {
		var version int64
		if _, err := fmt.Sscanf(strings.TrimPrefix(file, "migrations/"), "%d_", &version); err != nil {
			return 0, fmt.Errorf("read the number of %s: %w", file, err)
		}
		last = max(last, version)
	}
	return last, nil
}

// stillWorks returns ErrOutgrown where a statement of this process fails with the tables of a
// newer version. Each version is tried once.
func (s *Store) stillWorks(ctx context.Context) error {
	newer, err := s.newer(ctx)
	if err != nil {
		return err
	}
	s.outgrown.mu.Lock()
	defer s.outgrown.mu.Unlock()
	known := s.outgrown.newer
	if newer != nil && (known == nil || *known != *newer) {
		if s.outgrown.broken, err = s.tryStatements(ctx, newer.Database); err != nil {
			return err
		}
		// The error noted before was about other tables.
		s.outgrown.failed = nil
	}
	s.outgrown.newer = newer
	if broken := errors.Join(s.outgrown.broken, s.outgrown.failed); newer != nil && broken != nil {
		return fmt.Errorf("%w: %w", ErrOutgrown, broken)
	}
	return nil
}

// tryStatements has the database prepare every statement that was used so far; broken is
// the error of one that does not fit the tables of the version.
func (s *Store) tryStatements(ctx context.Context, version int64) (broken, err error) {
	for _, text := range append(s.reader.texts(), s.writer.texts()...) {
		// The comment has it read anew: a driver keeps what it read before.
		statement, err := s.reader.db.PrepareContext(ctx, fmt.Sprintf("/* version %d */ %s", version, s.reader.spell(text)))
		if err == nil {
			err = statement.Close()
		}
		switch {
		case err == nil:
		case otherTables(err):
			return err, nil
		default:
			return nil, fmt.Errorf("try a statement: %w", s.engine.classify(err))
		}
	}
	return nil, nil
}

// texts lists the statements that were prepared.
func (p *pool) texts() []string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	texts := make([]string, 0, len(p.prepared))
	for text := range p.prepared {
		texts = append(texts, text)
	}
	return texts
}

// noteOtherTables remembers an error that tells of other tables than expected.
func (s *Store) noteOtherTables(err error) {
	if err == nil || !otherTables(err) {
		return
	}
	s.outgrown.mu.Lock()
	defer s.outgrown.mu.Unlock()
	s.outgrown.failed = err
}

// otherTables tells whether an error means that a table or column is missing, or that a column
// must be filled that a statement does not know.
func otherTables(err error) bool {
	var file *sqlite.Error
	if errors.As(err, &file) {
		text := file.Error()
		return file.Code() == sqlite3.SQLITE_CONSTRAINT_NOTNULL || file.Code()&0xff == sqlite3.SQLITE_ERROR &&
			(strings.Contains(text, "no such table") || strings.Contains(text, "no such column") || strings.Contains(text, "has no column named"))
	}
	var server *pgconn.PgError
	if !errors.As(err, &server) {
		return false
	}
	switch server.Code {
	// undefined_table, undefined_column, not_null_violation, and a kept plan whose
	// columns have become others.
	case "42P01", "42703", "23502", "0A000":
		return true
	}
	return false
}

// ErrBackupEngine is the error of Backup for PostgreSQL, which has better means.
var ErrBackupEngine = errors.New("only SQLite databases are copied here; use pg_dump for PostgreSQL")

// Backup copies the database, as it is at one instant, into a file that must not
// exist; the copy is on the disk when it returns. Others may read and write meanwhile.
func (s *Store) Backup(ctx context.Context, file string) error {
	if s.engine.dialect != goose.DialectSQLite3 {
		return ErrBackupEngine
	}
	// Made here so that nobody else can read it; VACUUM INTO takes an empty file.
	made, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("make the copy: %w", err)
	}
	_, err = s.writer.db.ExecContext(ctx, `VACUUM INTO $1`, file)
	if err == nil {
		err = made.Sync()
	}
	if err != nil {
		return errors.Join(fmt.Errorf("make the copy: %w", s.engine.classify(err)), made.Close(), os.Remove(file))
	}
	return made.Close()
}

// Known returns nil when the database has tables of this program, of whatever version.
func (s *Store) Known(ctx context.Context) error {
	if _, err := s.Note(ctx, ""); err != nil {
		return fmt.Errorf("look for tables: %w", err)
	}
	return nil
}

// The notes that keep a copy of a database from sending.
const (
	identityNote = "identity"
	sendingNote  = "sending"
)

// mayBegin is true unless sending is paused for the whole database.
const mayBegin = `NOT EXISTS (SELECT 1 FROM instance n WHERE n.name = '` + sendingNote + `' AND n.value <> '')`

// Settle notes the database's identity. Where another one is noted already, the database is
// a copy, perhaps of one that still sends: sending is paused until StartSending.
func (s *Store) Settle(ctx context.Context) error {
	identity, err := s.engine.identity(ctx, s.writer.db)
	if err != nil {
		return fmt.Errorf("tell this database from others: %w", err)
	}
	before, err := s.Note(ctx, identityNote)
	if err != nil || before == identity {
		return err
	}
	if before != "" {
		if err := s.PauseSending(ctx, "copied"); err != nil {
			return err
		}
	}
	return s.SetNote(ctx, identityNote, identity)
}

// PauseSending stops all sending of this database, for the reason, until StartSending.
func (s *Store) PauseSending(ctx context.Context, reason string) error {
	return s.SetNote(ctx, sendingNote, reason)
}

// StartSending ends a pause of all sending.
func (s *Store) StartSending(ctx context.Context) error { return s.SetNote(ctx, sendingNote, "") }

// SendingPaused returns the reason why all sending is paused; empty while it is not.
func (s *Store) SendingPaused(ctx context.Context) (reason string, err error) {
	return s.Note(ctx, sendingNote)
}

// CommandEvent is a record that a command left for the log of a server.
type CommandEvent struct {
	At time.Time
	// Level is that of log/slog.
	Level   int
	Message string
	// Attributes are written by whoever leaves the record, and read by whoever takes it.
	Attributes string
}

// LeaveCommandEvents keeps the records, in their order, until a server takes them.
func (s *Store) LeaveCommandEvents(ctx context.Context, events []CommandEvent) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		for number, event := range events {
			if _, err := tx.exec(ctx, `INSERT INTO command_events (id, at, number, level, message, attributes) VALUES `+tuples(1, 6),
				rand.Text(), milliseconds(event.At), number, event.Level, event.Message, event.Attributes); err != nil {
				return err
			}
		}
		return nil
	})
}

// mostCommandEvents bounds the records that are taken at once.
const mostCommandEvents = 100

// TakeCommandEvents calls write with each record that waits, the oldest first, and forgets it. Among
// all servers one takes it; where that one ends before it is forgotten, it is taken again.
func (s *Store) TakeCommandEvents(ctx context.Context, write func(CommandEvent)) error {
	const waiting = `SELECT id, at, level, message, attributes FROM command_events ORDER BY at, number LIMIT $1`
	var ids []string
	var events []CommandEvent
	err := s.query(ctx, func(rows *sql.Rows) error {
		var id string
		var at int64
		var event CommandEvent
		err := rows.Scan(&id, &at, &event.Level, &event.Message, &event.Attributes)
		event.At = instant(at)
		ids, events = append(ids, id), append(events, event)
		return err
	}, waiting, mostCommandEvents)
	if err != nil || len(ids) == 0 {
		return err
	}
	return s.inTransaction(ctx, func(tx *transaction) error {
		for i, id := range ids {
			// Another server that takes it waits here, and then finds it gone.
			taken, err := tx.exec(ctx, `DELETE FROM command_events WHERE id = $1`, id)
			if err != nil {
				return err
			}
			if taken == 1 {
				write(events[i])
			}
		}
		return nil
	})
}
