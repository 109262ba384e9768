package settings_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/live"
)

// retried lets a test end a school system's waits between its deliveries.
type retried struct{ waits chan func() }

func (r *retried) after(_ time.Duration, f func()) (stop func() bool) {
	r.waits <- f
	return func() bool { return false }
}

// goOn ends the wait before the next attempt.
func (r *retried) goOn(t *testing.T) {
	t.Helper()
	select {
	case again := <-r.waits:
		again()
	case <-time.After(apptest.Patience):
		t.Fatal("nothing waits to be delivered again")
	}
}

func TestANewStudentIsOnTheRollSoonAfterTheSchoolSystemReportedIt(t *testing.T) {
	t.Parallel()
	system := &retried{waits: make(chan func(), 8)}
	p := apptest.BootWith(t, apptest.Options{Service: sandbox.Options{After: system.after}})
	anna := p.As(t, apptest.Teacher)
	before := len(anna.Get(apptest.EightB).Want(t, http.StatusOK).Rows(t))
	secret, err := p.Sandbox.AddWebhook(apptest.HarbourCode, p.Address+apptest.HarbourHook)
	apptest.Must(t, err)
	_, err = p.Sandbox.Enrol(apptest.HarbourCode, "Nora", "Quist", "8B")
	apptest.Must(t, err)

	// Rollbook does not know the secret yet, so the first attempt fails.
	select {
	case again := <-system.waits:
		system.waits <- again
	case <-time.After(apptest.Patience):
		t.Fatal("the first attempt did not fail")
	}
	if rows := anna.Get(apptest.EightB).Rows(t); len(rows) != before || len(p.Events(t, apptest.Harbour)) != 0 {
		t.Fatalf("%d students, %d reports", len(rows), len(p.Events(t, apptest.Harbour)))
	}
	v := p.As(t, apptest.Administrator)
	form := v.Get(apptest.WebhooksPage).Form("form[action$='/secrets']")
	form.Set("secret", secret)
	v.Post(apptest.WebhooksPage+"/secrets", form).Want(t, http.StatusSeeOther)
	read, stop := p.App.Live.Listen(live.SchoolOf(apptest.Harbour))
	defer stop()
	system.goOn(t)
	select {
	case <-read:
	case <-time.After(apptest.Patience):
		t.Fatal("the roster was not read again")
	}
	page := anna.Get(apptest.EightB)
	if rows := page.Rows(t); len(rows) != before+1 || !strings.Contains(page.Text("main"), "Nora Quist") {
		t.Errorf("%d students: %s", len(rows), page.Text("main"))
	}
	if log := v.Get(apptest.WebhooksPage).Text("main"); !strings.Contains(log, "students.changed") {
		t.Errorf("the log says %q", log)
	}
}
