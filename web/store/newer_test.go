package store

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

func newerSentences() []migrationSentence {
	return []migrationSentence{
		{"a database that is only for newer versions is refused with both versions in the error, and not written", newerIsRefused},
		{"a database whose marks only newer versions may send keeps them", newerSends},
		{"additions by a newer version do not stop this one", newerWithMore},
		{"a process whose statements no longer work is not ready", newerWithLess},
		{"a column that a newer version requires is noticed when a save fails", newerWantsMore},
	}
}

// inUse creates the tables and adds a school.
func (d untouched) inUse() *fixture {
	migrated(d.t, d.location)
	return newFixture(d.t, d.location)
}

// change changes the tables like a newer version.
func (f *fixture) change(t *testing.T, steps ...string) {
	t.Helper()
	for _, step := range append(steps, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (90000, TRUE)`) {
		_, err := f.Database.Writer().ExecContext(t.Context(), step)
		must(t, err)
	}
}

func newerIsRefused(d untouched) {
	t, f := d.t, d.inUse()
	must(t, f.Database.RefuseOld(t.Context()))
	f.change(t, `UPDATE served SET serve_from = 90000`)
	for _, refusal := range []error{f.Database.RefuseOld(t.Context()), f.Database.Ready(t.Context())} {
		var refused *engine.OldError
		if !errors.As(refusal, &refused) || refused.Oldest != 90000 || refused.Program != newestMigration(t) {
			t.Fatalf("it is refused with %v", refusal)
		}
		if text := refused.Error(); !strings.Contains(text, "90000") || strings.Contains(text, "\n") {
			t.Errorf("it says %q", text)
		}
	}
	if _, err := f.Accept(t.Context(), f.zone, press("late", absent(), unseen(1)...)); roll.KindOf(err) != roll.Unkept {
		t.Errorf("a save is accepted: %v", err)
	}
	_, err := f.Database.Writer().ExecContext(t.Context(), `UPDATE served SET serve_from = 81`)
	must(t, err)
	must(t, f.Database.Ready(t.Context()))
	f.accept(t, press("late", absent(), unseen(1)...))
}

func newerSends(d untouched) {
	t, f := d.t, d.inUse()
	f.change(t, `UPDATE served SET send_from = 90000`)
	must(t, f.Database.Ready(t.Context()))
	f.accept(t, press("kept", absent(), unseen(1)...))
	f.nothingToClaim(t, "kept")
	if due, err := f.Due(t.Context()); err != nil || len(due) > 0 {
		t.Errorf("due are %v: %v", due, err)
	}
}

// newestMigration returns the number of the last migration.
func newestMigration(t *testing.T) int64 {
	t.Helper()
	files, err := filepath.Glob("engine/migrations/*.sql")
	must(t, err)
	number, _, _ := strings.Cut(filepath.Base(slices.Max(files)), "_")
	version, err := strconv.ParseInt(number, 10, 64)
	must(t, err)
	return version
}

func newerWithMore(d untouched) {
	t, f := d.t, d.inUse()
	f.accept(t, press("before", absent(), unseen(1)...))
	if f.Database.Newer() != (engine.Versions{}) {
		t.Error("it takes its own database for newer")
	}
	f.change(t, `CREATE TABLE of_the_next (id TEXT PRIMARY KEY)`, `ALTER TABLE saves ADD COLUMN of_the_next TEXT NOT NULL DEFAULT 'x'`)
	must(t, f.Database.Ready(t.Context()))
	if newer := f.Database.Newer(); newer.Database != 90000 {
		t.Errorf("it takes the database for %v", newer)
	}
	f.accept(t, press("after", absent(), unseen(2)...))
	must(t, f.Database.Ready(t.Context()))
	must(t, f.Database.RefuseOld(t.Context()))
	must(t, f.Database.Migrate(t.Context()))
}

func newerWithLess(d untouched) {
	t, f := d.t, d.inUse()
	_, err := f.History(t.Context(), north, 1, today)
	must(t, err)
	f.change(t, `ALTER TABLE saves RENAME COLUMN reason TO of_the_next`)
	if err := f.Database.Ready(t.Context()); !errors.Is(err, engine.ErrOutgrown) {
		t.Errorf("it is ready: %v", err)
	}
	f.change(t, `ALTER TABLE saves RENAME COLUMN of_the_next TO reason`, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (90001, TRUE)`)
	must(t, f.Database.Ready(t.Context()))
}

func newerWantsMore(d untouched) {
	t, f := d.t, d.inUse()
	f.change(t, `CREATE TABLE of_the_next (id BIGINT PRIMARY KEY, save TEXT NOT NULL)`)
	must(t, f.Database.Ready(t.Context()))
	err := f.Database.InTransaction(t.Context(), func(tx *engine.Transaction) error {
		_, err := tx.Exec(context.WithoutCancel(t.Context()), `INSERT INTO of_the_next (id) VALUES ($1)`, 1)
		return err
	})
	if err == nil {
		t.Fatal("a row is there without what it needs")
	}
	if err := f.Database.Ready(t.Context()); !errors.Is(err, engine.ErrOutgrown) {
		t.Errorf("it is ready: %v", err)
	}
}

func TestARunningMigrationOfANewerVersionLeavesThisOneReady(t *testing.T) {
	t.Parallel()
	f := newSQLite(t)
	other := f.another(t)
	tx, err := other.Database.Writer().BeginTx(t.Context(), nil)
	must(t, err)
	_, err = tx.ExecContext(t.Context(), `ALTER TABLE saves RENAME COLUMN reason TO of_the_next`)
	must(t, err)
	must(t, f.Database.Ready(t.Context()))
	must(t, tx.Rollback())
}
