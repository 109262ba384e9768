package store

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/postgrestest"
)

func identitySentences() []sentence {
	return []sentence{
		{"a database sends again after a person has settled it", settlesAnew},
		{"what waited under another address of the server is moved, and new presses are sent",
			anotherAddressMovesWhatWaits},
		{"what waited at another port is moved, as in a copy beside its original", anotherPortMovesWhatWaits},
		{"a database under another identity sends nothing until an admin allows it", copyNeverSends},
	}
}

func settlesAnew(f *fixture) {
	t := f.t
	must(t, f.Settle(t.Context(), 0))
	must(t, f.another(t).Settle(t.Context(), 0))
	f.accept(t, press("save", absent(), unseen(1)...))
	f.due(t, north)
	f.claim(t, "save")
}

func copyNeverSends(f *fixture) {
	t := f.t
	must(t, f.Settle(t.Context(), 0))
	f.accept(t, press("save", absent(), unseen(1)...))
	elsewhere := f.another(t)
	elsewhere.identity = func(context.Context) (string, error) { return "elsewhere", nil }
	for range 2 {
		must(t, elsewhere.Settle(t.Context(), 0))
		f.due(t)
		f.nothingToClaim(t, "save")
		f.nothingToClaim(t, "")
	}
	if connection, backlog := f.connection(t), f.backlog(t); !connection.Copied || backlog.Stopped != 1 {
		t.Errorf("the connection is %+v, the backlog %+v", connection, backlog)
	}
	must(t, elsewhere.StartSending(t.Context()))
	must(t, elsewhere.Settle(t.Context(), 0))
	f.nothingToClaim(t, "save")
	f.accept(t, press("new", absent(), unseen(2)...))
	f.claim(t, "new")
}

func anotherAddressMovesWhatWaits(f *fixture) {
	f.movesWhatWaits(engine.Place{Timeline: "1", Address: "10.0.0.1"}, engine.Place{Timeline: "1", Address: "10.0.0.2"})
}

func anotherPortMovesWhatWaits(f *fixture) {
	f.movesWhatWaits(engine.Place{Timeline: "1", Port: "5432"}, engine.Place{Timeline: "1", Port: "5433"})
}

// movesWhatWaits expects a database that was at the first place and is at the second to send new presses only.
func (f *fixture) movesWhatWaits(from, to engine.Place) {
	t := f.t
	f.place = func(context.Context) (engine.Place, error) { return from, nil }
	must(t, f.Settle(t.Context(), 0))
	f.accept(t, press("save", absent(), unseen(1)...))
	elsewhere := f.another(t)
	elsewhere.place = func(context.Context) (engine.Place, error) { return to, nil }
	must(t, elsewhere.Settle(t.Context(), 0))
	f.nothingToClaim(t, "save")
	if connection, backlog := f.connection(t), f.backlog(t); connection.Copied || backlog.Stopped != 1 {
		t.Errorf("the connection is %+v, the backlog %+v", connection, backlog)
	}
	f.accept(t, press("new", absent(), unseen(2)...))
	f.claim(t, "new")
}

// wantPaused expects the reason for which the database sends nothing.
func wantPaused(t *testing.T, store *Store, want string) {
	t.Helper()
	if reason, err := store.SendingPaused(t.Context()); err != nil || reason != want {
		t.Errorf("sending is paused for %q, not for %q: %v", reason, want, err)
	}
}

func TestAPhysicalCopyOfAPostgreSQLDatabaseSendsNothing(t *testing.T) {
	t.Parallel()
	server, ok := postgrestest.Start(t)
	if !ok {
		return
	}
	location := server.NewDatabase(t)
	migrated(t, location)
	original := opened(t, location)
	must(t, original.Settle(t.Context(), 0))
	must(t, original.Close())
	again := opened(t, location)
	must(t, again.Settle(t.Context(), 0))
	wantPaused(t, again, "")
	must(t, again.Close())
	server.Restore(t)
	restored := opened(t, location)
	must(t, restored.Settle(t.Context(), 0))
	wantPaused(t, restored, "copied")
}

func TestABaseBackupSendsNothingOfWhatWaitedWhenItWasMade(t *testing.T) {
	t.Parallel()
	server, ok := postgrestest.Start(t)
	if !ok {
		return
	}
	location := server.NewDatabase(t)
	migrated(t, location)
	f := newFixture(t, location)
	must(t, f.Settle(t.Context(), 0))
	f.accept(t, press("save", absent(), unseen(1)...))
	backup := server.BaseBackup(t)
	// Beside the original it has the same timeline, and restored to the end of its log another one.
	for _, want := range []string{"", "copied"} {
		copied := opened(t, backup.Of(t, location))
		must(t, copied.Settle(t.Context(), 0))
		wantPaused(t, copied, want)
		in := *f
		in.Store = copied
		in.nothingToClaim(t, "save")
		if backlog := in.backlog(t); backlog.Stopped != 1 {
			t.Errorf("of what waited %+v is kept", backlog)
		}
		must(t, copied.Close())
		backup.Restore(t)
	}
	f.claim(t, "save")
}

func TestAStandbyThatTakesOverSendsOn(t *testing.T) {
	t.Parallel()
	server, ok := postgrestest.Start(t)
	if !ok {
		return
	}
	location := server.NewDatabase(t)
	migrated(t, location)
	running := opened(t, location)
	must(t, running.Settle(t.Context(), 0))
	server.Restore(t)
	moved, err := running.Follow(t.Context())
	for tries := 0; err != nil && tries < 10; tries++ { // each connection has to notice its end
		moved, err = running.Follow(t.Context())
	}
	must(t, err)
	if !moved {
		t.Error("the running program has not noticed")
	}
	started := opened(t, location)
	must(t, started.Settle(t.Context(), 0))
	wantPaused(t, started, "")
	running.last.Timeline, running.last.Position = "00000001", 1<<62
	_, err = running.Follow(t.Context())
	must(t, err)
	wantPaused(t, running, "copied")
}

func TestACopiedFileIsNotItsOriginal(t *testing.T) {
	t.Parallel()
	f := newSQLite(t)
	must(t, f.Settle(t.Context(), 0))
	must(t, f.Close())
	moved := newFile(t)
	copyFile(t, f.location, moved)
	for location, want := range map[string]string{f.location: "", moved: "copied"} {
		store := opened(t, location)
		must(t, store.Settle(t.Context(), 0))
		reason, err := store.SendingPaused(t.Context())
		must(t, err)
		if reason != want {
			t.Errorf("%s: sending is paused: %q", location, reason)
		}
	}
}

// cutCopyIsNotWhole begins a copy beside the rest of one that was cut off, and cuts it off too.
func (f *fixture) cutCopyIsNotWhole(t *testing.T) {
	t.Helper()
	file := newFile(t)[len("sqlite:"):]
	must(t, os.WriteFile(file+".part", []byte("the beginning of a copy"), 0o600))
	cut := errors.New("cut off")
	err := f.Database.CopyTo(t.Context(), file, func() error {
		if _, err := os.Lstat(file); err == nil {
			t.Error("a copy that is not whole has the name of a whole one")
		}
		return cut
	})
	if _, unmade := os.Lstat(file); !errors.Is(err, cut) || unmade == nil {
		t.Errorf("the copy is made: %v", err)
	}
	must(t, f.Database.CopyTo(t.Context(), file, func() error { return nil }))
}

func TestABackupIsAWholeDatabaseThatOnlyItsOwnerReads(t *testing.T) {
	t.Parallel()
	f := newSQLite(t)
	f.accept(t, press("save", absent(), unseen(1)...))
	backup := newFile(t)
	must(t, f.Backup(t.Context(), backup[len("sqlite:"):]))
	kept := opened(t, backup)
	must(t, kept.Database.Check(t.Context()))
	must(t, kept.Known(t.Context()))
	marks, err := kept.Marks(t.Context(), north, today, []roll.EnrolmentID{1})
	must(t, err)
	if marks[1].Save != "save" {
		t.Errorf("the mark is %+v", marks[1])
	}
	if err := f.Backup(t.Context(), backup[len("sqlite:"):]); err == nil {
		t.Error("a file was written over")
	}
	f.cutCopyIsNotWhole(t)
	empty, err := Open(t.Context(), newFile(t), time.Now)
	must(t, err)
	defer closing(t, empty.Close)
	if err := empty.Known(t.Context()); err == nil {
		t.Error("an empty file is known")
	}
}
