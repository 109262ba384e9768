package command

import (
	"context"
	"fmt"

	"rollbook/web"
	"rollbook/web/edge/settings"
	"rollbook/web/store"
)

// backup copies the database.
type backup struct {
	To string `required:"" placeholder:"FILE" help:"The file to make; it must not exist."`
}

// Run copies the database into one file while others use it.
func (b backup) Run(ctx context.Context, p *process) error {
	return withStore(ctx, web.OpenAnyStore, func(_ settings.Config, opened *store.Store) error {
		if err := opened.Backup(ctx, b.To); err != nil {
			return fmt.Errorf("--to: %w", err)
		}
		// A database from before this version has no table for an event.
		migrated, err := opened.Database.Migrated(ctx)
		if err == nil && migrated {
			err = storeEvent(ctx, opened, "database-copied")
		}
		if err != nil {
			return err
		}
		return p.print("copied the database to %s; keep the master key elsewhere: without it the copy cannot be used\n", b.To)
	})
}
