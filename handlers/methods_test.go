package handlers_test

import (
	"net/http"
	"testing"

	"rollbook/handlers/apptest"
)

func TestAnAddressNamesTheMethodsThatItHas(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.Visit(t)
	for _, one := range []struct{ method, path, allow string }{
		{http.MethodGet, "/sign-out", "POST"},
		{http.MethodPut, apptest.RollPath, "GET, POST"},
		{http.MethodTrace, "/sign-in", "GET, POST"},
		{http.MethodPost, "/help", "GET"},
		{http.MethodDelete, "/schools/nowhere1/saves/x/send", "POST"},
	} {
		got := v.Send(one.method, one.path, nil).Want(t, http.StatusMethodNotAllowed)
		if allow := got.Header.Get("Allow"); allow != one.allow {
			t.Errorf("%s %s is told %q", one.method, one.path, allow)
		}
	}
	for path, want := range map[string]int{"/sign-in": http.StatusOK, "/healthz": http.StatusOK, apptest.EightB: http.StatusSeeOther, "/nowhere": http.StatusNotFound} {
		got := v.Send(http.MethodHead, path, nil).Want(t, want)
		if full := v.Send(http.MethodGet, path, nil); len(got.Body) != 0 || got.Header.Get("Content-Type") != full.Header.Get("Content-Type") {
			t.Errorf("HEAD %s is answered with %d bytes of %s", path, len(got.Body), got.Header.Get("Content-Type"))
		}
	}
	v.Send(http.MethodPut, "/nowhere", nil, "Sec-Fetch-Site", "same-origin").Want(t, http.StatusNotFound)
}

func TestABrowserThatReadsNoIconFromAPageFindsOne(t *testing.T) {
	t.Parallel()
	v := apptest.Boot(t).Visit(t)
	icon := v.Follow(v.Get("/favicon.ico")).Want(t, http.StatusOK)
	if kind := icon.Header.Get("Content-Type"); kind != "image/png" {
		t.Errorf("the icon is %s", kind)
	}
}

func TestAPersonWithoutTheRoleGetsTheReason(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	refused := p.As(t, apptest.Teacher).Get(apptest.DayPath).Want(t, http.StatusForbidden)
	if says := refused.Text("h1"); says != "You cannot open this page." {
		t.Errorf("it says %q", says)
	}
	foreign := p.As(t, apptest.Teacher).Send(http.MethodPost, apptest.RollPath, nil, "Sec-Fetch-Site", "cross-site").Want(t, http.StatusForbidden)
	if says := foreign.Text("h1"); says != "This page is too old, or came from another site." {
		t.Errorf("of another site's request it says %q", says)
	}
}
