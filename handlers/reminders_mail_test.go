package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// mailsList presses the button that mails who has not taken the roll.
func (v *visitor) mailsList() answer {
	v.t.Helper()
	form := v.get(remindersPath).want(v.t, http.StatusOK).form("form[action$='/reminders']")
	form.Set("to", "head@harbour.example")
	return v.post(remindersPath, form)
}

func TestTheListIsMailedAsTheEnvironmentSaysAndNothingElseIsSaidToBe(t *testing.T) {
	t.Parallel()
	binary, err := buildProgram(t)
	must(t, err)
	const password, wrong = "an otter counts to nine", "a heron forgets"
	mail := newSecuredMailServer(t, password)
	d := deploy(t, binary, time.Second)
	process := d.start(t, newPort(t), mail.trust,
		"ROLLBOOK_SMTP_ADDRESS="+mail.listener.Addr().String(), "ROLLBOOK_SMTP_FROM=rollbook@school.example",
		"ROLLBOOK_SMTP_USER=rollbook", "ROLLBOOK_SMTP_PASSWORD="+password)
	office := d.as(t, officeWorker)
	done := office.follow(office.mailsList().want(t, http.StatusSeeOther)).want(t, http.StatusOK)
	if says := done.text("[role=status]"); !strings.Contains(says, "The mail is on its way.") {
		t.Errorf("it says %s", done.text("main"))
	}
	taken, plain := mail.mails()
	if len(taken) != 1 || !strings.Contains(taken[0], "\r\n8B\r\n") || strings.Contains(plain, "AUTH") || strings.Contains(plain, "MAIL") {
		t.Errorf("the server took %q, and in the clear heard %q", taken, plain)
	}
	for says, harm := range map[string]func(){
		"the mail server did not take it":                 func() { mail.set(wrong, false) },
		"got the list and did not say whether it took it": func() { mail.set(password, true) },
	} {
		harm()
		failed := office.mailsList().want(t, http.StatusServiceUnavailable)
		if text := failed.text("[role=alert]"); !strings.Contains(text, says) || failed.page.Find("[role=status]:not(:empty)").Length() > 0 {
			t.Errorf("it says %q, not %q", text, says)
		}
	}
	mail.close()
	if text := office.mailsList().want(t, http.StatusServiceUnavailable).text("[role=alert]"); !strings.Contains(text, "the mail server did not take it") {
		t.Errorf("of a server that is down it says %q", text)
	}
	if taken, _ = mail.mails(); len(taken) != 1 {
		t.Errorf("the server took %d mails", len(taken))
	}
	// Its last lines may still be on their way before it has ended.
	process.terminate(t)
	log := process.log.String()
	if strings.Count(log, "could not be mailed") != 3 || strings.Contains(log, password) || strings.Contains(log, wrong) {
		t.Errorf("the log says %s", log)
	}
}

func TestAMailServerThatNobodyTrustsHearsNoPasswordAndNoList(t *testing.T) {
	t.Parallel()
	binary, err := buildProgram(t)
	must(t, err)
	mail := newSecuredMailServer(t, "an otter counts to nine")
	d := deploy(t, binary, time.Second)
	d.start(t, newPort(t), "ROLLBOOK_SMTP_ADDRESS="+mail.listener.Addr().String(), "ROLLBOOK_SMTP_FROM=rollbook@school.example",
		"ROLLBOOK_SMTP_USER=rollbook", "ROLLBOOK_SMTP_PASSWORD=an otter counts to nine")
	office := d.as(t, officeWorker)
	if text := office.mailsList().want(t, http.StatusServiceUnavailable).text("[role=alert]"); !strings.Contains(text, "the mail server did not take it") {
		t.Errorf("it says %q", text)
	}
	taken, plain := mail.mails()
	if len(taken) > 0 || strings.Contains(plain, "AUTH") || strings.Contains(plain, "MAIL") || !strings.Contains(plain, "STARTTLS") {
		t.Errorf("the server took %q and heard %q", taken, plain)
	}
}
