package handlers_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// slowBody is a request whose body starts and then arrives slowly, or not at all.
type slowBody struct {
	path, kind, begins string
	// every is the time between two bytes; 0 for a body that stalls.
	every time.Duration
}

func TestARequestWhoseBodyNeverArrivesIsAnsweredSo(t *testing.T) {
	t.Parallel()
	const form, files = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"
	const file = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\nenrolment\r\n"
	for name, body := range map[string]slowBody{
		"a roll that stalls":         {apptest.RollPath, form, "save=1&class=8B", 0},
		"a roll of which none comes": {apptest.RollPath, form, "", 0},
		"a roll that trickles":       {apptest.RollPath, form, "save=1", 2 * time.Second},
		"a sign-in that stalls":      {"/sign-in", form, "email=a", 0},
		"a file that stalls":         {"/schools/harbour/settings/students", files, file, 0},
		"a report that stalls":       {"/hooks/harbour", "application/json", `{"a"`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			apptest.Play(t, func(t *testing.T, s *apptest.Scene) { neverEnds(t, s, body) })
		})
	}
}

// neverEnds sends the part of the body and expects 408 as the last answer of the connection, with nothing
// stored.
func neverEnds(t *testing.T, s *apptest.Scene, body slowBody) {
	t.Helper()
	v := s.As(t, apptest.Administrator)
	connection, err := s.Network.Dial(t.Context(), apptest.PagesHost)
	apptest.Must(t, err)
	var sending sync.WaitGroup
	defer sending.Wait()
	defer func() { apptest.Must(t, connection.Close()) }()
	headers := fmt.Sprintf("Cookie: rollbook_session=%s\r\nSec-Fetch-Site: same-origin\r\n", v.Cookie("rollbook_session"))
	sending.Go(func() { body.send(connection, headers) })
	began := time.Now()
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	apptest.Must(t, err)
	text, err := io.ReadAll(answer.Body)
	apptest.Must(t, errors.Join(err, answer.Body.Close()))
	if answer.StatusCode != http.StatusRequestTimeout || len(text) == 0 || !answer.Close {
		t.Errorf("after %v it answers %d with %d bytes, the last of the connection: %v", time.Since(began), answer.StatusCode, len(text), answer.Close)
	}
	if waited := time.Since(began); waited > 40*time.Second {
		t.Errorf("the answer took %v", waited)
	}
	for _, row := range v.Get(apptest.EightB).Want(t, http.StatusOK).Rows(t) {
		if row.Outcome != "none" {
			t.Errorf("something was kept: %+v", row)
		}
	}
}

func (b slowBody) send(to net.Conn, headers string) {
	request := "POST " + b.path + " HTTP/1.1\r\nHost: " + apptest.PagesHost + "\r\n" + headers +
		"Content-Type: " + b.kind + "\r\nContent-Length: 5000\r\n\r\n" + b.begins
	if _, err := io.WriteString(to, request); err != nil || b.every == 0 {
		return
	}
	for {
		<-time.After(b.every)
		if _, err := to.Write([]byte("a")); err != nil {
			return
		}
	}
}
