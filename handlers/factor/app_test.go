package factor_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// afterPassword returns a visitor who gave the password and is asked for the second step.
func afterPassword(t *testing.T, p *apptest.Program, email string) *apptest.Visitor {
	t.Helper()
	v := p.Visit(t)
	v.SignsIn(email, apptest.EveryPassword).Want(t, http.StatusSeeOther)
	return v
}

// types sends a code from the form of the second step.
func types(v *apptest.Visitor, form, code string) apptest.Answer {
	return v.Post("/second-step", v.Filled("/second-step", form, "code", code))
}

// setsUp sets up the app of a page, and returns it with the answer.
func setsUp(t *testing.T, v *apptest.Visitor, at time.Time) (apptest.AppOf, apptest.Answer) {
	t.Helper()
	page := v.Get("/factors/app").Want(t, http.StatusOK)
	app := apptest.AppOf{Secret: strings.ReplaceAll(page.Text("main code"), " ", "")}
	form := page.Form("main form")
	form.Set("current", apptest.EveryPassword)
	form.Set("code", app.At(t, at))
	answer := v.Post("/factors/app", form)
	again := v.Post("/factors/app", form)
	if strings.Contains(again.Text("main"), codesOf(answer)[0]) {
		t.Error("the recovery codes are shown again")
	}
	return app, answer
}

// codesOf returns the recovery codes on the page.
func codesOf(a apptest.Answer) []string {
	return a.Page.Find("#codes li").Map(func(_ int, one *goquery.Selection) string { return one.Text() })
}

func TestAPersonSetsUpAnAppAndThenNeedsItsCodeWhichWorksOnce(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	anna := p.As(t, apptest.Teacher)
	app, shown := setsUp(t, anna, clock.Now())
	if got := len(codesOf(shown.Want(t, http.StatusOK))); got != 10 {
		t.Errorf("%d recovery codes are shown", got)
	}
	if !anna.SignedIn() {
		t.Error("setting it up ended the session")
	}
	v := afterPassword(t, p, apptest.Teacher)
	if v.SignedIn() {
		t.Error("the password alone is enough")
	}
	types(v, "#code", app.At(t, clock.Now())).Want(t, http.StatusUnprocessableEntity)
	clock.Forward(30 * time.Second)
	code := app.At(t, clock.Now())
	types(v, "#code", code).Want(t, http.StatusSeeOther)
	if !v.SignedIn() {
		t.Error("the code does not sign in")
	}
	types(afterPassword(t, p, apptest.Teacher), "#code", code).Want(t, http.StatusUnprocessableEntity)
}

func TestSettingUpAnAppNeedsThePasswordAndItsCode(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	page := anna.Get("/factors/app").Want(t, http.StatusOK)
	app := apptest.AppOf{Secret: strings.ReplaceAll(page.Text("main code"), " ", "")}
	form := page.Form("main form")
	for name, typed := range map[string][2]string{
		"without the password": {"", app.At(t, p.App.Clock())}, "with a wrong code": {apptest.EveryPassword, "000000"},
		"with a code of an hour ago": {apptest.EveryPassword, app.At(t, p.App.Clock().Add(-time.Hour))},
	} {
		form.Set("current", typed[0])
		form.Set("code", typed[1])
		again := anna.Post("/factors/app", form)
		if again.Code != http.StatusUnprocessableEntity || strings.ReplaceAll(again.Text("main code"), " ", "") != app.Secret {
			t.Errorf("%s it answers %d", name, again.Code)
		}
	}
	if got := p.Visit(t).SignsIn(apptest.Teacher, apptest.EveryPassword); got.Leads() != "/" {
		t.Errorf("the next sign-in leads to %q", got.Leads())
	}
}

func TestARecoveryCodeSignsInOnce(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	app := p.GivesApp(t, apptest.Teacher)
	v := afterPassword(t, p, apptest.Teacher)
	types(v, "#recovery", strings.ToLower(app.Codes[3][:8]+" "+app.Codes[3][8:])).Want(t, http.StatusSeeOther)
	if !v.SignedIn() {
		t.Error("the recovery code does not sign in")
	}
	again := afterPassword(t, p, apptest.Teacher)
	types(again, "#recovery", app.Codes[3]).Want(t, http.StatusUnprocessableEntity)
	p.GivesApp(t, apptest.OfficeWorker)
	other := afterPassword(t, p, apptest.OfficeWorker)
	types(other, "#recovery", app.Codes[4]).Want(t, http.StatusUnprocessableEntity)
}

func TestWrongCodesAreLimitedByAccountOnAllDevices(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	app := p.GivesApp(t, apptest.Teacher)
	for range 5 {
		types(afterPassword(t, p, apptest.Teacher), "#code", "000000").Want(t, http.StatusUnprocessableEntity)
	}
	v := afterPassword(t, p, apptest.Teacher)
	refused := types(v, "#code", app.At(t, clock.Now())).Want(t, http.StatusTooManyRequests)
	if refused.Header.Get("Retry-After") == "" || !strings.Contains(refused.Text("main"), "Wait") {
		t.Errorf("it says %q", refused.Text("main"))
	}
	clock.Forward(time.Minute)
	types(v, "#code", app.At(t, clock.Now())).Want(t, http.StatusSeeOther)
}

func TestANewPasswordByMailDoesNotPassTheSecondStep(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.GivesApp(t, apptest.Teacher)
	made := p.As(t, apptest.Administrator).DoesTo(apptest.Teacher, "link").Want(t, http.StatusOK)
	_, secret, _ := strings.Cut(made.Text("main code"), "/link/")
	path := "/link/" + secret
	v := p.Visit(t)
	got := v.Post(path, v.Filled(path, "main form", "password", apptest.NewPassword)).Want(t, http.StatusSeeOther)
	if got.Leads() != "/second-step" || v.SignedIn() {
		t.Errorf("it leads to %q", got.Leads())
	}
}

func TestADemandedAppIsSetUpAtTheNextSignIn(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.App.Identity.Factors.Demand(t.Context(), apptest.Harbour, apptest.Administrator, []roll.Role{roll.Office}))
	v := afterPassword(t, p, apptest.OfficeWorker)
	_, shown := setsUp(t, v, p.App.Clock())
	shown.Want(t, http.StatusOK)
	if !v.SignedIn() {
		t.Error("setting it up does not sign in")
	}
	if got := p.Visit(t).SignsIn(apptest.OfficeWorker, apptest.EveryPassword); got.Leads() != "/second-step" {
		t.Errorf("the next sign-in leads to %q", got.Leads())
	}
}
