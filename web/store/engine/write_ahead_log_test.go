package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// nothing adds no work to a transaction.
func nothing() Watch {
	return Watch{
		Statement: func(*Transaction, string, []any) {},
		Commit:    func(context.Context, *Transaction) error { return nil },
	}
}

// fileInUse is a SQLite database with a table of words.
type fileInUse struct {
	*Database
	file string
}

func newFile(t *testing.T) fileInUse {
	t.Helper()
	file := filepath.Join(t.TempDir(), "words.db")
	database, err := Open(t.Context(), "sqlite:"+file, time.Now, nothing())
	must(t, err)
	t.Cleanup(func() { must(t, database.Close()) })
	_, err = database.Writer().ExecContext(t.Context(), "CREATE TABLE words (word TEXT NOT NULL)")
	must(t, err)
	return fileInUse{database, file}
}

// write writes a word, and commits it.
func (f fileInUse) write(t *testing.T, word string) {
	t.Helper()
	must(t, f.InTransaction(t.Context(), func(tx *Transaction) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO words (word) VALUES ($1)`, word)
		return err
	}))
}

// megabytes writes that many megabytes, one per commit.
func (f fileInUse) megabytes(t *testing.T, count int) {
	t.Helper()
	for i := range count {
		f.write(t, strings.Repeat(fmt.Sprint(i%10), 1<<20))
	}
}

// logSize returns the size of the log beside the file, in bytes.
func (f fileInUse) logSize(t *testing.T) int64 {
	t.Helper()
	about, err := os.Stat(f.file + "-wal")
	must(t, err)
	return about.Size()
}

func TestTheLogStaysNearItsLimitHoweverMuchIsWritten(t *testing.T) {
	t.Parallel()
	f := newFile(t)
	f.megabytes(t, 2*logLimit>>20)
	if size := f.logSize(t); size > logLimit {
		t.Errorf("the log has %d bytes", size)
	}
}

func TestALogThatAReaderLetGrowIsEmptiedOnceTheReaderHasGone(t *testing.T) {
	t.Parallel()
	f := newFile(t)
	reading, err := f.Reader().BeginTx(t.Context(), nil)
	must(t, err)
	var words int
	must(t, reading.QueryRowContext(t.Context(), "SELECT count(*) FROM words").Scan(&words))
	f.megabytes(t, 2*logLimit>>20)
	if size := f.logSize(t); size <= logLimit {
		t.Errorf("with a reader the log has only %d bytes", size)
	}
	must(t, reading.Rollback())
	// The reader held it until a moment ago; a later commit tries again.
	f.log.tried = f.log.tried.Add(-emptyAgainAfter)
	f.write(t, "afterwards")
	if size := f.logSize(t); size > 1<<20 {
		t.Errorf("the log still has %d bytes", size)
	}
	var patience int
	must(t, f.Writer().QueryRowContext(t.Context(), "PRAGMA busy_timeout").Scan(&patience))
	if patience != writerPatience {
		t.Errorf("it waits %d ms for the lock from now on", patience)
	}
}
