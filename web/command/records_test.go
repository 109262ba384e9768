package command

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/edge/settings"
)

// reader receives the log like a pipe or a file.
type reader struct {
	mu    sync.Mutex
	taken bytes.Buffer
	// fails is the error that Write returns.
	fails error
	// stalled makes Write wait until it is closed.
	stalled chan struct{}
}

func (r *reader) Write(record []byte) (int, error) {
	if r.stalled != nil {
		<-r.stalled
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fails != nil {
		return 0, r.fails
	}
	return r.taken.Write(record)
}

func (r *reader) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fails = err
}

func (r *reader) text() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.taken.String()
}

func TestAnUnreadLogDelaysNoCallerAndCountsItsLosses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		to := &reader{stalled: make(chan struct{})}
		written := newRecords(to)
		log := newLog(settings.Config{LogFormat: settings.LogJSON}, written)
		const count = 5000
		for range count {
			log.Info("request", "filler", strings.Repeat("x", 1000))
		}
		if waiting, dropped := len(written.waiting), written.dropped.Load(); waiting != mostWaiting || dropped == 0 {
			t.Errorf("%d records wait, %d were dropped", waiting, dropped)
		}
		close(to.stalled)
		written.close()
		lines := strings.Count(to.text(), "\n") - 1
		if !strings.Contains(to.text(), `"msg":"records of the log were dropped: nobody took them","count":`) || lines >= count || lines < 100 {
			t.Errorf("%d lines came", lines)
		}
	})
}

func TestALogThatCannotBeWrittenIsDroppedAndCountedWhenItCan(t *testing.T) {
	t.Parallel()
	for _, failure := range []error{syscall.ENOSPC, syscall.EPIPE} {
		synctest.Test(t, func(t *testing.T) {
			to := &reader{}
			written := newRecords(to)
			log := newLog(settings.Config{LogFormat: settings.LogText, LogLevel: slog.LevelError}, written)
			to.fail(failure)
			for range 3 {
				log.Error("lost")
				synctest.Wait()
			}
			to.fail(nil)
			log.Error("kept")
			written.close()
			told, kept := strings.Index(to.text(), "count=3"), strings.Index(to.text(), "msg=kept")
			if told < 0 || kept < told || strings.Contains(to.text(), "lost\n") {
				t.Errorf("after %v it says %q", failure, to.text())
			}
		})
	}
}

func TestALogEndsWithTheCountOfDroppedRecords(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		to := &reader{}
		written := newRecords(to)
		to.fail(syscall.ENOSPC)
		newLog(settings.Config{}, written).Error("lost")
		synctest.Wait()
		to.fail(nil)
		written.close()
		if !strings.Contains(to.text(), "count=1") {
			t.Errorf("it says %q", to.text())
		}
	})
}

func TestALogThatIsNeverReadKeepsTheEndWaitingForASecondOnly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		to := &reader{stalled: make(chan struct{})}
		written := newRecords(to)
		newLog(settings.Config{}, written).Error("unread")
		began := time.Now()
		written.close()
		if took := time.Since(began); took != lastWords {
			t.Errorf("the end took %v", took)
		}
		close(to.stalled)
	})
}

func TestARecordAfterATornOneBeginsALine(t *testing.T) {
	t.Parallel()
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	written := &records{to: tearing{to}}
	for _, record := range []string{"first\n", "second\n"} {
		written.put([]byte(record))
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(from)
	if err != nil || string(text) != "fir\nsec" {
		t.Errorf("%q, %v", text, err)
	}
}

// tearing writes only the first three bytes of each line.
type tearing struct{ to io.Writer }

func (w tearing) Write(record []byte) (int, error) {
	whole := len(bytes.TrimLeft(record, "\n"))
	written, err := w.to.Write(record[:len(record)-whole+3])
	return written, errors.Join(err, syscall.ENOSPC)
}

func TestAProcessThatWasToldToStopEndsInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		var late time.Duration
		began := time.Now()
		done := endWithin(ctx, stopsWithin, func() { late = time.Since(began) })
		time.Sleep(time.Hour)
		began = time.Now()
		stop()
		time.Sleep(time.Minute)
		synctest.Wait()
		done()
		if late != stopsWithin || late+lastWords > 9*time.Second {
			t.Errorf("it ended after %v", late)
		}
	})
}

func TestAProcessThatStopsByItselfIsNotCutShort(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		done := endWithin(ctx, stopsWithin, func() { t.Error("it was cut short") })
		stop()
		done()
		time.Sleep(time.Minute)
	})
}
