package faults_test

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
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// gaps are the faults that kill or stop the program at one point of a press. binary builds the program.
func gaps(binary func(*testing.T) string) map[string]func(*testing.T) {
	return map[string]func(*testing.T){
		"P01": func(t *testing.T) { killedBeforeTheCommit(t, binary(t)) },
		"P02": func(t *testing.T) {
			atOnce(t, map[string]func(*testing.T){
				"between accept and claim":    func(t *testing.T) { killedBeforeTheClaim(t, binary(t)) },
				"between claim and send":      func(t *testing.T) { killedBeforeTheSend(t, binary(t)) },
				"while a press is taken back": func(t *testing.T) { killedWhileTakingBack(t, binary(t)) },
			})
		},
	}
}

// onRoll signs a person in and opens the roll of 8B.
func onRoll(t *testing.T, d *apptest.Deployment, email string) (*apptest.Visitor, apptest.Answer) {
	t.Helper()
	v := d.As(t, email)
	return v, v.Get(apptest.EightB).Want(t, http.StatusOK)
}

// postInBackground presses Save without waiting for the answer.
func postInBackground(v *apptest.Visitor, form url.Values) (answered <-chan apptest.Answer) {
	return postTo(v, apptest.RollPath, form)
}

// postTo is postInBackground to another address.
func postTo(v *apptest.Visitor, path string, form url.Values) (answered <-chan apptest.Answer) {
	answers := make(chan apptest.Answer, 1)
	go func() {
		got, err := v.Try(v.T.Context(), http.MethodPost, path, apptest.FormBody(form), apptest.OfForm(apptest.ByScript())...)
		if err == nil {
			answers <- got
		}
		close(answers)
	}()
	return answers
}

// unhurried is the length of a call that must still be under way when the program is killed, even on a busy
// machine. Its lease ends five seconds later.
const unhurried = 15 * time.Second

// killedBeforeTheCommit leaves no trace of the press, which can be pressed again.
func killedBeforeTheCommit(t *testing.T, binary string) {
	t.Helper()
	d := apptest.Deploy(t, binary, time.Second)
	at := apptest.NewPort(t)
	running := d.Start(t, at)
	v, page := onRoll(t, d, apptest.Teacher)
	form := page.Press(t, "Absent", page.Enrolments(t, 0, 1)...)
	release := lockDatabase(t, d.File())
	answered := postInBackground(v, form)
	d.Visit(t).Get("/healthz").Want(t, http.StatusOK)
	running.Kill()
	if got, ok := <-answered; ok {
		t.Errorf("it was answered %d", got.Code)
	}
	release()
	inspected := inspect(t, d)
	if _, err := inspected.Story(t.Context(), apptest.Harbour, roll.Token(form.Get("save"))); roll.KindOf(err) != roll.NotFound {
		t.Errorf("half of the press is there: %v", err)
	}
	d.Start(t, at)
	v.Post(apptest.RollPath, form).Want(t, http.StatusSeeOther)
	d.Settles(t, inspected, 2)
}

// killedBeforeTheClaim kills the program after a first save, with as many unanswered calls under way as may be then,
// and one press waiting. After the restart the press is sent before the leases of the calls end, and they are sent
// again as soon as their leases end.
func killedBeforeTheClaim(t *testing.T, binary string) {
	t.Helper()
	// A school begins with eight calls at once, and gets one more with the good answer before.
	const underWay = 9
	d := apptest.Deploy(t, binary, unhurried)
	at := apptest.NewPort(t)
	running := d.Start(t, at)
	v, page := onRoll(t, d, apptest.Teacher)
	inspected := inspect(t, d)
	// Before the first answer that names the right student, only one call is made at a time.
	v.Post(apptest.RollPath, tokened(t, v, page, underWay+1)).Want(t, http.StatusSeeOther)
	d.Settles(t, inspected, 1)
	apptest.Must(t, d.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, Hang: sandbox.HangBefore}))
	for place := range underWay {
		postInBackground(v, tokened(t, v, page, place))
	}
	apptest.Eventually(t, "all calls are under way", func() bool { return d.Sandbox.Hanging() == underWay })
	last := tokened(t, v, page, underWay)
	postInBackground(v, last)
	apptest.Eventually(t, "the last press is accepted", func() bool {
		_, err := inspected.Story(t.Context(), apptest.Harbour, roll.Token(last.Get("save")))
		return err == nil
	})
	running.Kill()
	if calls := len(d.Sandbox.Arrivals(apptest.HarbourCode)); calls != 1+underWay {
		t.Fatalf("%d calls were made before the kill", calls)
	}
	d.Sandbox.Heal(apptest.HarbourCode)
	d.Start(t, at)
	apptest.Eventually(t, "the press that was not claimed is saved", func() bool {
		counts := apptest.Outcomes(t, inspected)
		return counts[roll.Saved] == 2 && counts[roll.Waiting] == underWay
	})
	apptest.Eventually(t, "the others are confirming", func() bool {
		counts := apptest.Outcomes(t, inspected)
		return counts[roll.Confirming]+counts[roll.Saved] == underWay+2
	})
	d.Settles(t, inspected, underWay+2)
}

// killedWhileTakingBack kills the program when the first of two saves that take a press back is under way. After the
// restart the same form changes nothing more, and each student gets the mark from before.
func killedWhileTakingBack(t *testing.T, binary string) {
	t.Helper()
	d := apptest.Deploy(t, binary, time.Second)
	at := apptest.NewPort(t)
	running := d.Start(t, at)
	v, page := onRoll(t, d, apptest.Teacher)
	inspected := inspect(t, d)
	v.Post(apptest.RollPath, page.Press(t, "Late", page.Enrolments(t, 0)...)).Want(t, http.StatusSeeOther)
	d.Settles(t, inspected, 1)
	wrong := v.Takes("Absent", 0, 1)
	d.Settles(t, inspected, 2)

	back := apptest.SavesPath + wrong + "/back"
	form := v.Get(back).Want(t, http.StatusOK).Form("form.stack")
	form.Set("status", page.Values("[name=status]")[0])
	apptest.Must(t, d.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, Hang: sandbox.HangBefore}))
	postTo(v, back, form)
	apptest.Eventually(t, "a call is under way", func() bool { return d.Sandbox.Hanging() > 0 })
	running.Kill()
	d.Sandbox.Heal(apptest.HarbourCode)
	d.Start(t, at)
	v.Post(back, form).Want(t, http.StatusSeeOther)
	d.Settles(t, inspected, 2)
	rows := v.Get(apptest.EightB).Rows(t)
	if rows[0].Status != "Late" || rows[1].Status != "Present" {
		t.Errorf("afterwards they are %+v and %+v", rows[0], rows[1])
	}
}

// tokened returns a press for the student at the place, from its own page.
func tokened(t *testing.T, v *apptest.Visitor, page apptest.Answer, place int) url.Values {
	t.Helper()
	form := v.Get(apptest.EightB).Press(t, "Absent", page.Enrolments(t, place)...)
	return form
}

// killedBeforeTheSend kills the program before its connection to the school system is secured: the attempt is
// claimed, and nothing was sent.
func killedBeforeTheSend(t *testing.T, binary string) {
	t.Helper()
	door := newDoor(t)
	d := apptest.DeployOn(t, binary, "sqlite:"+filepath.Join(t.TempDir(), "rollbook.db"), unhurried, door.url())
	door.serve(t, d.Sandbox)
	at := apptest.NewPort(t)
	running := d.Start(t, at, door.trust)
	v, page := onRoll(t, d, apptest.Teacher)
	door.shut()
	postInBackground(v, page.Press(t, "Absent", page.Enrolments(t, 0, 1)...))
	door.knocked(t)
	running.Kill()
	door.open()
	inspected := inspect(t, d)
	if counts := apptest.Outcomes(t, inspected); counts[roll.Waiting] != 2 || len(d.Sandbox.Arrivals(apptest.HarbourCode)) > 0 {
		t.Errorf("after the kill there are %v", counts)
	}
	d.Start(t, at, door.trust)
	apptest.Eventually(t, "the press is confirming", func() bool { return apptest.Outcomes(t, inspected)[roll.Confirming] == 2 })
	d.Settles(t, inspected, 2)
}

// door is a school system over TLS that can hold up its callers before the connection is secured.
type door struct {
	listener net.Listener
	config   *tls.Config
	// trust is the setting that makes a process trust it.
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
	apptest.Must(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: lender.Certificate().Raw}), 0o600))
	d := &door{trust: "SSL_CERT_FILE=" + file, opened: make(chan struct{}), waiting: make(chan struct{}, 1)}
	close(d.opened)
	d.config = &tls.Config{Certificates: lender.TLS.Certificates, SessionTicketsDisabled: true, GetConfigForClient: d.pass}
	var err error
	d.listener, err = net.Listen("tcp", "127.0.0.1:0")
	apptest.Must(t, err)
	return d
}

func (d *door) url() string { return "https://" + d.listener.Addr().String() }

func (d *door) serve(t *testing.T, handler http.Handler) {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)
	apptest.Must(t, server.Listener.Close())
	server.Listener = tls.NewListener(d.listener, d.config)
	server.Start()
	t.Cleanup(func() {
		d.open()
		server.Close()
	})
}

// pass is called with the first bytes of a connection, and returns when the door is open.
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

// shut makes callers wait from now on.
func (d *door) shut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.opened = make(chan struct{})
}

// open releases them.
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
	limit := time.NewTimer(apptest.Patience)
	defer limit.Stop()
	select {
	case <-d.waiting:
	case <-limit.C:
		t.Fatal("nobody called")
	}
}
