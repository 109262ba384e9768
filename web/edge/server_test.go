package edge

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/labstack/echo/v4"
)

// pipes is a listener whose connections stay inside the process.
type pipes struct {
	connections chan net.Conn
	closed      chan struct{}
}

func newPipes() *pipes { return &pipes{make(chan net.Conn), make(chan struct{})} }

func (p *pipes) dial() net.Conn {
	client, server := net.Pipe()
	p.connections <- server
	return client
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case connection := <-p.connections:
		return connection, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	close(p.closed)
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// serving runs the handler until stop is called, which returns Serve's error.
func serving(handler http.Handler) (dial func() net.Conn, stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	listener, done := newPipes(), make(chan error, 1)
	go func() { done <- Serve(ctx, NewServer(handler, slog.New(slog.DiscardHandler)), listener) }()
	return listener.dial, func() error {
		cancel()
		return <-done
	}
}

// exchange sends raw bytes and returns the status line and the rest of the answer.
func exchange(t *testing.T, connection net.Conn, raw string) (status, rest string) {
	t.Helper()
	go func() { _, _ = io.WriteString(connection, raw) }()
	all, err := io.ReadAll(connection)
	if err != nil {
		t.Errorf("read the answer to %q: %v", raw, err)
	}
	status, rest, _ = strings.Cut(string(all), "\r\n")
	return status, rest
}

func TestMalformedRequestsNeverReachAHandler(t *testing.T) {
	t.Parallel()
	const host = "Host: localhost\r\nConnection: close\r\n"
	for name, test := range map[string]struct{ raw, want string }{
		"HTTP/0.9":                  {"GET /\r\n\r\n", "400"},
		"HTTP/3.0":                  {"GET / HTTP/3.0\r\n" + host + "\r\n", "505"},
		"no Host":                   {"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", "400"},
		"two Hosts":                 {"GET / HTTP/1.1\r\n" + host + "Host: other\r\n\r\n", "400"},
		"two lengths":               {"POST / HTTP/1.1\r\n" + host + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", "400"},
		"a length with a plus":      {"POST / HTTP/1.1\r\n" + host + "Content-Length: +3\r\n\r\nabc", "400"},
		"a negative length":         {"POST / HTTP/1.1\r\n" + host + "Content-Length: -1\r\n\r\n", "400"},
		"an odd encoding":           {"POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: xchunked\r\n\r\n", "501"},
		"two encodings":             {"POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", "501"},
		"an encoding twice":         {"POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "501"},
		"NUL in a header":           {"GET / HTTP/1.1\r\n" + host + "X: a\x00b\r\n\r\n", "400"},
		"a space in a header name":  {"GET / HTTP/1.1\r\n" + host + "X : a\r\n\r\n", "400"},
		"a bad escape in the path":  {"GET /%zz HTTP/1.1\r\n" + host + "\r\n", "400"},
		"an unknown expectation":    {"GET / HTTP/1.1\r\n" + host + "Expect: zzz\r\n\r\n", "417"},
		"headers without end":       {"GET / HTTP/1.1\r\n" + host + "X: " + strings.Repeat("a", 64<<10) + "\r\n\r\n", "431"},
		"everything, about nothing": {"OPTIONS * HTTP/1.1\r\n" + host + "\r\n", "200"},
	} {
		dial, stop := serving(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Errorf("%s: the handler was asked", name) }))
		status, _ := exchange(t, dial(), test.raw)
		if !strings.HasPrefix(status, "HTTP/1.1 "+test.want) && !strings.HasPrefix(status, "HTTP/1.0 "+test.want) {
			t.Errorf("%s: %q, want %s", name, status, test.want)
		}
		if err := stop(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOddBodiesAreRefusedOrEmpty(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ raw, want string }{
		"a chunk extension with a bare line feed": {"POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3;x\nabc\r\n0\r\n\r\n", "400"},
		"chunks by HTTP/1.0":                      {"POST / HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", "200"},
		"a proper chunk":                          {"POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", "200"},
	} {
		g := behind(LimitBody(RollBody))
		dial, stop := serving(g)
		status, _ := exchange(t, dial(), test.raw)
		if !strings.Contains(status, " "+test.want+" ") {
			t.Errorf("%s: %q", name, status)
		}
		if want := name == "a proper chunk"; (g.body == "abc") != want {
			t.Errorf("%s: body %q", name, g.body)
		}
		if err := stop(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestARequestWithALengthAndChunksIsTheLastOfItsConnection(t *testing.T) {
	t.Parallel()
	// A proxy that believes the length takes the rest of the body for another request.
	const smuggled = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"
	var asked []string
	dial, stop := serving(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked = append(asked, r.URL.Path) }))
	status, rest := exchange(t, dial(), "POST /first HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"+smuggled)
	if !strings.Contains(status, " 200 ") || !strings.Contains(rest, "Connection: close") || strings.Contains(rest, "HTTP/1.1") {
		t.Errorf("%q %q", status, rest)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	if len(asked) != 1 {
		t.Errorf("the handler was asked for %q", asked)
	}
}

func TestATraceIsNotEchoed(t *testing.T) {
	t.Parallel()
	e := echo.New()
	e.GET("/", func(echo.Context) error { return nil })
	for _, method := range []string{"TRACE", "CONNECT"} {
		dial, stop := serving(e)
		status, rest := exchange(t, dial(), method+" / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Secret: 12345\r\n\r\n")
		if !strings.Contains(status, " 405 ") && !strings.Contains(status, " 404 ") && !strings.Contains(status, " 400 ") || strings.Contains(rest, "12345") {
			t.Errorf("%s: %q %q", method, status, rest)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	}
}

func TestASlowSenderOfHeadersIsDisconnectedAfterFiveSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dial, stop := serving(http.NotFoundHandler())
		connection := dial()
		began := time.Now()
		go func() {
			for _, char := range []byte("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") {
				if _, err := connection.Write([]byte{char}); err != nil {
					return
				}
				time.Sleep(time.Second)
			}
		}()
		if _, err := io.ReadAll(connection); err != nil {
			t.Error(err)
		}
		if open := time.Since(began); open != 5*time.Second {
			t.Errorf("disconnected after %s", open)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		time.Sleep(time.Minute)
	})
}

func TestARequestUnderWayIsFinishedBeforeTheServerStops(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := make(chan struct{})
		dial, stop := serving(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			close(asked)
			time.Sleep(shutdownGrace - time.Second)
			if err := r.Context().Err(); err != nil {
				t.Errorf("the request was cancelled: %v", err)
			}
			_, _ = io.WriteString(w, "saved")
		}))
		connection := dial()
		stopped := make(chan error, 1)
		go func() { _, _ = io.WriteString(connection, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") }()
		<-asked
		go func() { stopped <- stop() }()
		answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(answer.Body); err != nil || string(body) != "saved" {
			t.Errorf("body %q, %v", body, err)
		}
		if err := <-stopped; err != nil {
			t.Error(err)
		}
	})
}

func TestARequestThatNeverEndsDoesNotKeepTheServerFromStopping(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := make(chan struct{})
		dial, stop := serving(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			close(asked)
			<-r.Context().Done()
		}))
		connection := dial()
		go func() { _, _ = io.WriteString(connection, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") }()
		<-asked
		began := time.Now()
		if err := stop(); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took < shutdownGrace || took > shutdownGrace+time.Second {
			t.Errorf("stopped after %s", took)
		}
		_, _ = io.ReadAll(connection)
	})
}
