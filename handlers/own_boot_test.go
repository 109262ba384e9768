package handlers_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/sandbox"
	"rollbook/handlers"
	"rollbook/web"
	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/vault"
)

// movingClock is a clock that a test sets forward.
type movingClock struct {
	from  func() time.Time
	ahead atomic.Int64
}

func newMovingClock(start time.Time) *movingClock { return &movingClock{from: clockFrom(start)} }

func (c *movingClock) now() time.Time { return c.from().Add(time.Duration(c.ahead.Load())) }

func (c *movingClock) forward(d time.Duration) { c.ahead.Add(int64(d)) }

// demonstration is a demonstration as the command line makes one: it notes how the
// school system was broken.
type demonstration struct{ broken []string }

// People are a teacher of the second school before those of the first.
func (d *demonstration) People() []web.DemoPerson {
	return []web.DemoPerson{
		{Email: otherTeacher, Name: "Tom Baker", School: harbour, SchoolName: "Harbour Street School", Role: roll.Teacher},
		{Email: frenchTeacher, Name: "Luc Moreau", School: tilleuls, SchoolName: "Collège des Tilleuls", Role: roll.Teacher, DueClass: "4e B"},
		{Email: teacher, Name: "Anna Lindqvist", School: harbour, SchoolName: "Harbour Street School", Role: roll.Teacher, DueClass: "8B"},
		{Email: officeWorker, Name: "Kofi Osei", School: harbour, SchoolName: "Harbour Street School", Role: roll.Office},
		{Email: administrator, Name: "Ada Byron", School: harbour, SchoolName: "Harbour Street School", Role: roll.Admin},
	}
}

func (d *demonstration) System() string { return "http://127.0.0.1:9/integrations" }

func (d *demonstration) Break(_ context.Context, fault string) error {
	if fault == "" {
		return errors.New("no such fault")
	}
	d.broken = append(d.broken, fault)
	return nil
}

// bootWith starts the program with what the ordinary boot has not: a demonstration,
// a public address, a log.
func bootWith(t testing.TB, clock func() time.Time, demo web.Demo, public *url.URL, log *slog.Logger) *program {
	t.Helper()
	service, err := sandbox.New(t.Context(), sandbox.Options{Now: clock, Sample: true})
	must(t, err)
	listening := httptest.NewServer(service)
	t.Cleanup(func() {
		must(t, service.Close())
		listening.Close()
	})
	p := &program{sandbox: service}
	p.app, err = web.New(t.Context(), web.Config{
		Database:        vault.NewSecret("sqlite:" + filepath.Join(t.TempDir(), "rollbook.db")),
		MasterKeys:      []vault.MasterKey{vault.RandomMasterKey()},
		PrivateServices: apiclient.AnyPort(netip.MustParsePrefix("127.0.0.0/8")),
		Public:          public,
	}, clock, log, demo, handlers.Register)
	must(t, err)
	p.addSchools(t, listening.URL)
	p.addPeople(t)
	p.run(t)
	return p
}

// saved is the token of the save that an answer to a press leads to.
func (a answer) saved(t testing.TB) string {
	t.Helper()
	address, err := url.Parse(a.header.Get("Location"))
	must(t, err)
	token := address.Query().Get("save")
	if token == "" {
		t.Fatalf("it leads to %s, where no save is shown: %d %s", address, a.code, a.text("main"))
	}
	return token
}

// takes presses Save for 8B's students at the places, and is the save's token.
func (v *visitor) takes(status string, places ...int) string {
	v.t.Helper()
	page := v.get(eightB).want(v.t, 200)
	return v.post(rollPath, page.press(v.t, status, page.enrolments(v.t, places...)...)).saved(v.t)
}

// quiet returns when nothing of the day is under way any more.
func (p *program) quiet(t testing.TB) {
	t.Helper()
	changed, stop := p.app.Live.Listen(live.DayOf(harbour, today))
	defer stop()
	limit := time.NewTimer(20 * time.Second)
	defer limit.Stop()
	for {
		waiting, err := p.app.Store.Pending(t.Context(), harbour, roll.Waiting, roll.Confirming)
		must(t, err)
		if len(waiting) == 0 {
			return
		}
		select {
		case <-changed:
		case <-limit.C:
			t.Fatalf("%d marks are still under way", len(waiting))
		}
	}
}
