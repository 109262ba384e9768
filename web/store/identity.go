package store

import (
	"context"
	"fmt"
)

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
