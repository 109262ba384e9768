package apptest

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"rollbook/apiclient"
	"rollbook/apiclient/sandbox"
	"rollbook/handlers"
	"rollbook/web"
	"rollbook/web/edge/settings"
	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/vault"
)

// MovingClock is a clock that a test sets forward.
type MovingClock struct {
	from  func() time.Time
	ahead atomic.Int64
}

// NewMovingClock returns a clock that starts at the time and can be advanced.
func NewMovingClock(start time.Time) *MovingClock { return &MovingClock{from: ClockFrom(start)} }

// Now returns the clock's time.
func (c *MovingClock) Now() time.Time { return c.from().Add(time.Duration(c.ahead.Load())) }

// Forward advances the clock.
func (c *MovingClock) Forward(d time.Duration) { c.ahead.Add(int64(d)) }

// Demonstration replaces the command line's demonstration: it records the faults of the school system, and
// the resets of the unconnected school.
type Demonstration struct {
	Broken []string
	Begun  int
}

// People lists a teacher of the second school before the teacher of the first whose class is due.
func (d *Demonstration) People() []web.DemoPerson {
	return []web.DemoPerson{
		{Email: OtherTeacher, Name: "Tom Baker", School: Harbour, SchoolName: "Harbour Street School", Role: roll.Teacher},
		{Email: FrenchTeacher, Name: "Luc Moreau", School: Tilleuls, SchoolName: "Collège des Tilleuls", Role: roll.Teacher, DueClass: "4e B"},
		{Email: Teacher, Name: "Anna Lindqvist", School: Harbour, SchoolName: "Harbour Street School", Role: roll.Teacher, DueClass: "8B"},
		{Email: OfficeWorker, Name: "Kofi Osei", School: Harbour, SchoolName: "Harbour Street School", Role: roll.Office},
		{Email: Administrator, Name: "Ada Byron", School: Harbour, SchoolName: "Harbour Street School", Role: roll.Admin},
	}
}

// System returns the address of the program's school system.
func (d *Demonstration) System() string { return "http://127.0.0.1:9/integrations" }

// Unconnected returns the admin of the first school, which tests already have.
func (d *Demonstration) Unconnected() web.DemoPerson { return d.People()[4] }

// Help returns the address of a help page.
func (d *Demonstration) Help() string { return "http://127.0.0.1:9/help" }

// BeginAgain counts the reset.
func (d *Demonstration) BeginAgain(context.Context) error {
	d.Begun++
	return nil
}

// Break records the fault.
func (d *Demonstration) Break(_ context.Context, fault string) error {
	if fault == "" {
		return errors.New("no such fault")
	}
	d.Broken = append(d.Broken, fault)
	return nil
}

// BootWith starts the program with options that Boot lacks: a demonstration, a public address, a log.
func BootWith(t testing.TB, clock func() time.Time, demo web.Demo, public *url.URL, log *slog.Logger) *Program {
	t.Helper()
	service, err := sandbox.New(t.Context(), sandbox.Options{Now: clock, Sample: true})
	Must(t, err)
	listening := httptest.NewServer(service)
	t.Cleanup(func() {
		Must(t, service.Close())
		listening.Close()
	})
	p := &Program{Sandbox: service}
	p.App, err = web.New(t.Context(), settings.Config{
		Database:        vault.NewSecret(NewDatabase(t, t.TempDir())),
		MasterKeys:      []vault.MasterKey{vault.RandomMasterKey()},
		PrivateServices: apiclient.AnyPort(netip.MustParsePrefix("127.0.0.0/8")),
		Public:          public,
	}, clock, log, demo, handlers.Register)
	Must(t, err)
	p.AddSchools(t, listening.URL)
	p.AddPeople(t)
	p.Run(t)
	return p
}

// Saved returns the token of the save that a press redirects to.
func (a Answer) Saved(t testing.TB) string {
	t.Helper()
	address, err := url.Parse(a.Header.Get("Location"))
	Must(t, err)
	token := address.Query().Get("save")
	if token == "" {
		t.Fatalf("it leads to %s, where no save is shown: %d %s", address, a.Code, a.Text("main"))
	}
	return token
}

// Takes presses Save for 8B's students at the places, and returns the save's token.
func (v *Visitor) Takes(status string, places ...int) string {
	v.T.Helper()
	page := v.Get(EightB).Want(v.T, 200)
	return v.Post(RollPath, page.Press(v.T, status, page.Enrolments(v.T, places...)...)).Saved(v.T)
}

// Quiet waits until no mark of the day is under way.
func (p *Program) Quiet(t testing.TB) {
	t.Helper()
	changed, stop := p.App.Live.Listen(live.DayOf(Harbour, Today))
	defer stop()
	limit := time.NewTimer(Patience)
	defer limit.Stop()
	for {
		waiting, err := p.App.Store.Pending(t.Context(), Harbour, roll.Waiting, roll.Confirming)
		Must(t, err)
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

// Tenant is a school with words that occur in no other.
type Tenant struct {
	ID   roll.SchoolID
	Code string
	// Number is the school's number in the school system, with which its ids begin.
	Number int64
}

// IDStride separates the ids of the school system's schools.
const IDStride = 100_000

// Reads requests a page and checks it for other schools' data.
func (p *Program) Reads(t *testing.T, own Tenant, cookies []*http.Cookie, path string) {
	t.Helper()
	if read := p.Answered(t, own, cookies, http.MethodGet, path, nil); read.Code != http.StatusOK {
		t.Errorf("%s answers %d", path, read.Code)
	}
}

// Answered repeats a request while the program is too busy, as a person would, since two hundred at once are
// much for a slow machine. It checks every answer.
func (p *Program) Answered(t *testing.T, own Tenant, cookies []*http.Cookie, method, path string, form url.Values) Answer {
	t.Helper()
	var got Answer
	Eventually(t, path+" is answered", func() bool {
		got = answerOf(t, p.Serve(cookies, method, path, form))
		wantOnly(t, own, path, string(got.Body))
		return got.Code != http.StatusServiceUnavailable
	})
	return got
}

// answerOf reads a recorded answer as a browser does.
func answerOf(t *testing.T, got *httptest.ResponseRecorder) Answer {
	t.Helper()
	content := got.Body.Bytes()
	if got.Header().Get("Content-Encoding") == "gzip" {
		body, err := gzip.NewReader(got.Body)
		Must(t, err)
		content, err = io.ReadAll(body)
		Must(t, err)
	}
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(content))
	Must(t, err)
	return Answer{Code: got.Code, Header: got.Header(), Body: content, Page: page}
}

// wantOnly checks for words and ids of other schools.
func wantOnly(t *testing.T, own Tenant, where, body string) {
	t.Helper()
	words := regexp.MustCompile(`(?i)canary[- ]?(\d\d)|\b(\d{6,7})\b|Harbour Street|Tilleuls`)
	for _, found := range words.FindAllStringSubmatch(body, -1) {
		name, id := found[1], found[2]
		if name != "" && strings.HasSuffix(string(own.ID), name) {
			continue
		}
		if number, err := strconv.ParseInt(id, 10, 64); err == nil && number/IDStride == own.Number {
			continue
		}
		t.Errorf("%s of %s has %q", where, own.ID, found[0])
		return
	}
}
