package web

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"rollbook/web/store/engine"
)

// lookAtDatabaseEvery is the interval at which the database's version and place are checked without a probe.
const lookAtDatabaseEvery = 5 * time.Second

// readiness remembers the last log entry about the database's version.
type readiness struct {
	mu     sync.Mutex
	logged engine.Versions
	// broken is true after the log reported that this version cannot go on.
	broken bool
}

// Ready reports whether the program can work: nil while the database answers with tables that fit this
// version. It logs once for each newer version that has changed them.
func (a *App) Ready(ctx context.Context) error {
	err := a.Store.Database.Ready(ctx)
	if newer := a.Store.Database.Newer(); newer != (engine.Versions{}) && (err == nil || isOver(err)) {
		a.readiness.say(ctx, a.Log, newer, err)
	}
	return err
}

// isOver reports whether a newer version of the program must take the place of this process.
func isOver(err error) bool {
	_, old := errors.AsType[*engine.OldError](err)
	return old || errors.Is(err, engine.ErrOutgrown)
}

func (r *readiness) say(ctx context.Context, log *slog.Logger, newer engine.Versions, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.logged == newer && r.broken == (err != nil) {
		return
	}
	r.logged, r.broken = newer, err != nil
	if err != nil {
		log.ErrorContext(ctx, "a newer version of the program changed the database, and this one can no longer "+
			"use it: start "+
			"the newer one in its place",
			"database", newer.Database, "program", newer.Program, "error", err)
		return
	}
	log.WarnContext(ctx, "a newer version of the program changed the database; this one goes on",
		"database", newer.Database, "program", newer.Program)
}

// follow records that another server of the database took over, as a standby does.
func (a *App) follow(ctx context.Context) error {
	moved, err := a.Store.Follow(ctx)
	if moved {
		a.Log.WarnContext(ctx, "another server of the database took over")
	}
	return err
}

// watchDatabase checks the database's version and place until the context ends. It stops the program when another file
// has the place of the open one.
func (a *App) watchDatabase(ctx context.Context, stop context.CancelCauseFunc) {
	ticker := time.NewTicker(lookAtDatabaseEvery)
	defer ticker.Stop()
	failing := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		err := a.Ready(ctx)
		// Ready has already logged a newer version, once.
		if err != nil && !failing && !isOver(err) && ctx.Err() == nil {
			a.Log.ErrorContext(ctx, "the database is not ready", "error", err)
		}
		if errors.Is(err, engine.ErrReplaced) {
			stop(err)
		}
		if err == nil {
			err = a.follow(ctx)
		}
		failing = err != nil
	}
}
