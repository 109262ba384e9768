package engine

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"
)

// occupied opens a SQLite database whose writer is busy until release is called.
func occupied(t *testing.T) (database *Database, release func()) {
	t.Helper()
	database, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "together.db"), time.Now, nothing())
	must(t, err)
	_, err = database.Writer().ExecContext(t.Context(), "CREATE TABLE words (word TEXT NOT NULL)")
	must(t, err)
	begun, held := make(chan struct{}), make(chan struct{})
	var first sync.WaitGroup
	first.Go(func() {
		if err := database.InTransaction(t.Context(), func(*Transaction) error {
			close(begun)
			<-held
			return nil
		}); err != nil {
			t.Error(err)
		}
	})
	<-begun
	t.Cleanup(func() {
		first.Wait()
		must(t, database.Close())
	})
	return database, sync.OnceFunc(func() { close(held) })
}

// waitFor returns once that many transactions wait for their turn.
func (d *Database) waitFor(count int) {
	for {
		d.queue.mu.Lock()
		waiting := len(d.queue.waiting)
		d.queue.mu.Unlock()
		if waiting == count {
			return
		}
		runtime.Gosched()
	}
}

// note writes a row that no other piece can have written.
func note(word string) func(*Transaction) error {
	return func(tx *Transaction) error {
		_, err := tx.Exec(context.Background(), `INSERT INTO words (word) VALUES ($1)`, word)
		return err
	}
}

func (d *Database) noted(t *testing.T) (words []string) {
	t.Helper()
	must(t, d.Query(t.Context(), func(rows *sql.Rows) error {
		var word string
		err := rows.Scan(&word)
		words = append(words, word)
		return err
	}, `SELECT word FROM words ORDER BY word`))
	return words
}

func TestTransactionsThatWaitForEachOtherShareOneCommit(t *testing.T) {
	t.Parallel()
	database, release := occupied(t)
	const waiting = mostTogether + 1
	shared := make(map[*sql.Tx]int)
	var all sync.WaitGroup
	for range waiting {
		all.Go(func() {
			if err := database.InTransaction(t.Context(), func(tx *Transaction) error {
				shared[tx.tx]++
				return nil
			}); err != nil {
				t.Error(err)
			}
		})
	}
	database.waitFor(waiting)
	release()
	all.Wait()
	if len(shared) != 2 {
		t.Errorf("%d transactions were %d", waiting, len(shared))
	}
	for _, count := range shared {
		if count > mostTogether {
			t.Errorf("%d share a commit", count)
		}
	}
}

func TestATransactionThatFailsTakesNoOtherAlong(t *testing.T) {
	t.Parallel()
	database, release := occupied(t)
	broken := errors.New("broken")
	var all sync.WaitGroup
	errs := make(map[string]error)
	var mu sync.Mutex
	run := func(name string, work func(*Transaction) error) {
		all.Go(func() {
			err := database.InTransaction(t.Context(), work)
			mu.Lock()
			defer mu.Unlock()
			errs[name] = err
		})
	}
	run("one", note("one"))
	run("failing", func(tx *Transaction) error { return errors.Join(note("failing")(tx), broken) })
	run("two", note("two"))
	database.waitFor(3)
	release()
	all.Wait()
	if errs["one"] != nil || errs["two"] != nil || !errors.Is(errs["failing"], broken) {
		t.Errorf("they ended with %v", errs)
	}
	if got := database.noted(t); len(got) != 2 || got[0] != "one" || got[1] != "two" {
		t.Errorf("kept is %v", got)
	}
}

func TestAPanicReachesOnlyItsOwnCaller(t *testing.T) {
	t.Parallel()
	database, release := occupied(t)
	var all sync.WaitGroup
	all.Go(func() {
		defer func() {
			if recover() != "oh" {
				t.Error("the panic is lost")
			}
		}()
		err := database.InTransaction(t.Context(), func(*Transaction) error { panic("oh") })
		t.Errorf("it went on with %v", err)
	})
	all.Go(func() { must(t, database.InTransaction(t.Context(), note("one"))) })
	database.waitFor(2)
	release()
	all.Wait()
	if got := database.noted(t); len(got) != 1 {
		t.Errorf("kept is %v", got)
	}
}

func TestACallerWhoLeavesTheQueueStoresNothing(t *testing.T) {
	t.Parallel()
	database, release := occupied(t)
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() { left <- database.InTransaction(ctx, note("left")) }()
	database.waitFor(1)
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
	release()
	must(t, database.InTransaction(t.Context(), note("stayed")))
	if got := database.noted(t); len(got) != 1 || got[0] != "stayed" {
		t.Errorf("kept is %v", got)
	}
}

func TestACallerWhoLeavesDuringItsWorkEndsNoOther(t *testing.T) {
	t.Parallel()
	database, release := occupied(t)
	ctx, leave := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() { must(t, database.InTransaction(t.Context(), note("other"))) })
	database.waitFor(1)
	all.Go(func() {
		must(t, database.InTransaction(ctx, func(tx *Transaction) error {
			leave()
			_, err := tx.Exec(ctx, `INSERT INTO words (word) VALUES ('leaving')`)
			return err
		}))
	})
	database.waitFor(2)
	release()
	all.Wait()
	if got := database.noted(t); len(got) != 2 {
		t.Errorf("kept is %v", got)
	}
}

func TestATransactionWithARequiredErrorRunsNothingMoreAndKeepsNothing(t *testing.T) {
	t.Parallel()
	database, release := occupied(t)
	release()
	cause := errors.New("no")
	err := database.InTransaction(t.Context(), func(tx *Transaction) error {
		tx.Require(note("before")(tx))
		tx.Require(nil)
		tx.Require(cause)
		tx.Require(errors.New("a later one"))
		if err := note("after")(tx); !errors.Is(err, cause) {
			t.Errorf("a statement afterwards returned %v", err)
		}
		if _, err := Exists(t.Context(), tx, `SELECT 1 FROM words`); !errors.Is(err, cause) {
			t.Errorf("a query afterwards returned %v", err)
		}
		return nil
	})
	if words := database.noted(t); !errors.Is(err, cause) || len(words) > 0 {
		t.Errorf("it ended with %v and kept %q", err, words)
	}
}
