package entry_test

import (
	"bufio"
	"io"
	"mime/quotedprintable"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/edge/settings"
	"rollbook/web/vault"
)

// mailBox receives all mail by SMTP (RFC 5321).
type mailBox struct {
	listener net.Listener
	came     chan string
}

func newMailBox(t testing.TB) *mailBox {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	apptest.Must(t, err)
	box := &mailBox{listener: listener, came: make(chan string, 100)}
	t.Cleanup(box.Close)
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go box.take(connection)
		}
	}()
	return box
}

// Close ends the taking of mail.
func (m *mailBox) Close() { _ = m.listener.Close() }

// take answers one connection, and stores what it received.
func (m *mailBox) take(connection net.Conn) {
	defer func() { _ = connection.Close() }()
	lines := bufio.NewReader(connection)
	say := func(line string) { _, _ = io.WriteString(connection, line+"\r\n") }
	say("220 mail.example")
	said, message := "", false
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		said += line
		switch {
		case message && line == ".\r\n":
			message = false
			m.came <- said
			say("250 kept")
		case message:
		case strings.HasPrefix(line, "DATA"):
			message = true
			say("354 go on")
		case strings.HasPrefix(line, "QUIT"):
			say("221 goodbye")
			return
		default:
			say("250 yes")
		}
	}
}

// Next waits for the next mail and returns it, with its envelope, in plain text.
func (m *mailBox) Next(t testing.TB) string {
	t.Helper()
	select {
	case said := <-m.came:
		text, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(said)))
		apptest.Must(t, err)
		return string(text)
	case <-time.After(apptest.Patience):
		t.Fatal("no mail came")
		return ""
	}
}

// Empty reports whether all received mails were read.
func (m *mailBox) Empty() bool { return len(m.came) == 0 }

// mailedLink returns the link's address on this site from a mail.
func mailedLink(t testing.TB, p *apptest.Program, mail string) string {
	t.Helper()
	_, link, ok := strings.Cut(mail, p.Address)
	link, _, _ = strings.Cut(link, "\r\n")
	if !ok || !strings.HasPrefix(link, "/link/") {
		t.Fatalf("no link of %s in the mail %q", p.Address, mail)
	}
	return link
}

// bootWithMail starts the program with a public address and a mail server.
func bootWithMail(t testing.TB, clock func() time.Time) (*apptest.Program, *mailBox) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	apptest.Must(t, err)
	box := newMailBox(t)
	mail := map[string]settings.Given{
		"ROLLBOOK_SMTP_ADDRESS": {Text: vault.NewSecret(box.listener.Addr().String())}, "ROLLBOOK_SMTP_FROM": {Text: vault.NewSecret("rollbook@school.example")},
	}
	return apptest.BootWith(t, apptest.Options{Clock: clock, Listener: listener, Config: func(c *settings.Config) {
		c.Public, c.Given = &url.URL{Scheme: "http", Host: listener.Addr().String()}, mail
	}}), box
}
