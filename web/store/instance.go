package store

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/saves"
)

// Backup copies the database, as of one instant, into a file that must not exist. The copy is on the disk
// when it returns. Others may read and write meanwhile.
func (s *Store) Backup(ctx context.Context, file string) error {
	return s.Database.CopyTo(ctx, file, func() error {
		now, err := s.Database.Now(ctx)
		if err != nil {
			return err
		}
		return s.SetNote(ctx, copiedNote, strconv.FormatInt(engine.Milliseconds(now), 10))
	})
}

// Known returns nil when the database has tables of this program, of any version.
func (s *Store) Known(ctx context.Context) error {
	if _, err := s.Note(ctx, ""); err != nil {
		return fmt.Errorf("look for tables: %w", err)
	}
	return nil
}

// PauseSending stops all sending of this database, a copy, for the reason, until StartSending. Its waiting
// marks become moved: a person decides about them.
func (s *Store) PauseSending(ctx context.Context, reason string) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(setNote(ctx, tx, sendingNote, reason))
		return moveWaiting(ctx, tx)
	})
}

// moveWaiting makes the waiting marks of a copied database moved, as far as its tables are of this version.
func moveWaiting(ctx context.Context, t *engine.Transaction) error {
	newest, err := engine.Value[int64](ctx, t, `SELECT COALESCE(MAX(accepted_at), 0) FROM saves`)
	if err != nil {
		return err
	}
	noted, err := note(ctx, t, copiedNote)
	if err != nil {
		return err
	}
	at, _ := strconv.ParseInt(noted, 10, 64)
	t.Require(setNote(ctx, t, copiedNote, strconv.FormatInt(max(at, newest), 10)))
	schools, err := engine.Rows[roll.SchoolID](ctx, t, `SELECT slug FROM schools`)
	if err != nil {
		return err
	}
	return saves.StopCopied(ctx, t, schools)
}

// CopiedAt returns when the database was copied, as far as known; zero if it is not a copy.
func (s *Store) CopiedAt(ctx context.Context) (time.Time, error) {
	noted, err := s.Note(ctx, copiedNote)
	if err != nil || noted == "" {
		return time.Time{}, err
	}
	at, err := strconv.ParseInt(noted, 10, 64)
	return engine.Instant(at), err
}

// StartSending ends a pause of all sending.
func (s *Store) StartSending(ctx context.Context) error { return s.SetNote(ctx, sendingNote, "") }

// SendingPaused returns the reason why all sending is paused, or "".
func (s *Store) SendingPaused(ctx context.Context) (reason string, err error) {
	return s.Note(ctx, sendingNote)
}

// Note returns a named text of this database, or "".
func (s *Store) Note(ctx context.Context, name string) (string, error) {
	return note(ctx, s.Database, name)
}

func note(ctx context.Context, read engine.Reader, name string) (value string, err error) {
	return engine.Value[string](ctx, read, `SELECT value FROM instance WHERE name = $1`, name)
}

// SetNote stores a named text of this database.
func (s *Store) SetNote(ctx context.Context, name, value string) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error { return setNote(ctx, tx, name, value) })
}

func setNote(ctx context.Context, t *engine.Transaction, name, value string) error {
	return t.Do(ctx, `INSERT INTO instance (name, value) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
}
