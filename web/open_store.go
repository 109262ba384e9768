package web

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"rollbook/apiclient"
	"rollbook/web/edge/settings"
	"rollbook/web/store"
	"rollbook/web/store/engine"
)

// OpenStore opens the configured database and checks it for damage. It returns an *engine.OldError for
// one that this version of the program may no longer use.
func OpenStore(ctx context.Context, config settings.Config, clock func() time.Time) (*store.Store, error) {
	opened, err := OpenAnyStore(ctx, config, clock)
	if err != nil {
		return nil, err
	}
	return refusingOld(ctx, opened)
}

func refusingOld(ctx context.Context, opened *store.Store) (*store.Store, error) {
	if err := opened.Database.RefuseOld(ctx); err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return opened, nil
}

// OpenAnyStore is OpenStore for a database of any version, for copying only.
func OpenAnyStore(ctx context.Context, config settings.Config, clock func() time.Time) (*store.Store, error) {
	opened, err := open(ctx, config, clock)
	if err != nil {
		return nil, err
	}
	if err := opened.Database.Check(ctx); err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return opened, nil
}

func open(ctx context.Context, config settings.Config, clock func() time.Time) (*store.Store, error) {
	location := config.Database.Reveal()
	if strings.HasPrefix(location, "postgres") { // perhaps by TLS
		apiclient.TrustMozilla()
	}
	return store.Open(ctx, location, clock)
}

// readAtStart is the size in bytes up to which a database is read completely before the start continues:
// about 80 ms. It is a size and not a time, so that a busy machine does not miss the damage of a small one.
const readAtStart = 40 << 20

// openToServe is OpenStore for a start that is fast even with a large database: above the limit, in bytes, it
// leaves the check to checkOn, and whole is false. Before a migration it always reads the whole database.
func openToServe(ctx context.Context, config settings.Config, clock func() time.Time,
	limit int64) (opened *store.Store, whole bool, err error) {
	if opened, err = open(ctx, config, clock); err != nil {
		return nil, false, err
	}
	if whole, err = checkAtStart(ctx, opened.Database, limit); err != nil {
		return nil, false, errors.Join(err, opened.Close())
	}
	opened, err = refusingOld(ctx, opened)
	return opened, whole, err
}

func checkAtStart(ctx context.Context, database *engine.Database, limit int64) (checked bool, err error) {
	size, err := database.Size()
	if err != nil {
		return false, err
	}
	if size > limit {
		migrated, err := database.Migrated(ctx)
		if err != nil || migrated {
			return false, err
		}
	}
	return true, database.Check(ctx)
}

// checkOn checks the whole database in the background. If it finds damage, the store refuses further changes,
// so that nothing more is sent, and the log reports it.
func checkOn(ctx context.Context, opened *store.Store, log *slog.Logger) {
	err := opened.Database.Check(ctx)
	switch {
	case errors.Is(err, engine.ErrDamaged):
		log.ErrorContext(ctx, "the database file is damaged: nothing more is saved or sent; stop the program and "+
			"restore a backup", "error", err)
	case err != nil && ctx.Err() == nil:
		log.ErrorContext(ctx, "could not run the integrity check", "error", err)
	}
}
