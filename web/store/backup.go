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

// The notes that keep a copy of a database from sending.
const (
	identityNote = "identity"
	sendingNote  = "sending"
)

// mayBegin is true unless sending is paused for the whole database.
const mayBegin = `NOT EXISTS (SELECT 1 FROM instance n WHERE n.name = '` + sendingNote + `' AND n.value <> '')`

// Settle notes which database this is. One that finds itself under another identity
// than it had is a copy, perhaps of one that still sends: sending is paused until
// StartSending.
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

// SendingPaused is why all sending is paused; empty while it is not.
func (s *Store) SendingPaused(ctx context.Context) (reason string, err error) {
	return s.Note(ctx, sendingNote)
}
