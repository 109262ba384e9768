package store

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// megabytes writes so many megabytes, one a commit.
func (f *fixture) megabytes(t *testing.T, count int) {
	t.Helper()
	for i := range count {
		must(t, f.SetNote(t.Context(), fmt.Sprint("much ", i), strings.Repeat(fmt.Sprint(i%10), 1<<20)))
	}
}

// logSize returns the size of the log beside the file, in bytes.
func (f *fixture) logSize(t *testing.T) int64 {
	t.Helper()
	about, err := os.Stat(strings.TrimPrefix(f.location, "sqlite:") + "-wal")
	must(t, err)
	return about.Size()
}

func TestTheLogStaysNearItsLimitHoweverMuchIsWritten(t *testing.T) {
	t.Parallel()
	f := newSQLite(t)
	f.megabytes(t, 2*logLimit>>20)
	if size := f.logSize(t); size > logLimit {
		t.Errorf("the log has %d bytes", size)
	}
}

func TestALogThatAReaderLetGrowIsEmptiedOnceTheReaderHasGone(t *testing.T) {
	t.Parallel()
	f := newSQLite(t)
	reading, err := f.reader.db.BeginTx(t.Context(), nil)
	must(t, err)
	var schools int
	must(t, reading.QueryRowContext(t.Context(), "SELECT count(*) FROM schools").Scan(&schools))
	f.megabytes(t, 2*logLimit>>20)
	if size := f.logSize(t); size <= logLimit {
		t.Errorf("with a reader the log has only %d bytes", size)
	}
	must(t, reading.Rollback())
	// The reader held it until a moment ago; a later commit tries again.
	f.log.tried = f.log.tried.Add(-emptyAgainAfter)
	f.accept(t, press("afterwards", absent(), unseen(1)...))
	if size := f.logSize(t); size > 1<<20 {
		t.Errorf("the log still has %d bytes", size)
	}
	var patience int
	must(t, f.writer.db.QueryRowContext(t.Context(), "PRAGMA busy_timeout").Scan(&patience))
	if patience != writerPatience {
		t.Errorf("it waits %d ms for the lock from now on", patience)
	}
}
