package sso_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"rollbook/handlers/apptest"
)

func TestASecretNeverComesBackAndIsNotSentToAnotherProvider(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL)
	v := p.As(t, apptest.Administrator)
	if a := v.Get(page); strings.Contains(string(a.Body), secret) || !strings.Contains(a.Text("main"), "Stored.") {
		t.Error("the page shows the secret, or does not say that it has one")
	}
	v.Post(page, v.Filled(page, "#provider", "name", "Harbour account")).Want(t, http.StatusSeeOther)
	for field, value := range map[string]string{"issuer": "https://evil.example", "client": "another"} {
		a := v.Post(page, v.Filled(page, "#provider", field, value)).Want(t, http.StatusUnprocessableEntity)
		if text := a.Text("[role=alert]"); !strings.Contains(text, "enter the client secret") {
			t.Errorf("another %s is answered with %q", field, text)
		}
	}
	f.signsIn(p.Visit(t), start).Want(t, http.StatusSeeOther)
}

func TestTheSignInPageOffersTheProviderWhereItIsKnown(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f, other := newFake(t), newFake(t)
	offered := func(a apptest.Answer) string { return a.Text("main .offers") }
	v := p.Visit(t)
	if a := v.Get("/sign-in"); offered(a) != "" || strings.Contains(a.Text("main"), "Use your school's account") {
		t.Errorf("a server without a provider offers %q", a.Text("main"))
	}
	sets(t, p, f.URL, "domains", "harbour.example")
	if got := offered(v.Get("/sign-in")); got != "Sign in with Harbour ID" {
		t.Errorf("the only provider is %q", got)
	}
	// With two schools the address, the school's link or the device says which.
	apptest.Must(t, p.App.Identity.SSO.Set(t.Context(), apptest.Tilleuls, typed(other.URL)))
	page := v.Get("/sign-in")
	if offered(page) != "" || !strings.Contains(page.Text("main"), "Use your school's account") {
		t.Errorf("two providers are %q", page.Text("main"))
	}
	for address, want := range map[string]string{
		apptest.Teacher: "Sign in with Harbour ID", "x@HARBOUR.example ": "Sign in with Harbour ID", "x@hill.example": "", "%": "", "": "",
	} {
		a := v.Post("/sign-in", url.Values{"email": {address}, "find": {"yes"}})
		if offered(a) != want || a.Text("#sign-in-problem") == "" {
			t.Errorf("for %q: %q, %q", address, offered(a), a.Text("#sign-in-problem"))
		}
	}
	if got := offered(v.Get("/sign-in?school=tilleuls")); got != "Sign in with Tilleuls ID" {
		t.Errorf("the school's link offers %q", got)
	}
	f.signsIn(v, start).Want(t, http.StatusSeeOther)
	v.Post("/sign-out", url.Values{})
	again := v.Get("/sign-in")
	if got := offered(again); got != "Sign in with Harbour ID" || again.Address("main .offers a") != start {
		t.Errorf("the device offers %q", got)
	}
}

func TestADiscoveryIsReadOnceForManyPeople(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL)
	var all sync.WaitGroup
	for range 5 {
		v := p.Visit(t)
		all.Go(func() { begins(t, v, start) })
	}
	all.Wait()
	begins(t, p.Visit(t), start)
	if f.calls != 1 {
		t.Errorf("it is read %d times", f.calls)
	}
}
