package store

import (
	"errors"
	"testing"
	"time"

	"rollbook/web/store/engine"
	"rollbook/web/store/postgrestest"
)

func TestAPoolerIsRefusedUnlessItKeepsSessions(t *testing.T) {
	t.Parallel()
	server, ok := postgrestest.Start(t)
	if !ok {
		return
	}
	location := server.NewDatabase(t)
	for mode, want := range map[string]error{"transaction": engine.ErrPooler, "session": nil} {
		pooled, ok := server.Pooled(t, location, mode)
		if !ok {
			return
		}
		// Before and after other clients have left sessions in its pool.
		for range 3 {
			opened, err := engine.Open(t.Context(), pooled, time.Now, engine.Watch{})
			if !errors.Is(err, want) {
				t.Errorf("in %s mode: %v", mode, err)
			}
			if err == nil {
				must(t, opened.Close())
			}
		}
	}
	direct, err := engine.Open(t.Context(), location, time.Now, engine.Watch{})
	must(t, err)
	must(t, direct.Close())
}
