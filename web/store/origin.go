package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rollbook/web/store/engine"
)

// origin distinguishes a database from its copies.
type origin struct {
	identity string
	engine.Place
}

// The notes of the last origin under which the database ran.
const (
	identityNote = "identity"
	timelineNote = "timeline"
	addressNote  = "address"
	portNote     = "port"
)

func (s *Store) origin(ctx context.Context) (now origin, err error) {
	var unknown, nowhere error
	now.identity, unknown = s.identity(ctx)
	now.Place, nowhere = s.place(ctx)
	if err := errors.Join(unknown, nowhere); err != nil {
		return origin{}, fmt.Errorf("tell this database from others: %w", err)
	}
	return now, nil
}

func (s *Store) notedOrigin(ctx context.Context) (noted origin, err error) {
	for name, value := range map[string]*string{
		identityNote: &noted.identity, timelineNote: &noted.Timeline, addressNote: &noted.Address,
		portNote: &noted.Port,
	} {
		if *value, err = s.Note(ctx, name); err != nil {
			return origin{}, err
		}
	}
	return noted, nil
}

func (s *Store) noteOrigin(ctx context.Context, now origin) error {
	s.last = now
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(setNote(ctx, tx, identityNote, now.identity))
		tx.Require(setNote(ctx, tx, timelineNote, now.Timeline))
		tx.Require(setNote(ctx, tx, addressNote, now.Address))
		return setNote(ctx, tx, portNote, now.Port)
	})
}

// changed reports whether a value is known to be another one.
func changed(before, now string) bool { return before != "" && now != "" && before != now }

// Settle records the database's origin at the start of a program. With another identity, or another timeline, the
// database is a copy, perhaps of one that still sends: Settle pauses sending until StartSending. It waits for the
// patience, because a running program may be about to record that a standby took over. With another address or
// port alone, the waiting marks become moved.
func (s *Store) Settle(ctx context.Context, patience time.Duration) error {
	now, err := s.origin(ctx)
	if err != nil {
		return err
	}
	before, err := s.notedOrigin(ctx)
	if err == nil && changed(before.Timeline, now.Timeline) {
		before, err = s.awaitWitness(ctx, now, patience)
	}
	switch {
	case err != nil:
		return err
	case changed(before.identity, now.identity), changed(before.Timeline, now.Timeline):
		err = s.PauseSending(ctx, "copied")
	case changed(before.Address, now.Address), changed(before.Port, now.Port):
		err = s.Database.InTransaction(ctx, func(tx *engine.Transaction) error { return moveWaiting(ctx, tx) })
	}
	if err != nil {
		return err
	}
	return s.noteOrigin(ctx, now)
}

// awaitWitness waits until a running program has recorded the timeline, and returns what is recorded in the end.
func (s *Store) awaitWitness(ctx context.Context, now origin, patience time.Duration) (noted origin, err error) {
	const lookEvery = 500 * time.Millisecond
	for began := time.Now(); ; {
		noted, err = s.notedOrigin(ctx)
		if err != nil || noted.Timeline == now.Timeline || time.Since(began) >= patience {
			return noted, err
		}
		select {
		case <-ctx.Done():
			return noted, ctx.Err()
		case <-time.After(lookEvery):
		}
	}
}

// Follow records the origin of the database in a running program, after Settle, and reports whether it has changed. A
// standby that took over goes on. Another identity, or a log that ends earlier, is a copy: sending is paused.
func (s *Store) Follow(ctx context.Context) (moved bool, err error) {
	before := s.last
	now, err := s.origin(ctx)
	if err != nil {
		return false, err
	}
	another := changed(before.Timeline, now.Timeline)
	if changed(before.identity, now.identity) || another && now.Position < before.Position {
		if err := s.PauseSending(ctx, "copied"); err != nil {
			return false, err
		}
	}
	if before.identity == now.identity && !another && before.Address == now.Address && before.Port == now.Port {
		s.last = now
		return false, nil
	}
	return true, s.noteOrigin(ctx, now)
}
