package web

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"rollbook/web/store"
	"rollbook/web/store/engine"
)

// OpenStore opens the database of the configuration and looks for damage. One that a
// newer version of the program changed is refused with a *engine.NewerError.
func OpenStore(ctx context.Context, config Config, clock func() time.Time) (*store.Store, error) {
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
func OpenAnyStore(ctx context.Context, config Config, clock func() time.Time) (*store.Store, error) {
	opened, err := store.Open(ctx, config.Database.Reveal(), clock)
	if err != nil {
		return nil, err
	}
	if err := opened.Database.Check(ctx); err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return opened, nil
}

// firstLook bounds the look for damage at a start, which then goes on without having read all of
// the database: enough for about 40 MiB.
const firstLook = 100 * time.Millisecond

// openToServe is OpenStore for a start that does not take longer with a large database: after
// the limit the rest is left to checkOn, and whole is false. Before tables are changed all of the
// database is read, whatever it takes.
func openToServe(ctx context.Context, config Config, clock func() time.Time, limit time.Duration) (opened *store.Store, whole bool, err error) {
	if opened, err = store.Open(ctx, config.Database.Reveal(), clock); err != nil {
		return nil, false, err
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	err = opened.Database.Check(limited)
	cancel()
	whole = err == nil
	if errors.Is(err, context.DeadlineExceeded) {
		whole, err = checkBeforeMigration(ctx, opened)
	}
	if err != nil {
		return nil, false, errors.Join(err, opened.Close())
	}
	opened, err = refusingNewer(ctx, opened)
	return opened, whole, err
}

func checkBeforeMigration(ctx context.Context, opened *store.Store) (checked bool, err error) {
	migrated, err := opened.Database.Migrated(ctx)
	if err != nil || migrated {
		return false, err
	}
	return true, opened.Database.Check(ctx)
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
