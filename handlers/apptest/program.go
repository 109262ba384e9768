// Package apptest starts the whole program for tests, with a school system, on the test's own machine,
// network and clock, and visits it like people and their browsers.
package apptest

import (
	"cmp"
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/sandbox"
	"rollbook/web"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Program is the whole program with a school system that contains both sample schools, each listening on its
// own port. It ends with its test.
type Program struct {
	App     *web.App
	Sandbox *sandbox.Sandbox
	// Service is the server of the school system.
	Service *httptest.Server
	// Address is the address of the pages, without a final slash.
	Address string
	// Stop ends the program and waits for its end.
	Stop func()
	// network connects all of it, nil for the machine's.
	network *Network
}

// The sample schools: their ids in Rollbook, and their codes in the school system.
const (
	Harbour     = roll.SchoolID("harbour")
	Tilleuls    = roll.SchoolID("tilleuls")
	HarbourCode = "HSS-4471"
)

// EveryPassword is the password of every account in tests.
const EveryPassword = "a pony eats seven apples"

// EveryHash is EveryPassword's hash at the least cost. A hash contains its cost, so that signing in takes the
// program's ordinary path. At 19 MiB each, the sign-ins of all tests would take longer than the tests
// themselves.
const EveryHash = "$argon2id$v=19$m=8,t=1,p=1$NA0avCEmf7ex15GxoMAj+Q$XHJ86OBr1v22b1Il3IrDt633sZqYKahSncQ5RuUvm/A"

// The people of the tests, named by their roles and schools.
const (
	Teacher       = "anna@harbour.example"
	OtherTeacher  = "tom@harbour.example"
	OfficeWorker  = "kofi@harbour.example"
	Administrator = "ada@harbour.example"
	FrenchTeacher = "luc@tilleuls.example"
)

// people returns the people of the tests: a teacher of the second school before the teacher of the first whose
// class is due.
func people() []web.DemoPerson {
	const harbour = "Harbour Street School"
	return []web.DemoPerson{
		{Email: OtherTeacher, Name: "Tom Baker", School: Harbour, SchoolName: harbour, Role: roll.Teacher},
		{Email: FrenchTeacher, Name: "Luc Moreau", School: Tilleuls, SchoolName: "Collège des Tilleuls", Role: roll.Teacher,
			DueClass: "4e B"},
		{Email: Teacher, Name: "Anna Lindqvist", School: Harbour, SchoolName: harbour, Role: roll.Teacher, DueClass: "8B"},
		{Email: OfficeWorker, Name: "Kofi Osei", School: Harbour, SchoolName: harbour, Role: roll.Office},
		{Email: Administrator, Name: "Ada Byron", School: Harbour, SchoolName: harbour, Role: roll.Admin},
	}
}

// BootHour returns a Thursday in a school year, at 08:30 in London.
func BootHour() time.Time { return time.Date(2026, time.November, 19, 8, 30, 0, 0, time.UTC) }

// The day of the tests and the one before.
const (
	Today     = "2026-11-19"
	Yesterday = "2026-11-18"
)

// ClockFrom returns a clock that shows start now and goes on from there.
func ClockFrom(start time.Time) func() time.Time {
	begun := time.Now()
	return func() time.Time { return start.Add(time.Since(begun)) }
}

// Boot starts the program on a school morning. It applies each change to both schools before adding them.
func Boot(t testing.TB, changes ...func(*roll.School)) *Program {
	t.Helper()
	return BootWith(t, Options{Schools: changes})
}

// BootAt starts the program with the clock.
func BootAt(t testing.TB, clock func() time.Time) *Program {
	t.Helper()
	return BootWith(t, Options{Clock: clock})
}

// BootWith starts the program and its school system.
func BootWith(t testing.TB, o Options) *Program {
	t.Helper()
	o = o.withDefaults(t)
	p := newProgram(t, o)
	if o.Listener != nil {
		p.RunOn(t, o.Listener)
	} else {
		p.Run(t)
	}
	return p
}

// newProgram makes a program, with a school system that answers, the schools and the people.
func newProgram(t testing.TB, o Options) *Program {
	t.Helper()
	o.Service.Now, o.Service.Sample = o.Clock, true
	service, err := sandbox.New(o.Service)
	Must(t, err)
	p := &Program{Sandbox: service, network: o.Network}
	p.Resume(t)
	t.Cleanup(func() {
		Must(t, service.Close())
		p.Service.Close()
	})
	p.App = NewApp(t, o)
	if !o.Empty {
		p.addSchools(t, cmp.Or(o.ServiceURL, p.Service.URL), o.Schools...)
		for _, one := range people() {
			person := roll.Person{ID: roll.PersonID(one.Email), Email: one.Email, Name: one.Name}
			Must(t, p.App.Store.AddPerson(t.Context(), person, EveryHash))
			Must(t, p.App.Store.Join(t.Context(), person.ID, one.School, one.Role))
		}
	}
	return p
}

// BootEmpty starts the program without a person or a school, with a school system, and makes the link of the
// first start. Link is its address on this site.
func BootEmpty(t testing.TB, clock func() time.Time) (p *Program, link string) {
	t.Helper()
	p = BootWith(t, Options{Clock: clock, Empty: true})
	return p, p.FirstLink(t)
}

// FirstLink makes another such link.
func (p *Program) FirstLink(t testing.TB) string {
	t.Helper()
	secret, made, err := p.App.Identity.People.FirstLink(t.Context())
	Must(t, err)
	if !made {
		t.Fatal("no link for the first admin is made")
	}
	return p.App.Site.Paths.To(paths.AccountLink, secret)
}

// Today returns the date of the program's clock.
func (p *Program) Today() roll.Date { return roll.Date(p.App.Clock().Format(time.DateOnly)) }

// Run serves on a free port until the test is over.
func (p *Program) Run(t testing.TB) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	Must(t, err)
	p.RunOn(t, listener)
}

// RunOn serves at the listener until the test is over.
func (p *Program) RunOn(t testing.TB, listener net.Listener) {
	t.Helper()
	p.Address = "http://" + listener.Addr().String()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- p.App.Run(ctx, listener) }()
	p.Stop = sync.OnceFunc(func() {
		stop()
		Must(t, <-ended)
		Must(t, p.App.Close())
	})
	t.Cleanup(p.Stop)
}

// Silence ends the school system. Until Resume its port refuses every call.
func (p *Program) Silence() { p.Service.Close() }

// Resume makes the school system listen again, at the same port.
func (p *Program) Resume(t testing.TB) {
	t.Helper()
	if p.network != nil {
		p.Service = Serve(p.network.Listen(ServiceHost), p.Sandbox)
		return
	}
	address := "127.0.0.1:0"
	if p.Service != nil {
		address = p.Service.Listener.Addr().String()
	}
	listener, err := net.Listen("tcp", address)
	Must(t, err)
	p.Service = Serve(listener, p.Sandbox)
}

// Serve answers at the listener until the server is closed.
func Serve(listener net.Listener, handler http.Handler) *httptest.Server {
	silent := slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: handler, ErrorLog: silent}}
	server.Start()
	return server
}

// addSchools adds both sample schools at the address of their service.
func (p *Program) addSchools(t testing.TB, serviceURL string, changes ...func(*roll.School)) {
	t.Helper()
	known, err := p.Sandbox.Schools()
	Must(t, err)
	zones := map[roll.SchoolID]string{Harbour: "Europe/London", Tilleuls: "Europe/Paris"}
	for i, id := range []roll.SchoolID{Harbour, Tilleuls} {
		zone, err := time.LoadLocation(zones[id])
		Must(t, err)
		school := roll.School{
			ID: id, Name: known[i].Name, Zone: zone, BaseURL: serviceURL,
			Tenant: known[i].Tenant, Code: known[i].Code,
			Call: 15 * time.Second, Apply: 60 * time.Second, PastDays: 30,
		}
		for _, change := range changes {
			change(&school)
		}
		Must(t, p.App.Connecting.AddSchool(t.Context(), school, p.NewKey(t, school.Code)))
	}
}

// NewKey makes a key in the school system.
func (p *Program) NewKey(t testing.TB, code string) apiclient.Key {
	t.Helper()
	_, key, err := p.Sandbox.CreateKey(code, "Rollbook")
	Must(t, err)
	return apiclient.NewKey(key)
}

// Settled waits until no mark of the school is under way.
func (p *Program) Settled(t testing.TB, school roll.SchoolID) {
	t.Helper()
	Eventually(t, "no mark is under way", func() bool {
		waiting, err := p.App.Store.Pending(t.Context(), school, roll.Waiting, roll.Confirming)
		Must(t, err)
		return len(waiting) == 0
	})
}

// Must ends the test after an error of a step that it needs but does not test.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
