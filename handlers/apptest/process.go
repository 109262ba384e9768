package apptest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"rollbook/handlers/apptest/interrupt"
	"rollbook/web/edge/settings"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// Deployment is a database with both sample schools and their people, for programs in separate processes. The
// school system runs in the test.
type Deployment struct {
	*Program
	Binary string
	Key    vault.MasterKey
	zone   *time.Location
}

// Deploy makes a deployment on a new SQLite file. Call is the time limit of its schools' calls.
func Deploy(t testing.TB, binary string, call time.Duration) *Deployment {
	t.Helper()
	return DeployOn(t, binary, "sqlite:"+filepath.Join(t.TempDir(), "rollbook.db"), call, "")
}

// DeployOn is Deploy on the database at the location. serviceURL is the schools' address of their system,
// empty for the real one.
func DeployOn(t testing.TB, binary, location string, call time.Duration, serviceURL string) *Deployment {
	t.Helper()
	d := &Deployment{Binary: binary, Key: vault.RandomMasterKey(), zone: ZoneOfNoon(t)}
	d.Program = newProgram(t, Options{
		Clock: time.Now, Database: location, ServiceURL: serviceURL,
		Config: func(c *settings.Config) { c.MasterKeys = []vault.MasterKey{d.Key} },
		Schools: []func(*roll.School){func(school *roll.School) {
			school.Zone, school.Call, school.Apply = d.zone, call, 2*time.Second
		}},
	})
	Must(t, d.App.Close())
	return d
}

// ZoneOfNoon returns a time zone in which it is about noon now, so that no day ends during the test.
func ZoneOfNoon(t testing.TB) *time.Location {
	t.Helper()
	const noon = 12
	zone, err := time.LoadLocation(fmt.Sprintf("Etc/GMT%+d", time.Now().UTC().Hour()-noon))
	Must(t, err)
	return zone
}

// Process is the program in a separate process.
type Process struct {
	Address string
	Command *exec.Cmd
	Ended   chan struct{}
	Failure error
	Log     *journal
	once    sync.Once
}

// NewPort returns an unused address of this machine. It is below the range of outgoing connections: one of
// those could take it while a program restarts.
func NewPort(t testing.TB) string {
	t.Helper()
	const lowest, end, tries = 10_000, 32_000, 100
	var err error
	for range tries {
		var listener net.Listener
		if listener, err = net.Listen("tcp",
			net.JoinHostPort("127.0.0.1", strconv.Itoa(lowest+rand.IntN(end-lowest)))); err == nil {
			Must(t, listener.Close())
			return listener.Addr().String()
		}
	}
	t.Fatal(err)
	return ""
}

// Begin starts a process at host:port without waiting for it. Settings are added to its environment.
func (d *Deployment) Begin(t testing.TB, at string, settings ...string) *Process {
	t.Helper()
	p := d.Prepared(at, settings...)
	p.Run(t)
	return p
}

// Prepared returns a process at host:port that is not started yet.
func (d *Deployment) Prepared(at string, settings ...string) *Process {
	p := &Process{Address: "http://" + at, Command: exec.Command(d.Binary, "serve"), Ended: make(chan struct{}),
		Log: &journal{}}
	p.Command.Env = append(append(os.Environ(),
		"ROLLBOOK_LISTEN="+at, "ROLLBOOK_DATABASE="+d.App.Config.Database.Reveal(),
		"ROLLBOOK_MASTER_KEY="+d.Key.Reveal(), "ROLLBOOK_ALLOW_PRIVATE_SERVICES=127.0.0.0/8",
	), settings...)
	p.Command.Stderr = p.Log
	interrupt.Allow(p.Command)
	return p
}

// Run starts a prepared process.
func (p *Process) Run(t testing.TB) {
	t.Helper()
	Must(t, p.Command.Start())
	go func() {
		p.Failure = p.Command.Wait()
		close(p.Ended)
	}()
	t.Cleanup(p.Kill)
}

// Start starts a process at host:port and waits until it accepts requests.
func (d *Deployment) Start(t testing.TB, at string, settings ...string) *Process {
	t.Helper()
	p := d.Begin(t, at, settings...)
	p.AwaitReady(t)
	d.Address = p.Address
	return p
}

// AwaitReady waits until the process reports that it is ready.
func (p *Process) AwaitReady(t testing.TB) {
	t.Helper()
	Eventually(t, "the program is ready", func() bool {
		select {
		case <-p.Ended:
			t.Fatalf("it ended: %v\n%s", p.Failure, p.Log)
		default:
		}
		return p.Answers("/readyz")
	})
}

// Answers reports whether the path is answered with 200.
func (p *Process) Answers(path string) bool {
	client := http.Client{Timeout: time.Second}
	got, err := client.Get(p.Address + path)
	return err == nil && errors.Join(got.Body.Close()) == nil && got.StatusCode == http.StatusOK
}

// Kill ends the process without a warning.
func (p *Process) Kill() {
	p.once.Do(func() { _ = p.Command.Process.Kill() })
	<-p.Ended
}

// Terminate asks the process to stop, and waits until it has.
func (p *Process) Terminate(t testing.TB) {
	t.Helper()
	p.once.Do(func() { Must(t, interrupt.Send(p.Command.Process)) })
	<-p.Ended
	if p.Failure != nil {
		t.Errorf("it ended with %v\n%s", p.Failure, p.Log)
	}
}

// Outcomes counts the marks of the first school by outcome.
func Outcomes(t *testing.T, inspected *store.Store) map[roll.Outcome]int {
	t.Helper()
	counts := make(map[roll.Outcome]int)
	Must(t, inspected.EachMark(t.Context(), Harbour, func(mark roll.Mark) { counts[mark.Outcome]++ }))
	return counts
}

// WantHeads expects every student's newest mark to be saved, and in the school system.
func (d *Deployment) WantHeads(t *testing.T, inspected *store.Store) {
	t.Helper()
	marks := 0
	Must(t, inspected.EachMark(t.Context(), Harbour, func(mark roll.Mark) {
		marks++
		held, err := d.Sandbox.Mark(HarbourCode, int64(mark.Enrolment), roll.DateOf(time.Now(), d.zone).String())
		if err != nil || held.Status != mark.Status.Name || mark.Outcome != roll.Saved {
			t.Errorf("%d is %s as %s, and the school system holds %q: %v", mark.Enrolment, mark.Outcome, mark.Status.Name,
				held.Status, err)
		}
	}))
	if marks == 0 {
		t.Error("nothing was ever marked")
	}
	Must(t, inspected.Database.Check(t.Context()))
	if most := d.Sandbox.MaxConcurrency(HarbourCode); most > 1 {
		t.Errorf("%d requests were under way at once for one student", most)
	}
}

// Settles waits until the number of students is saved.
func (d *Deployment) Settles(t *testing.T, inspected *store.Store, students int) {
	t.Helper()
	Eventually(t, "everybody is saved", func() bool { return Outcomes(t, inspected)[roll.Saved] == students })
	d.WantHeads(t, inspected)
}
