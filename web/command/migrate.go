package command

import (
	"context"

	"rollbook/web"
	"rollbook/web/edge/settings"
	"rollbook/web/store"
)

// migrate brings the tables up to date.
type migrate struct{}

// Run migrates the database, and creates a missing one.
func (migrate) Run(ctx context.Context, p *process) error {
	return withStore(ctx, web.OpenStore, func(_ settings.Config, opened *store.Store) error {
		if err := opened.Database.Migrate(ctx); err != nil {
			return err
		}
		return p.print("the database is up to date\n")
	})
}
