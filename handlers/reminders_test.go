package handlers_test

import (
	"bufio"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers"
	"rollbook/web"
	"rollbook/web/notices"
)

const remindersPath = "/schools/harbour/reminders"

func TestTheOfficeCopiesWhoHasNotTakenTheRoll(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office, anna := p.as(t, officeWorker), p.as(t, teacher)
	before := office.get(office.get(exportsPath).address("main a[href$='/reminders']")).want(t, http.StatusOK)
	list := before.text("textarea[readonly]")
	if !strings.HasPrefix(list, "Rolls not taken at Harbour Street School, Thursday 19 November, 08:3") || !strings.Contains(list, "8B") {
		t.Errorf("the list is %q", list)
	}
	page := anna.get(eightB)
	p.silence()
	anna.post(rollPath, page.press(t, "Late", page.enrolments(t, 0)...)).want(t, http.StatusSeeOther)
	after := office.get(remindersPath).want(t, http.StatusOK)
	if strings.Contains(after.text("textarea"), "8B") || !strings.Contains(after.text("textarea"), "5A") {
		t.Errorf("then it is %q", after.text("textarea"))
	}
	if after.page.Find("form[action$='/reminders']").Length() != 0 || !strings.Contains(after.text("main"), "Mail is not set up") {
		t.Error("mail is offered where there is none")
	}
	if says := office.post(remindersPath, url.Values{"to": {"head@harbour.example"}}).want(t, http.StatusUnprocessableEntity).text("[role=alert]"); !strings.Contains(says, "not set up") {
		t.Errorf("it says %q", says)
	}
	anna.get(remindersPath).want(t, http.StatusForbidden)
	p.as(t, frenchTeacher).get(remindersPath).want(t, http.StatusNotFound)
}

// bootMailing is boot with a mail server.
func bootMailing(t *testing.T, server string) *program {
	t.Helper()
	service, err := sandbox.New(t.Context(), sandbox.Options{Now: clockFrom(bootHour()), Sample: true})
	must(t, err)
	app := newAppWith(t, t.TempDir(), clockFrom(bootHour()), func(e *echo.Echo, pages *echo.Group, app *web.App) error {
		app.Mail = notices.NewMail(notices.MailServer{Address: server, From: "rollbook@school.example"}, app.Words.English(), app.Paths, "", app.Clock)
		return handlers.Register(e, pages, app)
	})
	p := &program{sandbox: service, service: httptest.NewServer(service), app: app}
	t.Cleanup(func() {
		must(t, service.Close())
		p.service.Close()
	})
	p.addSchools(t, p.service.URL)
	p.addPeople(t)
	p.run(t)
	return p
}

// mailServer takes one message by SMTP (RFC 5321), and gives out all that was said to it.
func mailServer(t *testing.T) (address string, said <-chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
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
	p.as(t, teacher).takes("Late", 0)
	office := p.as(t, officeWorker)
	form := office.get(remindersPath).want(t, http.StatusOK).form("form[action$='/reminders']")
	for _, wrong := range []string{"", "head", "Head <head@harbour.example>", "a@b.example, c@d.example", "head@harbour.example\r\nBcc: x@evil.example", strings.Repeat("a", 500) + "@b.example"} {
		form.Set("to", wrong)
		if office.post(remindersPath, form).want(t, http.StatusUnprocessableEntity).text("[role=alert]") == "" {
			t.Errorf("%q is not answered", wrong)
		}
	}
	form.Set("to", "head@harbour.example")
	done := office.follow(office.post(remindersPath, form)).want(t, http.StatusOK)
	if done.text("[role=status]") != "The mail is on its way." {
		t.Errorf("it says %s", done.text("main"))
	}
	heard := <-said
	for _, want := range []string{"MAIL FROM:<rollbook@school.example>", "RCPT TO:<head@harbour.example>", "Subject: Rolls not taken at Harbour Street School", "\n5A\n"} {
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
	must(t, errors.Join(err, listener.Close()))
	office := bootMailing(t, listener.Addr().String()).as(t, officeWorker)
	form := office.get(remindersPath).form("form[action$='/reminders']")
	form.Set("to", "head@harbour.example")
	failed := office.post(remindersPath, form).want(t, http.StatusServiceUnavailable)
	if says := failed.text("[role=alert]"); !strings.Contains(says, "the mail server did not take it") || failed.page.Find("[name=to]").AttrOr("value", "") != "head@harbour.example" {
		t.Errorf("it says %q", says)
	}
}
