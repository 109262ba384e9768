package entry_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestEachChangeOfTheSecondStepIsMailedToThePerson(t *testing.T) {
	t.Parallel()
	p, box := bootWithMail(t, apptest.ClockFrom(apptest.BootHour()))
	wants := func(what string) {
		t.Helper()
		mail := box.Next(t)
		if !strings.Contains(mail, "RCPT TO:<"+apptest.Teacher+">") || !strings.Contains(mail, what) || !strings.Contains(mail, "Was this not you?") {
			t.Errorf("the mail, for %q, is\n%s", what, mail)
		}
	}
	app := p.GivesApp(t, apptest.Teacher)
	wants("An authenticator app was added")
	v := p.Visit(t)
	v.SignsIn(apptest.Teacher, apptest.EveryPassword).Want(t, http.StatusSeeOther)
	v.Post("/second-step", v.Filled("/second-step", "#recovery", "code", app.Codes[0])).Want(t, http.StatusSeeOther)
	wants("A recovery code was used")
	page := v.Get("/account")
	v.Post(page.Address("#factors form"), page.Form("#factors form")).Want(t, http.StatusSeeOther)
	wants("The authenticator app was removed")
	p.GivesApp(t, apptest.Teacher)
	wants("An authenticator app was added")
	p.As(t, apptest.Administrator).DoesTo(apptest.Teacher, "factors").Want(t, http.StatusSeeOther)
	wants("were removed from your Rollbook account by an administrator")
	if !box.Empty() {
		t.Error("another mail came")
	}
}
