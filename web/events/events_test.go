package events_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/events"
	"rollbook/web/store"
)

// database stores the events of commands, in memory.
type database struct {
	mu     sync.Mutex
	left   []store.CommandEvent
	broken error
	looked int
}

func (d *database) LeaveCommandEvents(ctx context.Context, left []store.CommandEvent) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.left = append(d.left, left...)
	return d.broken
}

func (d *database) TakeCommandEvents(_ context.Context, write func(store.CommandEvent)) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.looked++
	if d.broken != nil {
		return d.broken
	}
	for _, event := range d.left {
		write(event)
	}
	d.left = nil
	return nil
}

func (d *database) breaks(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.broken = err
}

// command acts like a command, and leaves its events.
func (d *database) command(ctx context.Context, do func(*slog.Logger)) error {
	left := events.NewCollector()
	do(slog.New(left.Handler(slog.DiscardHandler)))
	return left.Flush(ctx, d)
}

// served runs a server for that long, does something meanwhile, and returns the server's log.
func (d *database) served(t *testing.T, long time.Duration, meanwhile func()) string {
	t.Helper()
	var log bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	var server sync.WaitGroup
	server.Go(func() { events.Copy(ctx, d, slog.New(slog.NewJSONHandler(&log, nil))) })
	synctest.Wait()
	meanwhile()
	time.Sleep(long)
	cancel()
	server.Wait()
	return log.String()
}

func TestWhatACommandDidStandsInTheServersLogWithinTenSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var d database
		log := d.served(t, 10*time.Second, func() {
			err := d.command(t.Context(), func(log *slog.Logger) {
				log.Info("school", "event", "school-removed", "school", "oak", "people", 3)
				log.Warn("people", "event", "person-change-refused", "by", "ada")
				log.Info("no event")
				time.Sleep(time.Second)
			})
			if err != nil {
				t.Fatal(err)
			}
		})
		lines := strings.Split(strings.TrimSpace(log), "\n")
		want := []string{
			`{"time":"2000-01-01T00:00:10Z","level":"INFO","msg":"school","at":"2000-01-01T00:00:00Z","event":"school-removed","school":"oak","people":3,"by":"command"}`,
			`{"time":"2000-01-01T00:00:10Z","level":"WARN","msg":"people","at":"2000-01-01T00:00:00Z","event":"person-change-refused","by":"ada"}`,
		}
		if strings.Join(lines, "\n") != strings.Join(want, "\n") {
			t.Errorf("the log is\n%s\nwant\n%s", log, strings.Join(want, "\n"))
		}
	})
}

func TestWhatWasDoneWithoutAServerStandsInTheLogOfTheNext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var d database
		ctx, stop := context.WithCancel(t.Context())
		err := d.command(ctx, func(log *slog.Logger) {
			log.With("school", "oak").Info("school", "event", "times-changed")
			// The operator presses Control-C right after it is done.
			stop()
		})
		if err != nil {
			t.Fatal(err)
		}
		if log := d.served(t, time.Second, func() {}); !strings.Contains(log, `"school":"oak","event":"times-changed","by":"command"`) {
			t.Errorf("the log is %s", log)
		}
	})
}

func TestACommandSaysWhenTheLogWillNotTellOfIt(t *testing.T) {
	t.Parallel()
	d := database{broken: errors.New("disk full")}
	err := d.command(t.Context(), func(log *slog.Logger) { log.Info("school", "event", "times-changed") })
	if !errors.Is(err, d.broken) || !strings.Contains(err.Error(), "it was done") {
		t.Errorf("err = %v", err)
	}
	if err := d.command(t.Context(), func(*slog.Logger) {}); err != nil {
		t.Errorf("a command that only looked: %v", err)
	}
}

func TestADatabaseThatCannotBeReadIsSaidOnceInTenMinutes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var d database
		d.breaks(errors.New("disk full"))
		log := d.served(t, 25*time.Minute, func() {})
		if said := strings.Count(log, "disk full"); said != 3 || d.looked != 3 {
			t.Errorf("it is said %d times, and looked %d times:\n%s", said, d.looked, log)
		}
	})
}

func TestAGroupOfTheLogIsHandedOn(t *testing.T) {
	t.Parallel()
	var d database
	var own bytes.Buffer
	left := events.NewCollector()
	slog.New(left.Handler(slog.NewTextHandler(&own, nil))).WithGroup("of").Info("school", "event", "times-changed", "school", "oak")
	if err := left.Flush(t.Context(), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.left) != 1 || !strings.Contains(own.String(), "of.event=times-changed") {
		t.Errorf("left are %v, and its own log is %s", d.left, own.String())
	}
}
