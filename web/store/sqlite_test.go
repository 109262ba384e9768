package store

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/saves"
)

// newSQLite makes a fixture in a new file.
func newSQLite(t *testing.T) *fixture {
	t.Helper()
	location := newFile(t)
	migrated(t, location)
	return newFixture(t, location)
}

func TestASaveThatMeetsALockedDatabaseIsNotKeptAfterTwoSeconds(t *testing.T) {
	t.Parallel()
	f := newSQLite(t)
	var patience int
	must(t, f.Database.Writer().QueryRowContext(t.Context(), "PRAGMA busy_timeout").Scan(&patience))
	if patience != 2000 {
		t.Errorf("it waits %d ms for the lock", patience)
	}
	outsider, err := sql.Open("sqlite", "file:"+strings.TrimPrefix(f.location, "sqlite:")+"?_txlock=immediate")
	must(t, err)
	defer closing(t, outsider.Close)
	lock, err := outsider.BeginTx(t.Context(), nil)
	must(t, err)
	began := time.Now()
	_, err = f.Accept(t.Context(), f.zone, press("locked out", absent(), unseen(1)...))
	if took := time.Since(began); took < time.Second/2 || took > 15*time.Second {
		t.Errorf("it took %v", took)
	}
	if roll.KindOf(err) != roll.Unkept {
		t.Errorf("it failed with %v", err)
	}
	if mark := f.mark(t, 1); mark.Version != 0 {
		t.Errorf("reading meanwhile finds %+v", mark)
	}
	must(t, lock.Rollback())
	keptInTheEnd(t, f, press("locked out", absent(), unseen(1)...))
}

// keptInTheEnd accepts a save that may be refused for a moment.
func keptInTheEnd(t *testing.T, f *fixture, save roll.Save) {
	t.Helper()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for limit := time.Now().Add(time.Minute); ; <-again.C {
		_, err := f.Accept(t.Context(), f.zone, save)
		if err == nil {
			return
		}
		if roll.KindOf(err) != roll.Unkept || time.Now().After(limit) {
			t.Fatal(err)
		}
	}
}

func TestWritersBehindALockedDatabaseFailTogether(t *testing.T) {
	t.Parallel()
	f := newSQLite(t)
	outsider, err := sql.Open("sqlite", "file:"+strings.TrimPrefix(f.location, "sqlite:")+"?_txlock=immediate")
	must(t, err)
	defer closing(t, outsider.Close)
	lock, err := outsider.BeginTx(t.Context(), nil)
	must(t, err)
	began := time.Now()
	var all sync.WaitGroup
	for i := range 10 {
		all.Go(func() {
			_, err := f.Accept(t.Context(), f.zone, press(roll.Token(fmt.Sprintf("queued %d", i)), absent(), unseen(roll.EnrolmentID(i+1))...))
			if roll.KindOf(err) != roll.Unkept {
				t.Errorf("it ended with %v", err)
			}
		})
	}
	all.Wait()
	// One after the other they would wait two seconds each.
	if took := time.Since(began); took > 15*time.Second {
		t.Errorf("it took %v", took)
	}
	must(t, lock.Rollback())
}

func TestASaveThatMeetsAFullDiskIsNotKeptAndLaterSavesAre(t *testing.T) {
	t.Parallel()
	f := newSQLite(t)
	f.accept(t, press("before", absent(), unseen(1)...))
	limit := func(pages int) {
		t.Helper()
		_, err := f.Database.Writer().ExecContext(t.Context(), fmt.Sprintf("PRAGMA max_page_count = %d", pages))
		must(t, err)
	}
	limit(1) // SQLite raises it to the present number of pages.
	var refused error
	for i := 0; refused == nil; i++ {
		if i == 100 {
			t.Fatal("the database never was full")
		}
		large := press(roll.Token(fmt.Sprintf("large %d", i)), absent(), unseen(manyStudents(i)...)...)
		large.Reason = strings.Repeat("x", 500)
		_, refused = f.Accept(t.Context(), f.zone, large)
		if mark := f.mark(t, large.Rows[0].Enrolment); (mark.Version == 0) != (refused != nil) {
			t.Errorf("save %d failed with %v, its mark is %+v", i, refused, mark)
		}
	}
	if roll.KindOf(refused) != roll.Unkept {
		t.Errorf("it failed with %v", refused)
	}
	must(t, f.Database.Check(t.Context()))
	limit(1 << 30)
	f.accept(t, press("after", absent(), unseen(1_000_000)...))
	if mark := f.mark(t, 1); mark.Save != "before" {
		t.Errorf("the first mark is %+v", mark)
	}
}

func manyStudents(round int) []roll.EnrolmentID {
	ids := make([]roll.EnrolmentID, 100)
	for i := range ids {
		ids[i] = roll.EnrolmentID(1000*(round+1) + i)
	}
	return ids
}

func TestADamagedFileIsNoticedAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	whole := newSQLite(t)
	for i := range 20 {
		whole.accept(t, press(roll.Token(fmt.Sprintf("save %d", i)), absent(), unseen(manyStudents(i)...)...))
	}
	must(t, whole.Close())
	content, err := os.ReadFile(strings.TrimPrefix(whole.location, "sqlite:"))
	must(t, err)
	for what, at := range map[string]int{"the beginning": 0, "a table": 8 * 4096, "the middle": len(content) / 2 / 4096 * 4096} {
		damaged := bytes.Clone(content)
		clear(damaged[at : at+4096])
		file := filepath.Join(memoryFolder(t), "damaged.db")
		must(t, os.WriteFile(file, damaged, 0o600))
		if err := check(t, "sqlite:"+file); !engine.Damaged(err) {
			t.Errorf("zeros over %s: %v", what, err)
		}
		left, err := os.ReadFile(file)
		must(t, err)
		if !bytes.Equal(left, damaged) {
			t.Errorf("zeros over %s: the file was changed", what)
		}
	}
}

func TestAFileThatLostItsPlaceTakesNothing(t *testing.T) {
	t.Parallel()
	f := newSQLite(t)
	file := strings.TrimPrefix(f.location, "sqlite:")
	f.accept(t, press("before", absent(), unseen(1)...))
	f.due(t, north)
	must(t, os.Rename(file, file+".away"))
	wantNothingWritten(t, f, engine.ErrMovedAway)
	copyFile(t, file+".away", file)
	wantNothingWritten(t, f, engine.ErrReplaced)
	must(t, os.Rename(file+".away", file))
	f.claim(t, "before")
}

// wantNothingWritten expects that the database is not ready for the reason, takes no press and claims no mark.
func wantNothingWritten(t *testing.T, f *fixture, reason error) {
	t.Helper()
	if err := f.Database.Ready(t.Context()); !errors.Is(err, reason) {
		t.Errorf("it is ready: %v", err)
	}
	if _, err := f.Accept(t.Context(), f.zone, press("meanwhile", absent(), unseen(2)...)); !errors.Is(err, reason) {
		t.Errorf("it takes a press: %v", err)
	}
	if _, ok, err := f.Claim(t.Context(), north, "before", timing(), saves.Terms{}); ok || !errors.Is(err, reason) {
		t.Errorf("it claims: %v", err)
	}
}

func TestAFileThatIsNoDatabaseIsNoticedAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	text := []byte(strings.Repeat("Dear diary, this is no database. ", 500))
	file := filepath.Join(memoryFolder(t), "diary.txt")
	must(t, os.WriteFile(file, text, 0o600))
	if err := check(t, "sqlite:"+file); !engine.Damaged(err) {
		t.Errorf("opened: %v", err)
	}
	left, err := os.ReadFile(file)
	must(t, err)
	if !bytes.Equal(left, text) {
		t.Error("the file was changed")
	}
}

// check opens the database and checks it for damage, as a start does.
func check(t *testing.T, location string) error {
	t.Helper()
	opened, err := Open(t.Context(), location, time.Now)
	if err != nil {
		return err
	}
	return errors.Join(opened.Database.Check(t.Context()), opened.Close())
}

func TestAnAcceptedSaveIsInTheFileThatACrashLeavesBehind(t *testing.T) {
	t.Parallel()
	f := newSQLite(t)
	f.accept(t, press("kept", absent(), unseen(1, 2)...))
	// The file and its log on the disk while the process is running.
	folder := memoryFolder(t)
	for _, name := range []string{"rollbook.db", "rollbook.db-wal"} {
		copyFile(t, filepath.Join(filepath.Dir(strings.TrimPrefix(f.location, "sqlite:")), name), filepath.Join(folder, name))
	}
	after := opened(t, "sqlite:"+filepath.Join(folder, "rollbook.db"))
	must(t, after.Database.Check(t.Context()))
	kept, err := after.Marks(t.Context(), north, today, []roll.EnrolmentID{1, 2})
	must(t, err)
	if len(kept) != 2 {
		t.Errorf("%d marks are there", len(kept))
	}
}

func TestACommitWaitsForTheDisk(t *testing.T) {
	t.Parallel()
	f := newSQLite(t)
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"} {
		var value string
		must(t, f.Database.Writer().QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&value))
		if value != want {
			t.Errorf("%s is %s", pragma, value)
		}
	}
	if _, err := f.Database.Reader().ExecContext(t.Context(), "DELETE FROM schools"); err == nil {
		t.Error("a reader may write")
	}
}

func TestAFileNameMayHoldAnything(t *testing.T) {
	t.Parallel()
	file := filepath.Join(memoryFolder(t), "a b?c#d%20é&_pragma=query_only(1).db")
	migrated(t, "sqlite:"+file)
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}

func closing(t *testing.T, end func() error) {
	t.Helper()
	if err := end(); err != nil {
		t.Error(err)
	}
}
