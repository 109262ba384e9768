package handlers_test

import (
	"crypto/tls"
	"encoding/pem"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// gaps are the faults in which the program dies, or sleeps, at one place on the way of a
// press. binary builds the program.
func gaps(binary func(*testing.T) string) map[string]func(*testing.T) {
	return map[string]func(*testing.T){
		"P01": func(t *testing.T) { killedBeforeTheCommit(t, binary(t)) },
		"P02": func(t *testing.T) {
			atOnce(t, map[string]func(*testing.T){
				"between accept and claim": func(t *testing.T) { killedBeforeTheClaim(t, binary(t)) },
				"between claim and send":   func(t *testing.T) { killedBeforeTheSend(t, binary(t)) },
			})
		},
	}
}

// onRoll is somebody with 8B before them.
func (d *deployment) onRoll(t *testing.T, email string) (*visitor, answer) {
	t.Helper()
	v := d.as(t, email)
	return v, v.get(eightB).want(t, http.StatusOK)
}

// postInBackground presses Save; nobody waits for the answer.
func (v *visitor) postInBackground(form url.Values) (answered <-chan answer) {
	answers := make(chan answer, 1)
	go func() {
		got, err := v.try(http.MethodPost, rollPath, formBody(form), ofForm(byScript())...)
		if err == nil {
			answers <- got
		}
		close(answers)
	}()
	return answers
}

// killedBeforeTheCommit leaves nothing of the press, which can be pressed again.
func killedBeforeTheCommit(t *testing.T, binary string) {
	t.Helper()
	d := deploy(t, binary, time.Second)
	at := newPort(t)
	running := d.start(t, at)
	v, page := d.onRoll(t, teacher)
	form := page.press(t, "Absent", page.enrolments(t, 0, 1)...)
	release := lockDatabase(t, d.file())
	answered := v.postInBackground(form)
	d.visit(t).get("/healthz").want(t, http.StatusOK)
	running.kill()
	if got, ok := <-answered; ok {
		t.Errorf("it was answered %d", got.code)
	}
	release()
	inspected := d.inspect(t)
	if _, err := inspected.Story(t.Context(), harbour, roll.Token(form.Get("save"))); roll.KindOf(err) != roll.NotFound {
		t.Errorf("half of the press is there: %v", err)
	}
	d.start(t, at)
	v.post(rollPath, form).want(t, http.StatusSeeOther)
	d.settles(t, inspected, 10*time.Second, 2)
}

// settles waits for so many students as saved, and no longer than the limit.
func (d *deployment) settles(t *testing.T, inspected *store.Store, limit time.Duration, students int) {
	t.Helper()
	eventually(t, limit, "everybody is saved", func() bool { return outcomes(t, inspected)[roll.Saved] == students })
	d.wantHeads(t, inspected)
}

// killedBeforeTheClaim kills the program with four calls under way, which no answer
// ends, and one press behind them. After the start that one is sent within five
// seconds, and the four as soon as their leases have ended.
func killedBeforeTheClaim(t *testing.T, binary string) {
	t.Helper()
	const call, lease, apply = 3 * time.Second, 8 * time.Second, 2 * time.Second
	d := deploy(t, binary, call)
	at := newPort(t)
	running := d.start(t, at)
	v, page := d.onRoll(t, teacher)
	must(t, d.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, Hang: sandbox.HangBefore}))
	for place := range 4 {
		v.postInBackground(d.tokened(t, v, page, place))
	}
	eventually(t, call, "four calls are under way", func() bool { return d.sandbox.Hanging() == 4 })
	fifth := d.tokened(t, v, page, 4)
	v.postInBackground(fifth)
	inspected := d.inspect(t)
	eventually(t, call, "the fifth press is accepted", func() bool {
		_, err := inspected.Story(t.Context(), harbour, roll.Token(fifth.Get("save")))
		return err == nil
	})
	running.kill()
	if calls := len(d.sandbox.Arrivals(harbourCode)); calls != 4 {
		t.Fatalf("%d calls were made before the kill", calls)
	}
	d.sandbox.Heal(harbourCode)
	d.start(t, at)
	eventually(t, 5*time.Second, "the press that was not claimed is saved", func() bool { return outcomes(t, inspected)[roll.Saved] == 1 })
	eventually(t, lease+5*time.Second, "the others are confirming", func() bool {
		counts := outcomes(t, inspected)
		return counts[roll.Confirming]+counts[roll.Saved] == 5
	})
	d.settles(t, inspected, 5*time.Second+apply+5*time.Second, 5)
}

// tokened is a press for the student at the place, of a page of its own.
func (d *deployment) tokened(t *testing.T, v *visitor, page answer, place int) url.Values {
	t.Helper()
	form := v.get(eightB).press(t, "Absent", page.enrolments(t, place)...)
	return form
}

// killedBeforeTheSend kills the program while its connection to the school system is
// not secured yet: the attempt is claimed, and nothing was sent.
func killedBeforeTheSend(t *testing.T, binary string) {
	t.Helper()
	const lease, apply = 6 * time.Second, 2 * time.Second
	door := newDoor(t)
	d := deployOn(t, binary, "sqlite:"+filepath.Join(t.TempDir(), "rollbook.db"), time.Second, door.url())
	door.serve(t, d.sandbox)
	at := newPort(t)
	running := d.start(t, at, door.trust)
	v, page := d.onRoll(t, teacher)
	door.shut()
	v.postInBackground(page.press(t, "Absent", page.enrolments(t, 0, 1)...))
	door.knocked(t)
	running.kill()
	door.open()
	inspected := d.inspect(t)
	if counts := outcomes(t, inspected); counts[roll.Waiting] != 2 || len(d.sandbox.Arrivals(harbourCode)) > 0 {
		t.Errorf("after the kill there are %v", counts)
	}
	d.start(t, at, door.trust)
	eventually(t, lease+5*time.Second, "the press is confirming", func() bool { return outcomes(t, inspected)[roll.Confirming] == 2 })
	d.settles(t, inspected, 5*time.Second+apply+5*time.Second, 2)
}

// door is a school system over TLS that can let its callers wait before the connection
// is secured.
type door struct {
	listener net.Listener
	config   *tls.Config
	// trust is the setting with which a process trusts it.
	trust string

	mu      sync.Mutex
	opened  chan struct{}
	waiting chan struct{}
}

func newDoor(t *testing.T) *door {
	t.Helper()
	lender := httptest.NewUnstartedServer(nil)
	lender.StartTLS()
	defer lender.Close()
	file := filepath.Join(t.TempDir(), "authority.pem")
	must(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: lender.Certificate().Raw}), 0o600))
	d := &door{trust: "SSL_CERT_FILE=" + file, opened: make(chan struct{}), waiting: make(chan struct{}, 1)}
	close(d.opened)
	d.config = &tls.Config{Certificates: lender.TLS.Certificates, SessionTicketsDisabled: true, GetConfigForClient: d.pass}
	var err error
	d.listener, err = net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	return d
}

func (d *door) url() string { return "https://" + d.listener.Addr().String() }

func (d *door) serve(t *testing.T, handler http.Handler) {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)
	must(t, server.Listener.Close())
	server.Listener = tls.NewListener(d.listener, d.config)
	server.Start()
	t.Cleanup(func() {
		d.open()
		server.Close()
	})
}

// pass is called with the first bytes of a connection.
func (d *door) pass(*tls.ClientHelloInfo) (*tls.Config, error) {
	d.mu.Lock()
	opened := d.opened
	d.mu.Unlock()
	select {
	case <-opened:
		return nil, nil
	default:
	}
	select {
	case d.waiting <- struct{}{}:
	default:
	}
	<-opened
	return nil, nil
}

// shut lets callers wait from now on.
func (d *door) shut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.opened = make(chan struct{})
}

// open lets them in.
func (d *door) open() {
	d.mu.Lock()
	defer d.mu.Unlock()
	select {
	case <-d.opened:
	default:
		close(d.opened)
	}
}

// knocked returns when a caller waits.
func (d *door) knocked(t *testing.T) {
	t.Helper()
	limit := time.NewTimer(10 * time.Second)
	defer limit.Stop()
	select {
	case <-d.waiting:
	case <-limit.C:
		t.Fatal("nobody called")
	}
}
