package store

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/pressly/goose/v3"
)

// ErrBackupEngine is the error of Backup for a database that has better means.
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

// Known is nil when the database has tables of this program, of whatever version.
func (s *Store) Known(ctx context.Context) error {
	if _, err := s.Note(ctx, ""); err != nil {
		return fmt.Errorf("look for tables: %w", err)
	}
	return nil
}
