package store

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"rollbook/web/roll"
)

// migrationSentence is a promise about a database without tables.
type migrationSentence struct {
	says  string
	holds func(d untouched)
}

// untouched is a database without tables.
type untouched struct {
	t        *testing.T
	location string
}

func migrationSentences() []migrationSentence {
	return []migrationSentence{
		{"a database is ready once it was migrated, however often", readyOnceMigrated},
		{"replicas that start together migrate once", migratesOnce},
		{"every migration can be taken back", everyMigrationCanBeTakenBack},
		{"the database's clock is the real one", theClockIsTheRealOne},
		{"a request that is given up leaves nothing and harms nothing", leavesNothingWhenGivenUp},
	}
}

func readyOnceMigrated(d untouched) {
	t, location := d.t, d.location
	store := opened(t, location)
	if err := store.Ready(t.Context()); !errors.Is(err, ErrNotMigrated) {
		t.Errorf("an empty database: %v", err)
	}
	for range 2 {
		must(t, store.Migrate(t.Context()))
		must(t, store.Ready(t.Context()))
		must(t, store.Check(t.Context()))
	}
}

func migratesOnce(d untouched) {
	t, location := d.t, d.location
	stores := []*Store{opened(t, location), opened(t, location), opened(t, location)}
	var all sync.WaitGroup
	for _, store := range stores {
		all.Go(func() {
			if err := store.Migrate(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	must(t, stores[0].Ready(t.Context()))
}

func everyMigrationCanBeTakenBack(d untouched) {
	t, location := d.t, d.location
	store := opened(t, location)
	must(t, store.Migrate(t.Context()))
	provider, err := store.provider()
	must(t, err)
	_, err = provider.DownTo(t.Context(), 0)
	must(t, err)
	if err := store.Ready(t.Context()); !errors.Is(err, ErrNotMigrated) {
		t.Errorf("taken back: %v", err)
	}
	must(t, store.Migrate(t.Context()))
	must(t, store.Ready(t.Context()))
}

func theClockIsTheRealOne(d untouched) {
	t, location := d.t, d.location
	store := opened(t, location)
	before := time.Now().Add(-time.Second)
	now, err := store.engine.now(t.Context(), store.reader.db)
	must(t, err)
	if now.Before(before) || now.After(time.Now().Add(time.Second)) {
		t.Errorf("it is %v", now)
	}
}

func leavesNothingWhenGivenUp(d untouched) {
	t, location := d.t, d.location
	migrated(t, location)
	f := newFixture(t, location)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Accept(ctx, f.zone, press("given up", absent(), unseen(1)...)); !errors.Is(err, context.Canceled) {
		t.Errorf("it failed with %v", err)
	}
	if mark := f.mark(t, 1); mark.Version != 0 {
		t.Errorf("the mark is %+v", mark)
	}
	f.accept(t, press("given up", absent(), unseen(1)...))
}

func opened(t *testing.T, location string) *Store {
	t.Helper()
	store, err := Open(t.Context(), location, time.Now)
	must(t, err)
	t.Cleanup(func() { closing(t, store.Close) })
	return store
}

func TestADatabaseIsOpenedByTheLocationsOfBothEnginesOnly(t *testing.T) {
	t.Parallel()
	for _, location := range []string{"", "sqlite:", "rollbook.db", "mysql://localhost/x", "SQLITE:x", "file:x"} {
		if _, err := Open(t.Context(), location, time.Now); !errors.Is(err, ErrLocation) {
			t.Errorf("%q: %v", location, err)
		}
	}
	for _, location := range []string{"postgres:///x?host=/nowhere-at-all", "sqlite:/nowhere-at-all/rollbook.db"} {
		if _, err := Open(t.Context(), location, time.Now); roll.KindOf(err) != roll.Unkept {
			t.Errorf("%s, where nothing is: %v", location, err)
		}
	}
}
