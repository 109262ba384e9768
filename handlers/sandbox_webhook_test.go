package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/web/live"
)

// retried is a school system whose waits between deliveries end when the test says so.
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
	case <-time.After(20 * time.Second):
		t.Fatal("nothing waits to be delivered again")
	}
}

func TestANewStudentStandsOnTheRollSoonAfterTheSchoolSystemReportedIt(t *testing.T) {
	t.Parallel()
	system := &retried{waits: make(chan func(), 8)}
	p := bootOptions(t, sandbox.Options{After: system.after}, t.TempDir(), clockFrom(bootHour()))
	anna := p.as(t, teacher)
	before := len(anna.get(eightB).want(t, http.StatusOK).rows(t))
	_, secret, err := p.sandbox.AddWebhook(t.Context(), harbourCode, p.address+harbourHook)
	must(t, err)
	_, err = p.sandbox.Enrol(t.Context(), harbourCode, "Nora", "Quist", "8B")
	must(t, err)

	// Rollbook does not know the secret yet, so the first attempt fails.
	select {
	case again := <-system.waits:
		system.waits <- again
	case <-time.After(20 * time.Second):
		t.Fatal("the first attempt did not fail")
	}
	if rows := anna.get(eightB).rows(t); len(rows) != before || len(p.events(t, harbour)) != 0 {
		t.Fatalf("%d students, %d reports", len(rows), len(p.events(t, harbour)))
	}
	v := p.as(t, administrator)
	form := v.get(webhooksPage).form("form[action$='/secrets']")
	form.Set("secret", secret)
	v.post(webhooksPage+"/secrets", form).want(t, http.StatusSeeOther)
	read, stop := p.app.Live.Listen(live.SchoolOf(harbour))
	defer stop()
	system.goOn(t)
	select {
	case <-read:
	case <-time.After(20 * time.Second):
		t.Fatal("the roster was not read again")
	}
	page := anna.get(eightB)
	if rows := page.rows(t); len(rows) != before+1 || !strings.Contains(page.text("main"), "Nora Quist") {
		t.Errorf("%d students: %s", len(rows), page.text("main"))
	}
	if log := v.get(webhooksPage).text("main"); !strings.Contains(log, "students.changed") {
		t.Errorf("the log says %q", log)
	}
}
