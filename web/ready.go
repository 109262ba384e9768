package web

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"rollbook/web/store/engine"
)

// lookAtVersionEvery is the interval at which the database's version is checked without a probe.
const lookAtVersionEvery = time.Minute

// readiness remembers what was logged about the database's version.
type readiness struct {
	mu     sync.Mutex
	logged engine.NewerError
	// broken is true after the log reported that the tables do not fit this version.
	broken bool
}

// Ready reports whether the program can work: nil while the database answers with tables that fit this
// version. It logs once for each newer version that has changed them.
func (a *App) Ready(ctx context.Context) error {
	err := a.Store.Database.Ready(ctx)
	outgrown := errors.Is(err, engine.ErrOutgrown)
	if newer := a.Store.Database.Newer(); newer != nil && (err == nil || outgrown) {
		a.readiness.say(ctx, a.Log, *newer, err)
	}
	return err
}

func (r *readiness) say(ctx context.Context, log *slog.Logger, newer engine.NewerError, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.logged == newer && r.broken == (err != nil) {
		return
	}
	r.logged, r.broken = newer, err != nil
	if err != nil {
		log.ErrorContext(ctx, "a newer version of the program changed the database, and this one no longer works with it: start the newer one in its place",
			"database", newer.Database, "program", newer.Program, "error", err)
		return
	}
	log.WarnContext(ctx, "a newer version of the program changed the database; this one goes on, but would not start again",
		"database", newer.Database, "program", newer.Program)
}

// watchVersion checks the database's version until the context ends.
func (a *App) watchVersion(ctx context.Context) {
	ticker := time.NewTicker(lookAtVersionEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		// Ready has already logged unfit tables, once.
		if err := a.Ready(ctx); err != nil && !errors.Is(err, engine.ErrOutgrown) && ctx.Err() == nil {
			a.Log.ErrorContext(ctx, "the database is not ready", "error", err)
		}
	}
}
