package office_test

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"rollbook/handlers/apptest"
)

// remind presses a button of the page of reminders.
func remind(v *apptest.Visitor, name, value string) apptest.Answer {
	form := v.Get(apptest.RemindersPath).Want(v.T, http.StatusOK).Form("form[action$='/teachers']")
	form.Set(name, value)
	return v.Post(apptest.RemindersPath+"/teachers", form)
}

func TestEachTeacherIsRemindedOfHerClassesByMail(t *testing.T) {
	t.Parallel()
	server, said := apptest.MailServer(t)
	p := apptest.BootMailing(t, server)
	p.As(t, apptest.Teacher).TakesAll(apptest.EightB)
	p.Teach(t, "5A", "Ines Okoro", "ines@okoro.example", "9A", "Ines Okoro", "ines@okoro.example", "9A", "Tom Berg", "",
		"6A", "", apptest.Teacher, "8B", "Done Already", "done@a.example")
	office := p.As(t, apptest.OfficeWorker)
	page := office.Get(apptest.RemindersPath)
	if text := page.Text("main"); !strings.Contains(text, "Remind 2 teachers by mail") || !strings.Contains(text, "No teacher known: 5B") || strings.Contains(text, "Done Already") {
		t.Errorf("the page says %s", text)
	}
	if list := page.Text("textarea"); !strings.Contains(list, " 9A (Ines Okoro, Tom Berg) ") || !strings.Contains(list, " 5B ") {
		t.Errorf("the list is %q", list)
	}
	if strings.Contains(page.Text("main"), "@") {
		t.Error("the page shows an address")
	}
	page = office.Follow(remind(office, "remind", "new")).Want(t, http.StatusOK)
	if says := page.Text("[role=status]"); !strings.Contains(says, "The mail is sent.") {
		t.Errorf("it says %s", page.Text("main"))
	}
	heard := <-said
	for _, want := range []string{"RCPT TO:<ines@okoro.example>", "RCPT TO:<" + apptest.Teacher + ">", "\n5A\n9A\n", "\n6A\n"} {
		if strings.Count(heard, want) != 1 {
			t.Errorf("the server did not hear %q once: %s", want, heard)
		}
	}
	if rows := page.Text("#teachers"); strings.Count(rows, "Reminded 08:3") != 2 || strings.Contains(heard, "done@") || strings.Contains(heard, "O'Neill") {
		t.Errorf("reminded are %s, the server heard %s", rows, heard)
	}
	office.Follow(remind(office, "note", "Tom Berg")).Want(t, http.StatusOK)
	if text := office.Get(apptest.RemindersPath).Text("main"); strings.Count(text, "Reminded 08:3") != 3 || !strings.Contains(text, "Remind all again") {
		t.Errorf("then it says %s", text)
	}
	if says := office.Get(apptest.DayPath).Text("#reminded"); !strings.Contains(says, "Ines Okoro 08:3") || !strings.Contains(says, "Tom Berg 08:3") {
		t.Errorf("the board says %q", says)
	}
}

func TestATeacherWithoutAMailIsNamedAndNotReminded(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	apptest.Must(t, errors.Join(err, listener.Close()))
	p := apptest.BootMailing(t, listener.Addr().String())
	p.Teach(t, "5A", "Ines Okoro", "ines@okoro.example")
	office := p.As(t, apptest.OfficeWorker)
	failed := remind(office, "remind", "new").Want(t, http.StatusServiceUnavailable)
	if says := failed.Text("[role=alert]"); says != "Nothing was mailed to Ines Okoro. Try again, or copy the list." {
		t.Errorf("it says %q", says)
	}
	if strings.Contains(failed.Text("main"), "Reminded 0") || office.Get(apptest.DayPath).Page.Find("#reminded").Length() != 0 {
		t.Error("she is called reminded")
	}
}

func TestWithoutMailTeachersAreMarkedAsRemindedOnceTheyAreTold(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.Teach(t, "5A", "Ines Okoro", "ines@okoro.example", "6A", "Tom Berg", "")
	office := p.As(t, apptest.OfficeWorker)
	for value, code := range map[string]int{"nobody": http.StatusUnprocessableEntity, "": http.StatusUnprocessableEntity} {
		remind(office, "note", value).Want(t, code)
	}
	office.Post(apptest.RemindersPath+"/teachers", url.Values{"remind": {"new"}}).Want(t, http.StatusUnprocessableEntity)
	if rows := office.Follow(remind(office, "note", "new")).Want(t, http.StatusOK).Text("#teachers"); strings.Count(rows, "Reminded 08:3") != 2 {
		t.Errorf("reminded are %s", rows)
	}
}

func TestASecondPressSendsNoMailTwice(t *testing.T) {
	t.Parallel()
	server, said := apptest.MailServer(t)
	p := apptest.BootMailing(t, server)
	p.Teach(t, "5A", "Ines Okoro", "ines@okoro.example")
	office := p.As(t, apptest.OfficeWorker)
	form := office.Get(apptest.RemindersPath).Form("form[action$='/teachers']")
	form.Set("remind", "new")
	var presses sync.WaitGroup
	for range 2 {
		presses.Go(func() { office.Post(apptest.RemindersPath+"/teachers", form).Want(t, http.StatusSeeOther) })
	}
	presses.Wait()
	if heard := <-said; strings.Count(heard, "RCPT TO:") != 1 {
		t.Errorf("the server heard %s", heard)
	}
}
