package store

import (
	"context"
	"strings"

	"rollbook/web/store/audit"
	"rollbook/web/store/engine"
)

// unloggedNote has the ids of the commands' events that no server has logged yet, each with a space behind.
const unloggedNote = "unlogged"

// AddAudit adds events to the audit log, in their order. A server takes those of commands for its log.
func (s *Store) AddAudit(ctx context.Context, events []audit.Event) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		rows, err := audit.Add(ctx, tx, events)
		unlogged := ""
		for _, row := range rows {
			if row.By == audit.Command {
				unlogged += row.ID + " "
			}
		}
		if err != nil || unlogged == "" {
			return err
		}
		return tx.Do(ctx, `INSERT INTO instance (name, value) VALUES ($1, $2)
			ON CONFLICT (name) DO UPDATE SET value = instance.value || excluded.value`, unloggedNote, unlogged)
	})
}

// TakeCommandEvents calls write with each event of a command that no server has logged, the oldest first. One server
// takes an event. If that server ends before the commit, the event is taken again.
func (s *Store) TakeCommandEvents(ctx context.Context, write func(audit.Event)) error {
	unlogged, err := s.Note(ctx, unloggedNote)
	if err != nil || unlogged == "" {
		return err
	}
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		// Another server that takes the same events waits here, and then finds another text.
		taken, err := tx.Exec(ctx, `UPDATE instance SET value = $1 WHERE name = $2 AND value = $3`, "", unloggedNote,
			unlogged)
		if err != nil || taken == 0 {
			return err
		}
		return audit.Each(ctx, tx, strings.Fields(unlogged), write)
	})
}
