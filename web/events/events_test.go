package events_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/events"
	"rollbook/web/roll"
	"rollbook/web/store/audit"
)

// database stores the audit log in memory.
type database struct {
	mu     sync.Mutex
	rows   []audit.Event
	groups int
	broken error
	// commands are events of commands that no server has logged.
	commands []audit.Event
}

func (d *database) AddAudit(ctx context.Context, group []audit.Event) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.broken != nil || ctx.Err() != nil {
		return errors.Join(d.broken, ctx.Err())
	}
	d.rows = append(d.rows, group...)
	d.groups++
	return nil
}

func (d *database) TakeCommandEvents(_ context.Context, write func(audit.Event)) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, event := range d.commands {
		write(event)
	}
	d.commands = nil
	return d.broken
}

func (d *database) breaks(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.broken = err
}

// names returns the stored events, in order.
func (d *database) names() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var names []string
	for _, row := range d.rows {
		names = append(names, row.Name)
	}
	return strings.Join(names, " ")
}

// served is a running server with its log, and the number of lost events.
type served struct {
	database
	record *events.Record
	trail  *events.Trail
	log    bytes.Buffer
	lost   int
	stop   func()
}

func serve(t *testing.T) *served {
	t.Helper()
	var s served
	log := slog.New(slog.NewJSONHandler(&s.log, nil))
	s.trail = events.NewTrail(&s, time.Now, log, func(lost int) { s.lost += lost })
	s.record = events.New("people", log, s.trail, func(context.Context) events.Request { return events.Request{ID: "r", From: "192.0.2.1"} }, func(events.Name) {})
	ctx, cancel := context.WithCancel(t.Context())
	var server sync.WaitGroup
	server.Go(func() { s.trail.Run(ctx) })
	s.stop = func() {
		cancel()
		server.Wait()
		s.trail.Close()
	}
	synctest.Wait()
	return &s
}

func (s *served) done(names ...string) {
	for _, name := range names {
		s.record.Done(context.Background(), events.Name(name), events.About{By: "ada", School: "oak"})
	}
}

func TestAnEventIsInTheLogAndAtOnceInTheAuditLog(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t)
		time.Sleep(time.Second)
		s.record.Refused(t.Context(), "role-changed", events.About{
			By: "ada", Person: "tom", School: "oak", Reason: "last", Before: "office", After: "admin", Err: errors.New("in the log only"),
		})
		synctest.Wait()
		want := audit.Event{
			At: time.Now(), Name: "role-changed", Refused: true, By: "ada", Person: "tom", School: "oak", From: "192.0.2.1", Reason: "last", Before: "office", After: "admin",
		}
		if len(s.rows) != 1 || s.rows[0] != want {
			t.Errorf("stored are %+v", s.rows)
		}
		s.stop()
		const line = `"level":"WARN","msg":"people","event":"role-changed","request":"r","by":"ada","person":"tom","school":"oak","reason":"last","error":"in the log only"}`
		if !strings.Contains(s.log.String(), line) {
			t.Errorf("the log is %s", s.log.String())
		}
	})
}

func TestManyEventsAreStoredInGroupsAndTheLastOnesOnAStop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t)
		time.Sleep(time.Second)
		for range 100 {
			s.done("sign-in")
			time.Sleep(time.Millisecond)
		}
		s.done("last")
		s.stop()
		if len(s.rows) != 101 || s.groups > 3 || s.rows[100].Name != "last" {
			t.Errorf("%d events are stored in %d groups", len(s.rows), s.groups)
		}
	})
}

func TestAFloodOfTheSameRefusalIsOneEventOfAGroup(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t)
		for i := range 1000 {
			s.record.Refused(t.Context(), "sign-in-refused", events.About{Person: "ada", Reason: "too-many"})
			s.record.Refused(t.Context(), "sign-in-refused", events.About{Person: roll.PersonID(fmt.Sprint(i % 2)), Reason: "wrong"})
			s.record.Refused(t.Context(), "sign-in-refused", events.About{Reason: "wrong"})
		}
		s.stop()
		if len(s.rows) != 3 || s.rows[0].About != "1000 times" || s.rows[2].About != "500 times" || s.lost != 0 {
			t.Errorf("stored are %+v", s.rows)
		}
		if logged := strings.Count(s.log.String(), "sign-in-refused"); logged != 3000 {
			t.Errorf("%d are logged", logged)
		}
	})
}

func TestEventsWaitForADatabaseThatRefusesThem(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t)
		s.breaks(errors.New("disk full"))
		s.done("first")
		time.Sleep(time.Minute)
		s.done("second")
		s.breaks(nil)
		time.Sleep(11 * time.Second)
		if said := strings.Count(s.log.String(), "wait in memory"); s.names() != "first second" || said != 1 || s.lost != 0 {
			t.Errorf("stored are %s, %d are lost, and the log says %d times why", s.names(), s.lost, said)
		}
		s.stop()
	})
}

func TestALostEventIsCountedAndLogged(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t)
		s.breaks(errors.New("disk full"))
		time.Sleep(time.Minute)
		for range 5001 {
			s.done("sign-in")
		}
		if said := strings.Count(s.log.String(), `"missing":"sign-in"`); s.lost != 1 || said != 1 {
			t.Errorf("%d are lost, and the log says so %d times", s.lost, said)
		}
		s.stop()
		if s.lost != 5001 {
			t.Errorf("after the stop %d are lost", s.lost)
		}
	})
}

func TestEventsOfACommandAreInTheServersLogWithinTenSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t)
		command := events.NewTrail(&s.database, time.Now, slog.New(slog.DiscardHandler), func(int) {})
		command.By = audit.Command
		events.New("school", slog.New(slog.DiscardHandler), command, func(context.Context) events.Request { return events.Request{} }, func(events.Name) {}).
			Done(t.Context(), "school-removed", events.About{School: "oak", Details: "people 3"})
		if err := command.Flush(t.Context()); err != nil || fmt.Sprint(s.rows[0].By) != "command" {
			t.Fatalf("%v, stored are %+v", err, s.rows)
		}
		s.mu.Lock()
		s.commands = s.rows
		s.mu.Unlock()
		time.Sleep(10 * time.Second)
		s.stop()
		const line = `{"time":"2000-01-01T00:00:10Z","level":"INFO","msg":"command","at":"2000-01-01T00:00:00Z","event":"school-removed","by":"command","school":"oak","about":"people 3"}`
		if strings.TrimSpace(s.log.String()) != line {
			t.Errorf("the log is %s", s.log.String())
		}
	})
}
