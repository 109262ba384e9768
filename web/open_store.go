package web

import (
	"context"
	"errors"
	"time"

	"rollbook/web/store"
)

// OpenStore opens the database of the configuration and looks for damage. One that a
// newer version of the program changed is refused with a *store.NewerError.
func OpenStore(ctx context.Context, config Config, clock func() time.Time) (*store.Store, error) {
	opened, err := OpenAnyStore(ctx, config, clock)
	if err != nil {
		return nil, err
	}
	if err := opened.RefuseNewer(ctx); err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return opened, nil
}

// OpenAnyStore is OpenStore of a database of any version, for who only copies it.
func OpenAnyStore(ctx context.Context, config Config, clock func() time.Time) (*store.Store, error) {
	opened, err := store.Open(ctx, config.Database.Reveal(), clock)
	if err != nil {
		return nil, err
	}
	if err := opened.Check(ctx); err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return opened, nil
}
