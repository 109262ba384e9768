package faults_test

import (
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/handlers/apptest/interrupt"
	"rollbook/web/roll"
)

// stopsWithin limits the stop of the program, whatever hangs: Docker kills it after 10 seconds. A busy
// machine may need longer, but less than the hanging call.
const (
	stopsWithin = 9 * time.Second
	hangs       = time.Minute
)

// wantStopped stops the process, and measures the time.
func wantStopped(t *testing.T, p *apptest.Process) {
	t.Helper()
	apptest.Must(t, interrupt.Send(p.Command.Process))
	began := time.Now()
	apptest.Eventually(t, "it has stopped", func() bool {
		select {
		case <-p.Ended:
			return true
		default:
			return false
		}
	})
	if took := time.Since(began); took > min(apptest.Within(stopsWithin), hangs) {
		t.Errorf("stopping took %v", took)
	}
	if p.Failure != nil {
		t.Errorf("it ended with %v\n%s", p.Failure, p.Log)
	}
}

func TestStoppingTakesNineSecondsAtMost(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		return
	}
	binary, err := apptest.BuildProgram(t)
	apptest.Must(t, err)
	d := apptest.Deploy(t, binary, hangs)
	at := apptest.NewPort(t)
	running := d.Start(t, at)
	v, page := onRoll(t, d, apptest.Teacher)
	apptest.Must(t, d.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{Hang: sandbox.HangBefore}))
	form := page.Press(t, "Absent", page.Enrolments(t, 0, 1)...)
	postInBackground(v, form)
	inspected := inspect(t, d)
	apptest.Eventually(t, "the press is under way", func() bool {
		_, err := inspected.Story(t.Context(), apptest.Harbour, roll.Token(form.Get("save")))
		return err == nil && d.Sandbox.Hanging() > 0
	})
	listenTo(t, v, running)
	speak(t, running, "POST /sign-in HTTP/1.1\r\nHost: "+at+"\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\nemail=")
	for range 40 {
		wrong := url.Values{"email": {apptest.Teacher}, "password": {"not the password of anybody"}}.Encode()
		speak(t, running, "POST /sign-in HTTP/1.1\r\nHost: "+at+"\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n"+wrong+strings.Repeat("&", 1000-len(wrong)))
	}
	wantStopped(t, running)
	if _, err := inspected.Story(t.Context(), apptest.Harbour, roll.Token(form.Get("save"))); err != nil {
		t.Errorf("what was accepted is lost: %v", err)
	}
}

func TestAnUnreadLogStopsNoRequest(t *testing.T) {
	t.Parallel()
	for name, stderr := range map[string]func(*testing.T) *os.File{
		"a pipe that is full": func(t *testing.T) *os.File {
			t.Helper()
			_, to := pipe(t)
			return to
		},
		"a pipe whose reader has gone": func(t *testing.T) *os.File {
			t.Helper()
			from, to := pipe(t)
			apptest.Must(t, from.Close())
			return to
		},
		"a full disk": func(t *testing.T) *os.File {
			t.Helper()
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			apptest.Must(t, err)
			return full
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			binary, err := apptest.BuildProgram(t)
			apptest.Must(t, err)
			d := apptest.Deploy(t, binary, time.Second)
			running := startInto(t, d, stderr(t))
			v := d.Visit(t)
			// So many that their log overflows a pipe.
			for range 1000 {
				v.Get("/healthz").Want(t, http.StatusOK)
			}
			wantStopped(t, running)
		})
	}
}

func pipe(t *testing.T) (from, to *os.File) {
	t.Helper()
	from, to, err := os.Pipe()
	apptest.Must(t, err)
	t.Cleanup(func() { _ = from.Close() })
	return from, to
}

// startInto starts a process that logs to the file.
func startInto(t *testing.T, d *apptest.Deployment, stderr *os.File) *apptest.Process {
	t.Helper()
	at := apptest.NewPort(t)
	p := d.Prepared(at)
	p.Command.Stderr = stderr
	p.Run(t)
	apptest.Must(t, stderr.Close())
	p.AwaitReady(t)
	d.Address = p.Address
	return p
}
