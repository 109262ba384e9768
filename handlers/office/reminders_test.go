package office_test

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestTheOfficeCopiesTheTeachersOfMissingRolls(t *testing.T) {
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

func TestTheOfficeMailsTheTeachersOfMissingRolls(t *testing.T) {
	t.Parallel()
	server, said := apptest.MailServer(t)
	p := apptest.BootMailing(t, server)
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
	office := apptest.BootMailing(t, listener.Addr().String()).As(t, apptest.OfficeWorker)
	form := office.Get(apptest.RemindersPath).Form("form[action$='/reminders']")
	form.Set("to", "head@harbour.example")
	failed := office.Post(apptest.RemindersPath, form).Want(t, http.StatusServiceUnavailable)
	if says := failed.Text("[role=alert]"); !strings.Contains(says, "Try again, or copy the list") || failed.Page.Find("[name=to]").AttrOr("value", "") != "head@harbour.example" {
		t.Errorf("it says %q", says)
	}
}

func TestAQuestionBetweenTwoClerksDoesNotMakeATakenRollMissing(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.As(t, apptest.Teacher).TakesAll(apptest.EightB)
	p.Teach(t, "8B", "", apptest.Teacher)
	office, admin := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Administrator)
	name := nameAt(office.Get(apptest.EightB), 3)
	stale, first := pressedWith(t, office.Finds(name), "Late"), pressedWith(t, admin.Finds(name), "Excused")
	stale.Set("reason", "came by bus")
	first.Set("reason", "mother called")
	admin.Post(apptest.FindPath, first).Want(t, http.StatusSeeOther)
	office.Post(apptest.FindPath, stale).Want(t, http.StatusConflict)
	board := office.Get(apptest.DayPath)
	if says, state := stateOf(board, t, "8B"); state != "disputed" || !strings.HasPrefix(says, "1 mark needs you") {
		t.Errorf("the board calls the class %s: %s", state, says)
	}
	if says := board.Text("#day-progress"); !strings.Contains(says, "11 rolls missing") || !strings.Contains(says, "1 of 12") {
		t.Errorf("the board says %s", says)
	}
	if says := office.Get(apptest.RemindersPath).Want(t, http.StatusOK).Text("main"); strings.Contains(says, "8B") {
		t.Errorf("the teacher of a taken roll is reminded: %s", says)
	}
}
