package apiclient

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// rawService answers connections by hand.
func rawService(t *testing.T, handle func(*net.TCPConn)) (client *Client, connections *atomic.Int64) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	connections = &atomic.Int64{}
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			connections.Add(1)
			go func() {
				defer closing(connection)
				if tcp, ok := connection.(*net.TCPConn); ok {
					handle(tcp)
				}
			}()
		}
	}()
	return clientAt(t, TransportConfig{}, "http://"+listener.Addr().String()), connections
}

func readRequest(connection net.Conn) error {
	request, err := http.ReadRequest(bufio.NewReader(connection))
	if err != nil {
		return err
	}
	_, err = io.ReadAll(request.Body)
	return err
}

func TestEveryStatusHasItsKind(t *testing.T) {
	t.Parallel()
	kinds := map[Kind][]int{
		Unknown:         {408, 425, 500, 501, 502, 503, 504, 511, 520, 599},
		Unauthorized:    {401},
		TooManyRequests: {429},
		Rejected:        {400, 409, 413, 422},
		NotSent:         nil,
		Gone:            {404, 410},
		Misconfigured:   {300, 301, 302, 303, 304, 307, 308, 402, 403, 405, 406, 415, 418, 451},
	}
	for kind, statuses := range kinds {
		for _, status := range statuses {
			client := serve(t, answering(status, ""))
			if failure := failureOf(t, client, soon()); failure.Kind != kind || failure.Status != status {
				t.Errorf("%d: %v", status, failure)
			}
		}
	}
}

func TestA401WithAnyBodyIsRefusedCredentials(t *testing.T) {
	t.Parallel()
	texts := []string{"No API key specified!", "Not valid header!", "No API key created!", "API key is not valid!", "Invalid API credentials", "", "<p>"}
	for _, text := range texts {
		failure := failureOf(t, serve(t, answering(401, text)), soon())
		if failure.Kind != Unauthorized || strings.Contains(failure.Error(), "<p>") {
			t.Errorf("%q: %v", text, failure)
		}
	}
}

func TestRetryAfterIsReadSafely(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 4, 8, 0, 0, 0, time.UTC)
	cases := []struct {
		status     int
		text, date string
		want       time.Duration
	}{
		{429, "30", "", 30 * time.Second},
		{503, " 7 ", "", 7 * time.Second},
		{500, "30", "", 0},
		{429, "Wed, 04 Mar 2026 08:02:00 GMT", "", 2 * time.Minute},
		{429, "Wed, 04 Mar 2026 09:02:00 GMT", "Wed, 04 Mar 2026 09:01:00 GMT", time.Minute},
		{429, "Wed, 04 Mar 2026 07:00:00 GMT", "", 0},
		{429, "Wed, 04 Mar 9026 07:00:00 GMT", "", maxRetryAfter},
		{429, "1000000000", "", maxRetryAfter},
		{429, "18446744073709551615", "", maxRetryAfter},
		{429, "99999999999999999999999", "", 0},
		{429, "1e9", "", 0}, {429, "-5", "", 0}, {429, "soon", "", 0}, {429, "", "", 0}, {429, "1.5", "", 0},
	}
	for _, c := range cases {
		header := http.Header{"Retry-After": {c.text}}
		if c.date != "" {
			header.Set("Date", c.date)
		}
		if got := retryAfter(c.status, header, now); got != c.want {
			t.Errorf("%d %q: %v, want %v", c.status, c.text, got, c.want)
		}
	}
}

func TestRetryAfterReachesTheCaller(t *testing.T) {
	t.Parallel()
	for _, status := range []int{429, 503} {
		client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "30")
			w.WriteHeader(status)
		})
		if failure := failureOf(t, client, soon()); failure.RetryAfter != 30*time.Second {
			t.Errorf("%d: %v", status, failure.RetryAfter)
		}
	}
}

func TestAResetAfterTheRequestIsUnknown(t *testing.T) {
	t.Parallel()
	for name, reset := range map[string]func(*net.TCPConn){
		"reset": func(c *net.TCPConn) { _ = readRequest(c); _ = c.SetLinger(0) },
		"close": func(c *net.TCPConn) { _ = readRequest(c) },
		"half": func(c *net.TCPConn) {
			_ = readRequest(c)
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n[{")
		},
		"noise": func(c *net.TCPConn) {
			_ = readRequest(c)
			_, _ = io.WriteString(c, "220 mail.example ESMTP "+testKey+"\r\n")
		},
	} {
		client, connections := rawService(t, reset)
		failure := failureOf(t, client, soon())
		if failure.Kind != Unknown || failure.Exchange.Began.IsZero() || connections.Load() != 1 {
			t.Errorf("%s: %v over %d connections", name, failure, connections.Load())
		}
		if strings.Contains(failure.Error(), testKey) {
			t.Errorf("%s: the key is in %v", name, failure)
		}
	}
}

func TestAResetOnAcceptIsNotSentOnlyIfNothingWasWritten(t *testing.T) {
	t.Parallel()
	client, _ := rawService(t, func(c *net.TCPConn) { _ = c.SetLinger(0) })
	for range 50 {
		failure := failureOf(t, client, soon())
		if want := map[bool]Kind{true: NotSent, false: Unknown}[failure.Exchange.Began.IsZero()]; failure.Kind != want {
			t.Errorf("the first byte was written at %v, but %v", failure.Exchange.Began, failure)
		}
	}
}

func TestNothingListeningIsNotSent(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	failure := failureOf(t, clientAt(t, TransportConfig{}, "http://"+address), soon())
	if failure.Kind != NotSent || failure.Reason != ReasonRefused {
		t.Errorf("the save ended as %v", failure)
	}
}

// A server that answers once and then drops each connection after reading the next request makes net/http
// repeat requests that it considers safe.
func TestASaveIsNeverRepeatedOnAClosedConnection(t *testing.T) {
	t.Parallel()
	var posts atomic.Int64
	client, _ := rawService(t, func(c *net.TCPConn) {
		reader := bufio.NewReader(c)
		for number := range 2 {
			request, err := http.ReadRequest(reader)
			if err != nil {
				return
			}
			_, _ = io.ReadAll(request.Body)
			posts.Add(1)
			if number == 0 {
				_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]")
			}
		}
	})
	for round := range 20 {
		posts.Store(0)
		if _, err := client.SaveDailyAttendance(context.Background(), present(1), soon()); err != nil {
			t.Fatal(err)
		}
		failure := failureOf(t, client, soon())
		if failure.Kind != Unknown || posts.Load() != 2 {
			t.Fatalf("round %d: %v after %d posts", round, failure, posts.Load())
		}
	}
}

func TestNoByteFollowsARedirect(t *testing.T) {
	t.Parallel()
	var canary atomic.Int64
	_, elsewhere := rawService(t, func(*net.TCPConn) { canary.Add(1) })
	other, _ := rawService(t, func(*net.TCPConn) { canary.Add(1) })
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, location := range []string{other.base.String() + "/x", "/district/login", "//localhost/"} {
			var asked atomic.Int64
			client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				asked.Add(1)
				w.Header().Set("Location", location)
				w.Header().Set("Set-Cookie", "a=b")
				w.WriteHeader(status)
			})
			failure := failureOf(t, client, soon())
			if failure.Kind != Misconfigured || asked.Load() != 1 {
				t.Errorf("%d to %s: %v, asked %d times", status, location, failure, asked.Load())
			}
			if _, err := readStatuses(t, client); err == nil || asked.Load() != 2 {
				t.Errorf("%d to %s: reading: %v, asked %d times", status, location, err, asked.Load())
			}
		}
	}
	if canary.Load() != 0 || elsewhere.Load() != 0 {
		t.Error("the other host was reached")
	}
}

//nolint:paralleltest // it measures memory
func TestAnEndlessAnswerIsUnknownAndTakesLittleMemory(t *testing.T) {
	stopped := make(chan struct{})
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		defer close(stopped)
		chunk := []byte(strings.Repeat(`{"studentId":1},`, 4096))
		for sent := 0; sent < 200<<20; sent += len(chunk) {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
		t.Error("all 200 MB were taken")
	})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	failure := failureOf(t, client, soon())
	runtime.ReadMemStats(&after)
	<-stopped
	if failure.Kind != Unknown || failure.Status != 200 || !failure.Exchange.ResponseBody.Truncated {
		t.Errorf("the save ended as %v", failure)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
}

func TestAnAnswerMayBeAsLargeAsItsStudentsNeed(t *testing.T) {
	t.Parallel()
	limit := 64<<10 + 2*256
	for extra, readable := range map[int]bool{0: true, 1: false} {
		body := "[" + strings.Repeat(" ", limit-2+extra) + "]"
		_, err := serve(t, answering(200, body)).SaveDailyAttendance(context.Background(), present(1, 2), soon())
		if (err == nil) != readable {
			t.Errorf("%d bytes above the limit: %v", extra, err)
		}
	}
}

func TestAnErrorPageIsNeitherShownNorLeaksTheKey(t *testing.T) {
	t.Parallel()
	page := "<html>" + testKey + strings.Repeat("x", 5000)
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Echo", "key="+testKey)
		w.Header().Set("X-"+testKey, "1")
		w.WriteHeader(http.StatusBadGateway)
		_, _ = io.WriteString(w, page)
	})
	failure := failureOf(t, client, soon())
	expectNoKey(t, failure)
	if strings.Contains(failure.Error(), "html") {
		t.Errorf("the page is in %v", failure)
	}
	if body := failure.Exchange.ResponseBody; len(body.Text) > 2048 || !body.Truncated || !strings.HasPrefix(body.Text, "<html>****WXYZ") {
		t.Errorf("kept %q", body.Text)
	}
}
