package office_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// mailsList presses the button that mails the list.
func mailsList(v *apptest.Visitor) apptest.Answer {
	v.T.Helper()
	form := v.Get(apptest.RemindersPath).Want(v.T, http.StatusOK).Form("form[action$='/reminders']")
	form.Set("to", "head@harbour.example")
	return v.Post(apptest.RemindersPath, form)
}

func TestTheListIsMailedAsTheEnvironmentSaysAndNothingElseIsSaidToBe(t *testing.T) {
	t.Parallel()
	binary, err := apptest.BuildProgram(t)
	apptest.Must(t, err)
	const password, wrong = "an otter counts to nine", "a heron forgets"
	mail := newSecuredMailServer(t, password)
	d := apptest.Deploy(t, binary, time.Second)
	process := d.Start(t, apptest.NewPort(t), mail.Trust,
		"ROLLBOOK_SMTP_ADDRESS="+mail.Listener.Addr().String(), "ROLLBOOK_SMTP_FROM=rollbook@school.example",
		"ROLLBOOK_SMTP_USER=rollbook", "ROLLBOOK_SMTP_PASSWORD="+password)
	office := d.As(t, apptest.OfficeWorker)
	done := office.Follow(mailsList(office).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if says := done.Text("[role=status]"); !strings.Contains(says, "The mail is sent.") {
		t.Errorf("it says %s", done.Text("main"))
	}
	taken, plain := mail.Mails()
	if len(taken) != 1 || !strings.Contains(taken[0], "\r\n8B\r\n") || strings.Contains(plain, "AUTH") || strings.Contains(plain, "MAIL") {
		t.Errorf("the server took %q, and in the clear heard %q", taken, plain)
	}
	for says, harm := range map[string]func(){
		"Try again, or copy the list": func() { mail.Set(wrong, false) },
		"may have arrived":            func() { mail.Set(password, true) },
	} {
		harm()
		failed := mailsList(office).Want(t, http.StatusServiceUnavailable)
		if text := failed.Text("[role=alert]"); !strings.Contains(text, says) || failed.Page.Find("[role=status]:not(:empty)").Length() > 0 {
			t.Errorf("it says %q, not %q", text, says)
		}
	}
	mail.Close()
	if text := mailsList(office).Want(t, http.StatusServiceUnavailable).Text("[role=alert]"); !strings.Contains(text, "Try again, or copy the list") {
		t.Errorf("of a server that is down it says %q", text)
	}
	if taken, _ = mail.Mails(); len(taken) != 1 {
		t.Errorf("the server took %d mails", len(taken))
	}
	// Its last lines may still be on their way before it has ended.
	process.Terminate(t)
	log := process.Log.String()
	if strings.Count(log, "could not be mailed") != 3 || strings.Contains(log, password) || strings.Contains(log, wrong) {
		t.Errorf("the log says %s", log)
	}
}

func TestAnUntrustedMailServerGetsNoPasswordAndNoList(t *testing.T) {
	t.Parallel()
	binary, err := apptest.BuildProgram(t)
	apptest.Must(t, err)
	mail := newSecuredMailServer(t, "an otter counts to nine")
	d := apptest.Deploy(t, binary, time.Second)
	d.Start(t, apptest.NewPort(t), "ROLLBOOK_SMTP_ADDRESS="+mail.Listener.Addr().String(), "ROLLBOOK_SMTP_FROM=rollbook@school.example",
		"ROLLBOOK_SMTP_USER=rollbook", "ROLLBOOK_SMTP_PASSWORD=an otter counts to nine")
	office := d.As(t, apptest.OfficeWorker)
	if text := mailsList(office).Want(t, http.StatusServiceUnavailable).Text("[role=alert]"); !strings.Contains(text, "Try again, or copy the list") {
		t.Errorf("it says %q", text)
	}
	taken, plain := mail.Mails()
	if len(taken) > 0 || strings.Contains(plain, "AUTH") || strings.Contains(plain, "MAIL") || !strings.Contains(plain, "STARTTLS") {
		t.Errorf("the server took %q and heard %q", taken, plain)
	}
}
