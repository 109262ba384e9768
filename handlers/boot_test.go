package handlers_test

import (
	"context"
	"log/slog"
	"net"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/sandbox"
	"rollbook/handlers"
	"rollbook/web"
	"rollbook/web/roll"
	"rollbook/web/vault"
)

// program is the whole program beside a school system that holds both sample
// schools, each listening on a port of its own. It ends with its test.
type program struct {
	app     *web.App
	sandbox *sandbox.Sandbox
	// service is the port at which the school system listens.
	service *httptest.Server
	// address is where the pages are, without a final slash.
	address string
	// stop ends the program and waits for its end.
	stop func()
	// dial is the way there, nil for the machine's network.
	dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// The sample schools: how Rollbook names them, and their codes in the school system.
const (
	harbour     = roll.SchoolID("harbour")
	tilleuls    = roll.SchoolID("tilleuls")
	harbourCode = "HSS-4471"
)

// everyPassword opens every account of the tests.
const everyPassword = "a pony eats seven apples"

// everyHash is everyPassword's at the least cost there is. A hash names its own cost, so
// that signing in goes the program's ordinary way; at 19 MiB each, the sign-ins of all
// tests would take longer than what they test.
const everyHash = "$argon2id$v=19$m=8,t=1,p=1$NA0avCEmf7ex15GxoMAj+Q$XHJ86OBr1v22b1Il3IrDt633sZqYKahSncQ5RuUvm/A"

// The people of the tests, by what they may do and where.
const (
	teacher       = "anna@harbour.example"
	otherTeacher  = "tom@harbour.example"
	officeWorker  = "kofi@harbour.example"
	administrator = "ada@harbour.example"
	frenchTeacher = "luc@tilleuls.example"
)

// bootHour is a Thursday in a school year, at 08:30 in London.
func bootHour() time.Time { return time.Date(2026, time.November, 19, 8, 30, 0, 0, time.UTC) }

const (
	today     = "2026-11-19"
	yesterday = "2026-11-18"
)

// clockFrom is a clock that shows start now and goes on from there.
func clockFrom(start time.Time) func() time.Time {
	begun := time.Now()
	return func() time.Time { return start.Add(time.Since(begun)) }
}

// boot starts the program on a school morning. Each change is made to both schools
// before they are added.
func boot(t testing.TB, changes ...func(*roll.School)) *program {
	t.Helper()
	return bootAt(t, clockFrom(bootHour()), changes...)
}

// bootAt starts the program with a clock of its own.
func bootAt(t testing.TB, clock func() time.Time, changes ...func(*roll.School)) *program {
	t.Helper()
	return bootIn(t, t.TempDir(), clock, changes...)
}

// bootIn is bootAt with the database in the folder.
func bootIn(t testing.TB, folder string, clock func() time.Time, changes ...func(*roll.School)) *program {
	t.Helper()
	return bootOptions(t, sandbox.Options{}, folder, clock, changes...)
}

// bootOptions is bootIn beside a school system with the options.
func bootOptions(t testing.TB, options sandbox.Options, folder string, clock func() time.Time, changes ...func(*roll.School)) *program {
	t.Helper()
	options.Now, options.Sample = clock, true
	service, err := sandbox.New(t.Context(), options)
	must(t, err)
	p := &program{sandbox: service, service: httptest.NewServer(service), app: newApp(t, folder, clock)}
	t.Cleanup(func() {
		must(t, service.Close())
		p.service.Close()
	})
	p.addSchools(t, p.service.URL, changes...)
	p.addPeople(t)
	p.run(t)
	return p
}

func newApp(t testing.TB, folder string, clock func() time.Time) *web.App {
	t.Helper()
	return newAppWith(t, folder, clock, handlers.Register)
}

// newAppWith is newApp with pages of the test's own.
func newAppWith(t testing.TB, folder string, clock func() time.Time, register web.Register) *web.App {
	t.Helper()
	config := web.Config{
		Database:        vault.NewSecret("sqlite:" + filepath.Join(folder, "rollbook.db")),
		MasterKeys:      []vault.MasterKey{vault.RandomMasterKey()},
		PrivateServices: apiclient.AnyPort(netip.MustParsePrefix("127.0.0.0/8")),
	}
	app, err := web.New(t.Context(), config, clock, slog.New(slog.DiscardHandler), nil, register)
	must(t, err)
	return app
}

// run serves on a free port until the test is over.
func (p *program) run(t testing.TB) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	p.address = "http://" + listener.Addr().String()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- p.app.Run(ctx, listener) }()
	p.stop = sync.OnceFunc(func() {
		stop()
		must(t, <-ended)
		must(t, p.app.Close())
	})
	t.Cleanup(p.stop)
}

// silence ends the school system; until resume its port refuses every call.
func (p *program) silence() { p.service.Close() }

// resume lets the school system listen at the same port again.
func (p *program) resume(t testing.TB) {
	t.Helper()
	listener, err := net.Listen("tcp", p.service.Listener.Addr().String())
	must(t, err)
	p.service = httptest.NewUnstartedServer(p.sandbox)
	must(t, p.service.Listener.Close())
	p.service.Listener = listener
	p.service.Start()
}

func (p *program) addSchools(t testing.TB, serviceURL string, changes ...func(*roll.School)) {
	t.Helper()
	known, err := p.sandbox.Schools(t.Context())
	must(t, err)
	zones := map[roll.SchoolID]string{harbour: "Europe/London", tilleuls: "Europe/Paris"}
	for i, id := range []roll.SchoolID{harbour, tilleuls} {
		zone, err := time.LoadLocation(zones[id])
		must(t, err)
		school := roll.School{
			ID: id, Name: known[i].Name, Zone: zone, BaseURL: serviceURL,
			Tenant: known[i].Tenant, Code: known[i].Code,
			Call: 15 * time.Second, Apply: 60 * time.Second, PastDays: 30,
		}
		for _, change := range changes {
			change(&school)
		}
		must(t, p.app.AddSchool(t.Context(), school, p.newKey(t, school.Code)))
	}
}

// newKey makes a key in the school system.
func (p *program) newKey(t testing.TB, code string) apiclient.Key {
	t.Helper()
	_, key, err := p.sandbox.CreateKey(t.Context(), code, "Rollbook")
	must(t, err)
	return apiclient.NewKey(key)
}

func (p *program) addPeople(t testing.TB) {
	t.Helper()
	for _, one := range []struct {
		email, name string
		school      roll.SchoolID
		role        roll.Role
	}{
		{teacher, "Anna Lindqvist", harbour, roll.Teacher},
		{otherTeacher, "Tom Baker", harbour, roll.Teacher},
		{officeWorker, "Kofi Osei", harbour, roll.Office},
		{administrator, "Ada Byron", harbour, roll.Admin},
		{frenchTeacher, "Luc Moreau", tilleuls, roll.Teacher},
	} {
		person := roll.Person{ID: roll.PersonID(one.email), Email: one.email, Name: one.name}
		must(t, p.app.Store.AddPerson(t.Context(), person, everyHash))
		must(t, p.app.Store.Join(t.Context(), person.ID, one.school, one.role))
	}
}

// must ends the test on an error of what it needs but does not ask about.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
