package sandbox

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

//go:embed schema.sql
var schema string

//go:embed webhooks.sql
var webhooksSchema string

// applicationID marks our data files ("rbsx"), schemaVersion their layout.
const (
	applicationID = 0x72627378
	schemaVersion = 2
)

// fileConnections allows reading lists while a save is written.
const fileConnections = 4

func openDatabase(ctx context.Context, path string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dataSource(path))
	if err != nil {
		return nil, fmt.Errorf("open sandbox data: %w", err)
	}
	db.SetMaxOpenConns(fileConnections)
	if path == "" {
		// Each connection to ":memory:" is a separate database.
		db.SetMaxOpenConns(1)
	}
	if err := prepareFile(ctx, db); err != nil {
		return nil, closeAfter(db, kindOfFile(err))
	}
	return db, nil
}

// kindOfFile recognises a file that is not a database.
func kindOfFile(err error) error {
	if known, ok := errors.AsType[*sqlite.Error](err); ok && known.Code() == sqlite3.SQLITE_NOTADB {
		return errorf(KindForeignFile, "the data file is not a database")
	}
	return err
}

func dataSource(path string) string {
	name := ":memory:"
	if path != "" {
		name = (&url.URL{Path: path}).EscapedPath()
	}
	// NORMAL can lose the last saves in a power cut, but never the file. That is enough for a sandbox, and
	// cheap.
	const pragmas = "_pragma=busy_timeout(5000)&_pragma=synchronous(NORMAL)&_pragma=foreign_keys(1)"
	return "file:" + name + "?_txlock=immediate&" + pragmas
}

// prepareFile creates the tables of a new file. It refuses a foreign file before writing to it.
func prepareFile(ctx context.Context, db *sql.DB) error {
	err := inTransaction(ctx, db, func(tx *sql.Tx) error {
		var application, version, tables int
		row := tx.QueryRowContext(ctx, `SELECT (SELECT application_id FROM pragma_application_id),
			(SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_master)`)
		if err := row.Scan(&application, &version, &tables); err != nil {
			return fmt.Errorf("read sandbox data: %w", err)
		}
		switch {
		case tables == 0:
			return layOut(ctx, tx, schema+webhooksSchema)
		case application != applicationID:
			return errorf(KindForeignFile, "the data file was not made by the sandbox")
		case version == 1:
			return layOut(ctx, tx, webhooksSchema)
		case version != schemaVersion:
			return errorf(KindForeignFile, "the data file has layout %d, this sandbox reads %d", version, schemaVersion)
		}
		return nil
	})
	if err != nil {
		return err
	}
	// The file remembers the mode, so every further connection has it.
	if _, err := db.ExecContext(ctx, "PRAGMA journal_mode = WAL"); err != nil {
		return fmt.Errorf("set journal mode: %w", err)
	}
	return nil
}

// layOut makes tables: all in a new file, those of the webhooks in a file of the first layout.
func layOut(ctx context.Context, tx *sql.Tx, tables string) error {
	marks := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", applicationID, schemaVersion)
	if _, err := tx.ExecContext(ctx, tables+marks); err != nil {
		return fmt.Errorf("lay out sandbox data: %w", err)
	}
	return nil
}

// inTransaction runs work in one write transaction and rolls it back on an error.
func inTransaction(ctx context.Context, db *sql.DB, work func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if err := work(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

func closeAfter(db *sql.DB, err error) error { return errors.Join(err, db.Close()) }

// collect reads rows of one column, each a JSON value, and closes them.
func collect[T any](rows *sql.Rows, err error) ([]T, error) {
	if err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	found := []T{}
	for rows.Next() {
		var text sql.RawBytes
		var one T
		if err = rows.Scan(&text); err == nil {
			err = json.Unmarshal(text, &one)
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("read a row: %w", err), rows.Close())
		}
		found = append(found, one)
	}
	return found, errors.Join(rows.Err(), rows.Close())
}

// sqlTime turns milliseconds since 1970 into the text of a time in JSON.
func sqlTime(column string) string {
	return "strftime('%Y-%m-%dT%H:%M:%fZ', " + column + " / 1000.0, 'unixepoch')"
}

// change runs work for a school in one write transaction. Its errors begin with the name of the change.
func (s *Sandbox) change(ctx context.Context, schoolCode, name string, work func(*sql.Tx, school) error) error {
	owner, err := s.schoolByCode(ctx, schoolCode)
	if err == nil {
		err = inTransaction(ctx, s.db, func(tx *sql.Tx) error { return work(tx, owner) })
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// changeOne changes one row of a school. The statement's first argument is the school's id. It returns missing
// when there is no such row.
func (s *Sandbox) changeOne(ctx context.Context, code string, missing error, text string, arguments ...any) error {
	return s.change(ctx, code, "change a row", func(tx *sql.Tx, owner school) error {
		result, err := tx.ExecContext(ctx, text, append([]any{owner.id}, arguments...)...)
		if err != nil {
			return err
		}
		if changed, err := result.RowsAffected(); err != nil || changed > 0 {
			return err
		}
		return missing
	})
}

// statements are the prepared statements by their text. Preparing them once keeps the save of a whole class
// well under a millisecond.
type statements map[string]*sql.Stmt

// listOf returns the rows of a query whose first argument is the school's id.
func listOf[T any](ctx context.Context, s *Sandbox, schoolCode, text string, more ...any) ([]T, error) {
	owner, err := s.schoolByCode(ctx, schoolCode)
	if err != nil {
		return nil, err
	}
	found, err := collect[T](s.db.QueryContext(ctx, text, append([]any{owner.id}, more...)...))
	if err != nil {
		return nil, fmt.Errorf("list %T: %w", found, err)
	}
	return found, nil
}
