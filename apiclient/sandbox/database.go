package sandbox

import (
	"context"
	"database/sql"
	_ "embed"
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
	return "file:" + name + "?_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=synchronous(NORMAL)&_pragma=foreign_keys(1)"
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

// collect reads every row with scan and closes rows.
func collect[T any](rows *sql.Rows, err error, scan func(*sql.Rows, *T) error) ([]T, error) {
	if err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	found := []T{}
	for rows.Next() {
		var one T
		if err := scan(rows, &one); err != nil {
			return nil, errors.Join(fmt.Errorf("scan: %w", err), rows.Close())
		}
		found = append(found, one)
	}
	return found, errors.Join(rows.Err(), rows.Close())
}

// changeOne changes one row. It returns missing when there is none.
func (s *Sandbox) changeOne(ctx context.Context, missing error, text string, arguments ...any) error {
	result, err := s.db.ExecContext(ctx, text, arguments...)
	if err != nil {
		return fmt.Errorf("change a row: %w", err)
	}
	changed, err := result.RowsAffected()
	if err != nil {
		return fmt.Errorf("change a row: %w", err)
	}
	if changed == 0 {
		return missing
	}
	return nil
}
