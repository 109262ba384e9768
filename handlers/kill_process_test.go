package handlers_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/sandbox"
	"rollbook/handlers"
	"rollbook/web"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// deployment is a database with both sample schools and their people, for the program as
// processes of their own. The school system runs here.
type deployment struct {
	*program
	binary string
	key    vault.MasterKey
	zone   *time.Location
}

// deploy makes a deployment on a new SQLite file whose schools' calls may take so long.
func deploy(t testing.TB, binary string, call time.Duration) *deployment {
	t.Helper()
	return deployOn(t, binary, "sqlite:"+filepath.Join(t.TempDir(), "rollbook.db"), call, "")
}

// deployOn is deploy on the database at the location; serviceURL is where the school
// system is said to be, empty for where it is.
func deployOn(t testing.TB, binary, location string, call time.Duration, serviceURL string) *deployment {
	t.Helper()
	service, err := sandbox.New(t.Context(), sandbox.Options{Sample: true})
	must(t, err)
	d := &deployment{program: &program{sandbox: service, service: httptest.NewServer(service)}, binary: binary, key: vault.RandomMasterKey(), zone: zoneOfNoon(t)}
	t.Cleanup(func() {
		must(t, service.Close())
		d.service.Close()
	})
	if serviceURL == "" {
		serviceURL = d.service.URL
	}
	d.app, err = web.New(t.Context(), web.Config{
		Database: vault.NewSecret(location), MasterKeys: []vault.MasterKey{d.key},
		PrivateServices: apiclient.AnyPort(netip.MustParsePrefix("127.0.0.0/8")),
	}, time.Now, slog.New(slog.DiscardHandler), nil, handlers.Register)
	must(t, err)
	d.addSchools(t, serviceURL, func(school *roll.School) {
		school.Zone, school.Call, school.Apply = d.zone, call, 2*time.Second
	})
	d.addPeople(t)
	must(t, d.app.Close())
	return d
}

// zoneOfNoon is a time zone in which the day neither begins nor ends now.
func zoneOfNoon(t testing.TB) *time.Location {
	t.Helper()
	const noon = 12
	zone, err := time.LoadLocation(fmt.Sprintf("Etc/GMT%+d", time.Now().UTC().Hour()-noon))
	must(t, err)
	return zone
}

// today is the date in the schools' zone.
func (d *deployment) today() roll.Date { return roll.DateOf(time.Now(), d.zone) }

// process is the program, running by itself.
type process struct {
	address string
	command *exec.Cmd
	ended   chan struct{}
	failure error
	log     *journal
	once    sync.Once
}

// newPort is an address of this machine where nobody listens yet.
func newPort(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	must(t, listener.Close())
	return listener.Addr().String()
}

// begin starts a process at host:port, without waiting for it. settings are added to
// its environment.
func (d *deployment) begin(t testing.TB, at string, settings ...string) *process {
	t.Helper()
	p := d.prepared(at, settings...)
	p.run(t)
	return p
}

// prepared is a process at host:port that is not started yet.
func (d *deployment) prepared(at string, settings ...string) *process {
	p := &process{address: "http://" + at, command: exec.Command(d.binary, "serve"), ended: make(chan struct{}), log: &journal{}}
	p.command.Env = append(append(os.Environ(),
		"ROLLBOOK_LISTEN="+at, "ROLLBOOK_DATABASE="+d.app.Config.Database.Reveal(),
		"ROLLBOOK_MASTER_KEY="+d.key.Reveal(), "ROLLBOOK_ALLOW_PRIVATE_SERVICES=127.0.0.0/8",
	), settings...)
	p.command.Stderr = p.log
	return p
}

// run starts a process that was prepared.
func (p *process) run(t testing.TB) {
	t.Helper()
	must(t, p.command.Start())
	go func() {
		p.failure = p.command.Wait()
		close(p.ended)
	}()
	t.Cleanup(p.kill)
}

// start starts a process at host:port and waits until it takes requests.
func (d *deployment) start(t testing.TB, at string, settings ...string) *process {
	t.Helper()
	p := d.begin(t, at, settings...)
	p.awaitReady(t)
	d.address = p.address
	return p
}

func (p *process) awaitReady(t testing.TB) {
	t.Helper()
	eventually(t, 20*time.Second, "the program is ready", func() bool {
		select {
		case <-p.ended:
			t.Fatalf("it ended: %v\n%s", p.failure, p.log)
		default:
		}
		return p.answers("/readyz")
	})
}

// answers tells whether the path is answered with 200.
func (p *process) answers(path string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.address+path, nil)
	if err != nil {
		return false
	}
	got, err := http.DefaultClient.Do(r)
	return err == nil && errors.Join(got.Body.Close()) == nil && got.StatusCode == http.StatusOK
}

// kill ends the process without a warning.
func (p *process) kill() {
	p.once.Do(func() { _ = p.command.Process.Kill() })
	<-p.ended
}

// terminate asks the process to stop, and waits until it has.
func (p *process) terminate(t testing.TB) {
	t.Helper()
	p.once.Do(func() { must(t, p.command.Process.Signal(syscall.SIGTERM)) })
	<-p.ended
	if p.failure != nil {
		t.Errorf("it ended with %v\n%s", p.failure, p.log)
	}
}

// eventually waits until something holds.
func eventually(t testing.TB, limit time.Duration, what string, holds func() bool) {
	t.Helper()
	const often = 5 * time.Millisecond
	look := time.NewTicker(often)
	defer look.Stop()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	for !holds() {
		select {
		case <-look.C:
		case <-ctx.Done():
			t.Fatalf("not within %v: %s", limit, what)
		}
	}
}

// inspect opens the deployment's database beside whoever else has it.
func (d *deployment) inspect(t *testing.T) *store.Store {
	t.Helper()
	opened, err := store.Open(t.Context(), d.app.Config.Database.Reveal(), time.Now)
	must(t, err)
	t.Cleanup(func() { must(t, opened.Close()) })
	return opened
}

// outcomes counts the marks of the first school by what has become of them.
func outcomes(t *testing.T, inspected *store.Store) map[roll.Outcome]int {
	t.Helper()
	counts := make(map[roll.Outcome]int)
	must(t, inspected.EachMark(t.Context(), harbour, func(mark roll.Mark) { counts[mark.Outcome]++ }))
	return counts
}

// wantHeads looks for every student's newest mark as saved, and in the school system.
func (d *deployment) wantHeads(t *testing.T, inspected *store.Store) {
	t.Helper()
	marks := 0
	must(t, inspected.EachMark(t.Context(), harbour, func(mark roll.Mark) {
		marks++
		held, err := d.sandbox.Mark(t.Context(), harbourCode, int64(mark.Enrolment), d.today().String())
		if err != nil || held.Status != mark.Sent || mark.Outcome != roll.Saved {
			t.Errorf("%d is %s as %s, and the school system holds %q: %v", mark.Enrolment, mark.Outcome, mark.Sent, held.Status, err)
		}
	}))
	if marks == 0 {
		t.Error("nothing was ever marked")
	}
	must(t, inspected.Check(t.Context()))
	if most := d.sandbox.MaxConcurrency(harbourCode); most > 1 {
		t.Errorf("%d requests were under way at once for one student", most)
	}
}
