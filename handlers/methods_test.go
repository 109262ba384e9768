package handlers_test

import (
	"net/http"
	"testing"
)

func TestAnAddressNamesTheMethodsThatItHas(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.visit(t)
	for _, one := range []struct{ method, path, allow string }{
		{http.MethodGet, "/sign-out", "POST"},
		{http.MethodPut, rollPath, "GET, POST"},
		{http.MethodTrace, "/sign-in", "GET, POST"},
		{http.MethodPost, "/help", "GET"},
		{http.MethodDelete, "/schools/nowhere1/saves/x/send", "POST"},
	} {
		got := v.send(one.method, one.path, nil).want(t, http.StatusMethodNotAllowed)
		if allow := got.header.Get("Allow"); allow != one.allow {
			t.Errorf("%s %s is told %q", one.method, one.path, allow)
		}
	}
	for path, want := range map[string]int{"/sign-in": http.StatusOK, "/healthz": http.StatusOK, eightB: http.StatusSeeOther, "/nowhere": http.StatusNotFound} {
		got := v.send(http.MethodHead, path, nil).want(t, want)
		if full := v.send(http.MethodGet, path, nil); len(got.body) != 0 || got.header.Get("Content-Type") != full.header.Get("Content-Type") {
			t.Errorf("HEAD %s is answered with %d bytes of %s", path, len(got.body), got.header.Get("Content-Type"))
		}
	}
	v.send(http.MethodPut, "/nowhere", nil, "Sec-Fetch-Site", "same-origin").want(t, http.StatusNotFound)
}

func TestWhoeverLacksTheRoleIsToldSo(t *testing.T) {
	t.Parallel()
	p := boot(t)
	refused := p.as(t, teacher).get(dayPath).want(t, http.StatusForbidden)
	if says := refused.text("h1"); says != "Your role does not open this." {
		t.Errorf("it says %q", says)
	}
	foreign := p.as(t, teacher).send(http.MethodPost, rollPath, nil, "Sec-Fetch-Site", "cross-site").want(t, http.StatusForbidden)
	if says := foreign.text("h1"); says != "This came from another site, or from a page that is too old." {
		t.Errorf("of another site's request it says %q", says)
	}
}
