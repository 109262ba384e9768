package entry_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// withoutSession returns the routes that know no session: the probes, and the webhooks with their own signature.
func withoutSession() []string {
	return []string{"GET /favicon.ico", "GET /healthz", "GET /readyz", "GET /metrics", "POST /hooks/:school"}
}

// ofFactors reports whether the route is of a person's second factors.
func ofFactors(path string) bool {
	return strings.HasPrefix(path, "/second-step") || strings.HasPrefix(path, "/factors") || strings.HasPrefix(path, "/confirm")
}

// wantReach expects that the visitor, who is in the first step, reaches these routes only, and is led to the page from
// every other route of the program.
func wantReach(t *testing.T, v *apptest.Visitor, page string, reached ...string) {
	t.Helper()
	places := strings.NewReplacer(":school", "harbour", ":token", "x", ":enrolment", "1", ":topic", "roll", ":secret", "x")
	asked := 0
	for _, route := range allRoutes(t) {
		name := route.Method + " " + route.Path
		if route.Method != http.MethodGet && route.Method != http.MethodPost || slices.Contains(withoutSession(), name) ||
			strings.HasPrefix(route.Path, "/static/") || slices.Contains(reached, name) {
			continue
		}
		asked++
		got := v.Send(route.Method, places.Replace(route.Path), nil, apptest.OfForm(nil)...)
		// A page's own requests are not sent elsewhere.
		ofPage := got.Code == http.StatusUnauthorized && len(got.Body) == 0
		if got.Code == http.StatusMethodNotAllowed || ofPage {
			continue
		}
		if got.Code != http.StatusSeeOther || got.Header.Get("Location") != page {
			t.Errorf("%s answers %d and leads to %q", name, got.Code, got.Header.Get("Location"))
		}
	}
	if asked < 150 {
		t.Errorf("only %d routes were asked for", asked)
	}
}

func TestAfterThePasswordASessionReachesTheSecondStepSignOutAndNothingElse(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.GivesApp(t, apptest.Administrator)
	v := p.Visit(t)
	if got := v.SignsIn(apptest.Administrator, apptest.EveryPassword).Want(t, http.StatusSeeOther); got.Leads() != "/second-step" {
		t.Fatalf("the password leads to %q", got.Leads())
	}
	wantReach(t, v, "/second-step", "GET /second-step", "POST /second-step", "POST /second-step/passkey", "POST /sign-out")
	v.Get("/second-step").Want(t, http.StatusOK)
	v.Post("/sign-out", nil).Want(t, http.StatusSeeOther)
	v.Get("/second-step").Want(t, http.StatusSeeOther)
}

func TestWhereTheSchoolDemandsASecondStepASessionReachesItsSetUpSignOutAndNothingElse(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.App.Identity.Factors.Demand(t.Context(), apptest.Harbour, apptest.Administrator, []roll.Role{roll.Office}))
	p.As(t, apptest.Teacher).Get("/schools/harbour").Want(t, http.StatusOK)
	v := p.Visit(t)
	if got := v.SignsIn(apptest.OfficeWorker, apptest.EveryPassword); got.Leads() != "/factors" {
		t.Fatalf("the password leads to %q", got.Leads())
	}
	wantReach(t, v, "/factors", "GET /factors", "GET /factors/app", "POST /factors/app", "GET /factors/passkey", "POST /factors/passkey",
		"POST /factors/passkey/made", "POST /sign-out")
	v.Get("/factors").Want(t, http.StatusOK)
}
