package handlers_test

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
)

// stopsWithin is how long the program may take to stop, whatever hangs: Docker kills
// after 10 seconds.
const stopsWithin = 9 * time.Second

// wantStopped tells the process to stop, and looks at how long that takes.
func (p *process) wantStopped(t *testing.T) {
	t.Helper()
	must(t, p.command.Process.Signal(syscall.SIGTERM))
	began := time.Now()
	eventually(t, stopsWithin+5*time.Second, "it has stopped", func() bool {
		select {
		case <-p.ended:
			return true
		default:
			return false
		}
	})
	if took := time.Since(began); took > stopsWithin {
		t.Errorf("stopping took %v", took)
	}
	if p.failure != nil {
		t.Errorf("it ended with %v\n%s", p.failure, p.log)
	}
}

// speak opens a connection and sends the beginning of a request; nothing more comes.
func (p *process) speak(t *testing.T, request string) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", strings.TrimPrefix(p.address, "http://"))
	must(t, err)
	t.Cleanup(func() { _ = connection.Close() })
	_, err = io.WriteString(connection, request)
	must(t, err)
	return connection
}

// listen opens the events of the class, which last.
func (v *visitor) listen(t *testing.T, at *process) {
	t.Helper()
	connection := at.speak(t, "GET /schools/harbour/roll/events?class=8B HTTP/1.1\r\nHost: "+strings.TrimPrefix(at.address, "http://")+
		"\r\nCookie: rollbook_session="+v.cookie("rollbook_session")+"\r\n\r\n")
	status := make([]byte, len("HTTP/1.1 200"))
	must(t, connection.SetReadDeadline(time.Now().Add(10*time.Second)))
	_, err := io.ReadFull(connection, status)
	must(t, err)
	if string(status) != "HTTP/1.1 200" {
		t.Fatalf("the stream answers %q", status)
	}
}

func TestStoppingTakesNineSecondsAtMostWhateverHangs(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		return
	}
	binary, err := buildProgram(t)
	must(t, err)
	const call = 15 * time.Second
	d := deploy(t, binary, call)
	at := newPort(t)
	running := d.start(t, at)
	v, page := d.onRoll(t, teacher)
	must(t, d.sandbox.SetFault(harbourCode, sandbox.Fault{Hang: sandbox.HangBefore}))
	form := page.press(t, "Absent", page.enrolments(t, 0, 1)...)
	v.postInBackground(form)
	inspected := d.inspect(t)
	eventually(t, call, "the press is under way", func() bool {
		_, err := inspected.Story(t.Context(), harbour, roll.Token(form.Get("save")))
		return err == nil && d.sandbox.Hanging() > 0
	})
	v.listen(t, running)
	running.speak(t, "POST /sign-in HTTP/1.1\r\nHost: "+at+"\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\nemail=")
	for range 40 {
		wrong := url.Values{"email": {teacher}, "password": {"not the password of anybody"}}.Encode()
		running.speak(t, "POST /sign-in HTTP/1.1\r\nHost: "+at+"\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n"+wrong+strings.Repeat("&", 1000-len(wrong)))
	}
	running.wantStopped(t)
	if _, err := inspected.Story(t.Context(), harbour, roll.Token(form.Get("save"))); err != nil {
		t.Errorf("what was accepted is lost: %v", err)
	}
}

func TestALogThatNobodyReadsStopsNoRequest(t *testing.T) {
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
			must(t, from.Close())
			return to
		},
		"a full disk": func(t *testing.T) *os.File {
			t.Helper()
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			must(t, err)
			return full
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			binary, err := buildProgram(t)
			must(t, err)
			d := deploy(t, binary, time.Second)
			running := d.startInto(t, stderr(t))
			v := d.visit(t)
			// More than a pipe takes.
			for range 1000 {
				v.get("/healthz").want(t, http.StatusOK)
			}
			running.wantStopped(t)
		})
	}
}

func pipe(t *testing.T) (from, to *os.File) {
	t.Helper()
	from, to, err := os.Pipe()
	must(t, err)
	t.Cleanup(func() { _ = from.Close() })
	return from, to
}

// startInto starts a process whose log goes to the file.
func (d *deployment) startInto(t *testing.T, stderr *os.File) *process {
	t.Helper()
	at := newPort(t)
	p := d.prepared(at)
	p.command.Stderr = stderr
	p.run(t)
	must(t, stderr.Close())
	p.awaitReady(t)
	d.address = p.address
	return p
}
