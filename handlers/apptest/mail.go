package apptest

import (
	"net"
	"net/textproto"
	"testing"

	"github.com/labstack/echo/v4"

	"rollbook/web"
	"rollbook/web/office/notices"
	"rollbook/web/roll"
)

// BootMailing boots the program with a mail server.
func BootMailing(t *testing.T, server string) *Program {
	t.Helper()
	register := func(e *echo.Echo, pages *echo.Group, app *web.App) error {
		from := notices.MailServer{Address: server, From: "rollbook@school.example"}
		app.Office.Mail = notices.NewMail(from, app.Site.Words, app.Site.Paths, "", app.Clock, func() {})
		return Register(e, pages, app)
	}
	return BootWith(t, Options{Register: register})
}

// MailServer accepts one message by SMTP (RFC 5321), and returns everything that was sent to it.
func MailServer(t *testing.T) (address string, said <-chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	Must(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	all := make(chan string, 1)
	go func() {
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		all <- takeMail(connection)
	}()
	return listener.Addr().String(), all
}

func takeMail(connection net.Conn) string {
	defer func() { _ = connection.Close() }()
	heard, lines := "", textproto.NewConn(connection)
	say := func(line string) { _ = lines.PrintfLine("%s", line) }
	say("220 mail.example")
	for {
		line, err := lines.ReadLine()
		if err != nil {
			return heard
		}
		heard += line + "\n"
		switch line {
		case "DATA":
			say("354 go on")
			message, _ := lines.ReadDotBytes()
			heard += string(message)
		case "QUIT":
			say("221 goodbye")
			return heard
		}
		say("250 yes")
	}
}

// Teach makes teachers of classes, given as class, name, and mail address or "".
func (p *Program) Teach(t *testing.T, triples ...string) {
	t.Helper()
	var all []roll.ClassTeacher
	for i := 0; i < len(triples); i += 3 {
		all = append(all, roll.ClassTeacher{Class: roll.ClassID(triples[i]), Name: triples[i+1], Mail: triples[i+2]})
	}
	Must(t, p.App.Store.EditClassTeachers(t.Context(), Harbour, nil, all))
}
