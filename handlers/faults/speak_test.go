package faults_test

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// speak opens a connection and sends only the beginning of a request.
func speak(t *testing.T, p *apptest.Process, request string) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", strings.TrimPrefix(p.Address, "http://"))
	apptest.Must(t, err)
	t.Cleanup(func() { _ = connection.Close() })
	_, err = io.WriteString(connection, request)
	apptest.Must(t, err)
	return connection
}

// listenTo opens the stream of the class's events and leaves it open.
func listenTo(t *testing.T, v *apptest.Visitor, at *apptest.Process) {
	t.Helper()
	connection := speak(t, at, "GET /schools/harbour/roll/events?class=8B HTTP/1.1\r\nHost: "+strings.TrimPrefix(at.Address, "http://")+
		"\r\nCookie: rollbook_session="+v.Cookie("rollbook_session")+"\r\n\r\n")
	status := make([]byte, len("HTTP/1.1 200"))
	apptest.Must(t, connection.SetReadDeadline(time.Now().Add(apptest.Patience)))
	_, err := io.ReadFull(connection, status)
	apptest.Must(t, err)
	if string(status) != "HTTP/1.1 200" {
		t.Fatalf("the stream answers %q", status)
	}
}
