package office_test

import (
	"bufio"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/apptest"
	"rollbook/web"
	"rollbook/web/office/notices"
)

func TestTheOfficeCopiesWhoHasNotTakenTheRoll(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, anna := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	before := office.Get(office.Get(apptest.ExportsPath).Address("main a[href$='/reminders']")).Want(t, http.StatusOK)
	list := before.Text("textarea[readonly]")
	if !strings.HasPrefix(list, "Rolls missing at Harbour Street School, Thursday 19 November, 08:3") || !strings.Contains(list, "8B") {
		t.Errorf("the list is %q", list)
	}
	page := anna.Get(apptest.EightB)
	p.Silence()
	anna.Post(apptest.RollPath, page.Press(t, "Late", page.Enrolments(t, 0)...)).Want(t, http.StatusSeeOther)
	after := office.Get(apptest.RemindersPath).Want(t, http.StatusOK)
	if list := after.Text("textarea"); !strings.Contains(list, "8B · 1 of 28 marked · 08:30, Anna Lindqvist") || !strings.Contains(list, "5A") {
		t.Errorf("then it is %q", after.Text("textarea"))
	}
	if after.Page.Find("form[action$='/reminders']").Length() != 0 || !strings.Contains(after.Text("main"), "Mail is not set up") {
		t.Error("mail is offered where there is none")
	}
	if says := office.Post(apptest.RemindersPath, url.Values{"to": {"head@harbour.example"}}).Want(t, http.StatusUnprocessableEntity).Text("[role=alert]"); !strings.Contains(says, "not set up") {
		t.Errorf("it says %q", says)
	}
	anna.Get(apptest.RemindersPath).Want(t, http.StatusForbidden)
	p.As(t, apptest.FrenchTeacher).Get(apptest.RemindersPath).Want(t, http.StatusNotFound)
}

// bootMailing boots the program with a mail server.
func bootMailing(t *testing.T, server string) *apptest.Program {
	t.Helper()
	register := func(e *echo.Echo, pages *echo.Group, app *web.App) error {
		from := notices.MailServer{Address: server, From: "rollbook@school.example"}
		app.Office.Mail = notices.NewMail(from, app.Site.Words, app.Site.Paths, "", app.Clock, func() {})
		return apptest.Register(e, pages, app)
	}
	return apptest.BootWith(t, apptest.Options{Register: register})
}

// mailServer accepts one message by SMTP (RFC 5321), and returns everything that was sent to it.
func mailServer(t *testing.T) (address string, said <-chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	apptest.Must(t, err)
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
	var heard strings.Builder
	say := func(line string) { _, _ = connection.Write([]byte(line + "\r\n")) }
	say("220 mail.example")
	message := false
	for lines := bufio.NewScanner(connection); lines.Scan(); {
		line := lines.Text()
		heard.WriteString(line + "\n")
		switch {
		case message && line != ".":
		case line == "DATA":
			message = true
			say("354 go on")
		case line == "QUIT":
			say("221 goodbye")
			return heard.String()
		default:
			message = false
			say("250 yes")
		}
	}
	return heard.String()
}

func TestTheOfficeMailsWhoHasNotTakenTheRoll(t *testing.T) {
	t.Parallel()
	server, said := mailServer(t)
	p := bootMailing(t, server)
	p.As(t, apptest.Teacher).Takes("Late", 0)
	office := p.As(t, apptest.OfficeWorker)
	form := office.Get(apptest.RemindersPath).Want(t, http.StatusOK).Form("form[action$='/reminders']")
	for _, wrong := range []string{"", "head", "Head <head@harbour.example>", "a@b.example, c@d.example", "head@harbour.example\r\nBcc: x@evil.example", strings.Repeat("a", 500) + "@b.example"} {
		form.Set("to", wrong)
		if office.Post(apptest.RemindersPath, form).Want(t, http.StatusUnprocessableEntity).Text("[role=alert]") == "" {
			t.Errorf("%q is not answered", wrong)
		}
	}
	form.Set("to", "head@harbour.example")
	done := office.Follow(office.Post(apptest.RemindersPath, form)).Want(t, http.StatusOK)
	if done.Text("[role=status]") != "The mail is sent." {
		t.Errorf("it says %s", done.Text("main"))
	}
	heard := <-said
	for _, want := range []string{"MAIL FROM:<rollbook@school.example>", "RCPT TO:<head@harbour.example>", "Subject: Rolls missing at Harbour Street School", "\n5A\n"} {
		if !strings.Contains(heard, want) {
			t.Errorf("the server did not hear %q: %s", want, heard)
		}
	}
	if strings.Contains(heard, "\n8B\n") || strings.Contains(heard, "O'Neill") {
		t.Errorf("the server heard too much: %s", heard)
	}
}

func TestAMailThatIsNotTakenIsSaid(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	apptest.Must(t, errors.Join(err, listener.Close()))
	office := bootMailing(t, listener.Addr().String()).As(t, apptest.OfficeWorker)
	form := office.Get(apptest.RemindersPath).Form("form[action$='/reminders']")
	form.Set("to", "head@harbour.example")
	failed := office.Post(apptest.RemindersPath, form).Want(t, http.StatusServiceUnavailable)
	if says := failed.Text("[role=alert]"); !strings.Contains(says, "Try again, or copy the list") || failed.Page.Find("[name=to]").AttrOr("value", "") != "head@harbour.example" {
		t.Errorf("it says %q", says)
	}
}
