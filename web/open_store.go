package web

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"rollbook/web/edge/settings"
	"rollbook/web/store"
	"rollbook/web/store/engine"
)

// OpenStore opens the database of the configuration and looks for damage. One that a
// newer version of the program changed is refused with a *engine.NewerError.
func OpenStore(ctx context.Context, config settings.Config, clock func() time.Time) (*store.Store, error) {
	opened, err := OpenAnyStore(ctx, config, clock)
	if err != nil {
		return nil, err
	}
	return refusingNewer(ctx, opened)
}

func refusingNewer(ctx context.Context, opened *store.Store) (*store.Store, error) {
	if err := opened.Database.RefuseNewer(ctx); err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return opened, nil
}

// OpenAnyStore is OpenStore for a database of any version, which is only to be copied.
func OpenAnyStore(ctx context.Context, config settings.Config, clock func() time.Time) (*store.Store, error) {
	opened, err := store.Open(ctx, config.Database.Reveal(), clock)
	if err != nil {
		return nil, err
	}
	if err := opened.Database.Check(ctx); err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return opened, nil
}

// readAtStart is the size in bytes up to which a database is read through before the start goes on:
// about 80 ms. It is a size and not a time, since a busy machine would miss the damage of a small one.
const readAtStart = 40 << 20

// openToServe is OpenStore for a start that does not take longer with a large database: above
// the limit, in bytes, it is left to checkOn, and whole is false. Before tables are changed all of
// the database is read, whatever it takes.
func openToServe(ctx context.Context, config settings.Config, clock func() time.Time, limit int64) (opened *store.Store, whole bool, err error) {
	if opened, err = store.Open(ctx, config.Database.Reveal(), clock); err != nil {
		return nil, false, err
	}
	if whole, err = checkAtStart(ctx, opened.Database, limit); err != nil {
		return nil, false, errors.Join(err, opened.Close())
	}
	opened, err = refusingNewer(ctx, opened)
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

// checkOn looks through all of the database beside the program's work. Where it finds damage,
// the store takes no more changes, so that nothing more is sent, and the log says so.
func checkOn(ctx context.Context, opened *store.Store, log *slog.Logger) {
	err := opened.Database.Check(ctx)
	switch {
	case errors.Is(err, engine.ErrDamaged):
		log.ErrorContext(ctx, "the database file is damaged: nothing more is saved or sent; stop the program and restore a backup", "error", err)
	case err != nil && ctx.Err() == nil:
		log.ErrorContext(ctx, "the database could not be looked through for damage", "error", err)
	}
}
