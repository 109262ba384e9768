package office_test

import (
	"bufio"
	"crypto/tls"
	"encoding/base64"
	"encoding/pem"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"rollbook/handlers/apptest"
)

// securedMailServer receives mail by SMTP (RFC 5321) over TLS (RFC 3207), only from clients that sign in (RFC
// 4954).
type securedMailServer struct {
	Listener net.Listener
	tls      *tls.Config
	// Trust is the setting that makes a process trust it.
	Trust string

	mu       sync.Mutex
	password string
	// mute is true when a complete message gets no answer.
	mute  bool
	taken []string
	// plain contains the lines from before the connection was secured.
	plain string
}

// newSecuredMailServer starts a mail server that requires TLS.
func newSecuredMailServer(t *testing.T, password string) *securedMailServer {
	t.Helper()
	lender := httptest.NewUnstartedServer(nil)
	lender.StartTLS()
	defer lender.Close()
	file := filepath.Join(t.TempDir(), "authority.pem")
	apptest.Must(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: lender.Certificate().Raw}), 0o600))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	apptest.Must(t, err)
	s := &securedMailServer{Listener: listener, tls: &tls.Config{Certificates: lender.TLS.Certificates}, Trust: "SSL_CERT_FILE=" + file, password: password}
	t.Cleanup(s.Close)
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go s.converse(connection)
		}
	}()
	return s
}

// Close ends the server.
func (s *securedMailServer) Close() { _ = s.Listener.Close() }

// Set changes the password and the muteness from now on.
func (s *securedMailServer) Set(password string, mute bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.password, s.mute = password, mute
}

// Mails returns the received messages. inTheClear contains the lines that came without TLS.
func (s *securedMailServer) Mails() (taken []string, inTheClear string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken, s.plain
}

// conversation is one connection.
type conversation struct {
	net.Conn
	lines            *bufio.Reader
	secured, allowed bool
}

func (c *conversation) say(line string) { _, _ = c.Write([]byte(line + "\r\n")) }

func (s *securedMailServer) converse(connection net.Conn) {
	c := &conversation{Conn: connection, lines: bufio.NewReader(connection)}
	defer func() { _ = c.Close() }()
	c.say("220 mail.example")
	for {
		line, err := c.lines.ReadString('\n')
		if err != nil || !s.answer(c, strings.TrimSpace(line)) {
			return
		}
	}
}

// answer answers one line. False ends the conversation.
func (s *securedMailServer) answer(c *conversation, line string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !c.secured {
		s.plain += line + "\n"
	}
	verb, rest, _ := strings.Cut(line, " ")
	switch {
	case verb == "EHLO" && c.secured:
		c.say("250-mail.example\r\n250 AUTH PLAIN")
	case verb == "EHLO":
		c.say("250-mail.example\r\n250 STARTTLS")
	case verb == "STARTTLS":
		c.say("220 go on")
		secured := tls.Server(c.Conn, s.tls)
		c.Conn, c.lines, c.secured = secured, bufio.NewReader(secured), true
	case verb == "AUTH":
		c.allowed = c.secured && rest == "PLAIN "+base64.StdEncoding.EncodeToString([]byte("\x00rollbook\x00"+s.password))
		c.say(map[bool]string{true: "235 welcome", false: "535 5.7.8 that is not the password"}[c.allowed])
	case verb == "QUIT":
		c.say("221 goodbye")
		return false
	case !c.allowed:
		c.say("530 5.7.0 sign in first")
	case verb == "DATA":
		c.say("354 go on")
		return s.takeMessage(c)
	default:
		c.say("250 yes")
	}
	return true
}

func (s *securedMailServer) takeMessage(c *conversation) bool {
	var message strings.Builder
	for {
		line, err := c.lines.ReadString('\n')
		if err != nil {
			return false
		}
		if line == ".\r\n" {
			break
		}
		message.WriteString(line)
	}
	if s.mute {
		return false
	}
	s.taken = append(s.taken, message.String())
	c.say("250 kept")
	return true
}
