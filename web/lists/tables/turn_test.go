package tables

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestFilesAreReadOneAtATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turn := NewTurn()
		if !turn.one.TryAcquire(1) {
			t.Fatal("a new turn is taken")
		}
		began := time.Now()
		if _, err := turn.Read(t.Context(), []byte("a,b\n1,2"), Options{}); !errors.Is(err, ErrBusy) || time.Since(began) != longestTurn {
			t.Errorf("beside another it is read: %v after %v", err, time.Since(began))
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if _, err := turn.Read(ended, nil, Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("of nobody who waits: %v", err)
		}
		go func() {
			<-time.After(time.Second)
			turn.one.Release(1)
		}()
		for range 2 {
			if table, err := turn.Read(t.Context(), []byte("a,b\n1,2"), Options{}); err != nil || len(table.Lines) != 2 {
				t.Errorf("after the other: %v", err)
			}
		}
	})
}
