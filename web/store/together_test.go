package store

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

// occupied opens a SQLite store whose writer is busy until release is called.
func occupied(t *testing.T) (store *Store, release func()) {
	t.Helper()
	store, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "together.db"), time.Now)
	must(t, err)
	_, err = store.writer.db.ExecContext(t.Context(), "CREATE TABLE words (word TEXT NOT NULL)")
	must(t, err)
	begun, held := make(chan struct{}), make(chan struct{})
	var first sync.WaitGroup
	first.Go(func() {
		if err := store.inTransaction(t.Context(), func(*transaction) error {
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
		must(t, store.Close())
	})
	return store, sync.OnceFunc(func() { close(held) })
}

// waitFor returns once so many transactions wait for their turn.
func (s *Store) waitFor(count int) {
	for {
		s.queue.mu.Lock()
		waiting := len(s.queue.waiting)
		s.queue.mu.Unlock()
		if waiting == count {
			return
		}
		runtime.Gosched()
	}
}

// note writes a row that another piece cannot have written.
func note(word string) func(*transaction) error {
	return func(tx *transaction) error {
		_, err := tx.exec(context.Background(), `INSERT INTO words (word) VALUES ($1)`, word)
		return err
	}
}

func (s *Store) noted(t *testing.T) (words []string) {
	t.Helper()
	must(t, s.query(t.Context(), func(rows *sql.Rows) error {
		var word string
		err := rows.Scan(&word)
		words = append(words, word)
		return err
	}, `SELECT word FROM words ORDER BY word`))
	return words
}

func TestTransactionsThatWaitForEachOtherShareOneCommit(t *testing.T) {
	t.Parallel()
	store, release := occupied(t)
	const waiting = mostTogether + 1
	shared := make(map[*sql.Tx]int)
	var all sync.WaitGroup
	for range waiting {
		all.Go(func() {
			if err := store.inTransaction(t.Context(), func(tx *transaction) error {
				shared[tx.tx]++
				return nil
			}); err != nil {
				t.Error(err)
			}
		})
	}
	store.waitFor(waiting)
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
	store, release := occupied(t)
	broken := errors.New("broken")
	var all sync.WaitGroup
	errs := make(map[string]error)
	var mu sync.Mutex
	run := func(name string, work func(*transaction) error) {
		all.Go(func() {
			err := store.inTransaction(t.Context(), work)
			mu.Lock()
			defer mu.Unlock()
			errs[name] = err
		})
	}
	run("one", note("one"))
	run("failing", func(tx *transaction) error { return errors.Join(note("failing")(tx), broken) })
	run("two", note("two"))
	store.waitFor(3)
	release()
	all.Wait()
	if errs["one"] != nil || errs["two"] != nil || !errors.Is(errs["failing"], broken) {
		t.Errorf("they ended with %v", errs)
	}
	if got := store.noted(t); len(got) != 2 || got[0] != "one" || got[1] != "two" {
		t.Errorf("kept is %v", got)
	}
}

func TestAPanicStaysWithWhoeversWorkItIs(t *testing.T) {
	t.Parallel()
	store, release := occupied(t)
	var all sync.WaitGroup
	all.Go(func() {
		defer func() {
			if recover() != "oh" {
				t.Error("the panic is lost")
			}
		}()
		err := store.inTransaction(t.Context(), func(*transaction) error { panic("oh") })
		t.Errorf("it went on with %v", err)
	})
	all.Go(func() { must(t, store.inTransaction(t.Context(), note("one"))) })
	store.waitFor(2)
	release()
	all.Wait()
	if got := store.noted(t); len(got) != 1 {
		t.Errorf("kept is %v", got)
	}
}

func TestWhoLeavesTheQueueIsNotWaitedForAndLeavesNothing(t *testing.T) {
	t.Parallel()
	store, release := occupied(t)
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() { left <- store.inTransaction(ctx, note("left")) }()
	store.waitFor(1)
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
	release()
	must(t, store.inTransaction(t.Context(), note("stayed")))
	if got := store.noted(t); len(got) != 1 || got[0] != "stayed" {
		t.Errorf("kept is %v", got)
	}
}

func TestWhoLeavesWhileItsWorkIsDoneTakesNoOthersAlong(t *testing.T) {
	t.Parallel()
	store, release := occupied(t)
	ctx, leave := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() { must(t, store.inTransaction(t.Context(), note("other"))) })
	store.waitFor(1)
	all.Go(func() {
		must(t, store.inTransaction(ctx, func(tx *transaction) error {
			leave()
			_, err := tx.exec(ctx, `INSERT INTO words (word) VALUES ('leaving')`)
			return err
		}))
	})
	store.waitFor(2)
	release()
	all.Wait()
	if got := store.noted(t); len(got) != 2 {
		t.Errorf("kept is %v", got)
	}
}
