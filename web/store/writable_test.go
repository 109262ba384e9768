package store

import (
	"strings"
	"testing"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

func TestADatabaseThatOnlyReadsIsNotReadyUntilItWrites(t *testing.T) {
	t.Parallel()
	f := newSQLite(t)
	onlyReads := func(value string) {
		_, err := f.Database.Writer().ExecContext(t.Context(), `PRAGMA query_only = `+value)
		must(t, err)
	}
	onlyReads("1")
	f.wantNotReady(t)
	onlyReads("0")
	must(t, f.Database.Ready(t.Context()))
}

func TestAPostgreSQLThatOnlyReadsIsNotReady(t *testing.T) {
	t.Parallel()
	f, _ := newPostgreSQL(t)
	if f == nil {
		return
	}
	must(t, f.Database.Ready(t.Context()))
	separator := "?"
	if strings.Contains(f.location, "?") {
		separator = "&"
	}
	reads := *f
	reads.location += separator + "default_transaction_read_only=on"
	reads.Store = reads.another(t)
	reads.wantNotReady(t)
	must(t, f.Database.Ready(t.Context()))
}

// wantNotReady expects that the database answers, and that it is not ready.
func (f *fixture) wantNotReady(t *testing.T) {
	t.Helper()
	if _, err := engine.Value[int](t.Context(), f.Database, `SELECT 1`); err != nil {
		t.Errorf("it does not read: %v", err)
	}
	for range 2 {
		if err := f.Database.Ready(t.Context()); roll.KindOf(err) != roll.Unkept {
			t.Errorf("it is ready: %v", err)
		}
	}
}
