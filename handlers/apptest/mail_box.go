package apptest

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"mime/quotedprintable"
	"net"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/sandbox"
	"rollbook/handlers"
	"rollbook/web"
	"rollbook/web/edge/settings"
	"rollbook/web/vault"
)

// MailBox receives all mail by SMTP (RFC 5321).
type MailBox struct {
	listener net.Listener
	came     chan string
}

func newMailBox(t testing.TB) *MailBox {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	Must(t, err)
	box := &MailBox{listener: listener, came: make(chan string, 100)}
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
func (m *MailBox) Close() { _ = m.listener.Close() }

// take answers one connection, and stores what it received.
func (m *MailBox) take(connection net.Conn) {
	defer func() { _ = connection.Close() }()
	lines := bufio.NewReader(connection)
	say := func(line string) { _, _ = io.WriteString(connection, line+"\r\n") }
	say("220 mail.example")
	received, message := "", false
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		received += line
		switch {
		case message && line == ".\r\n":
			message = false
			m.came <- received
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
func (m *MailBox) Next(t testing.TB) string {
	t.Helper()
	select {
	case received := <-m.came:
		text, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(received)))
		Must(t, err)
		return string(text)
	case <-time.After(Patience):
		t.Fatal("no mail came")
		return ""
	}
}

// Empty reports whether all received mails were read.
func (m *MailBox) Empty() bool { return len(m.came) == 0 }

// MailedLink returns the link's address on this site from a mail.
func (p *Program) MailedLink(t testing.TB, mail string) string {
	t.Helper()
	_, link, ok := strings.Cut(mail, p.Address)
	link, _, _ = strings.Cut(link, "\r\n")
	if !ok || !strings.HasPrefix(link, "/link/") {
		t.Fatalf("no link of %s in the mail %q", p.Address, mail)
	}
	return link
}

// BootWithMail starts the program with a public address and a mail server.
func BootWithMail(t testing.TB, clock func() time.Time, log *slog.Logger) (*Program, *MailBox) {
	t.Helper()
	service, err := sandbox.New(t.Context(), sandbox.Options{Now: clock, Sample: true})
	Must(t, err)
	p := &Program{Sandbox: service, Service: httptest.NewServer(service)}
	t.Cleanup(func() {
		Must(t, service.Close())
		p.Service.Close()
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	Must(t, err)
	p.Address = "http://" + listener.Addr().String()
	public, err := url.Parse(p.Address)
	Must(t, err)
	box := newMailBox(t)
	p.App, err = web.New(t.Context(), settings.Config{
		Database:        vault.NewSecret(NewDatabase(t, t.TempDir())),
		MasterKeys:      []vault.MasterKey{vault.RandomMasterKey()},
		PrivateServices: apiclient.AnyPort(netip.MustParsePrefix("127.0.0.0/8")),
		Public:          public,
		SMTP:            map[string]vault.Secret{"ADDRESS": vault.NewSecret(box.listener.Addr().String()), "FROM": vault.NewSecret("rollbook@school.example")},
	}, clock, log, nil, handlers.Register)
	Must(t, err)
	p.AddSchools(t, p.Service.URL)
	p.AddPeople(t)
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- p.App.Run(ctx, listener) }()
	p.Stop = sync.OnceFunc(func() {
		stop()
		Must(t, <-ended)
		Must(t, p.App.Close())
	})
	t.Cleanup(p.Stop)
	return p, box
}
