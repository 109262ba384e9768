package session_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"rollbook/web/identity/session"
)

func tabletCookie(t *testing.T, tablets *session.Tablets, pass session.TabletPass) *http.Cookie {
	t.Helper()
	recorder := httptest.NewRecorder()
	if err := tablets.Save(recorder, pass); err != nil {
		t.Fatal(err)
	}
	return recorder.Result().Cookies()[0]
}

func carrying(cookies ...*http.Cookie) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/door", nil)
	for _, cookie := range cookies {
		r.AddCookie(cookie)
	}
	return r
}

func TestATabletsPassCannotBeForged(t *testing.T) {
	t.Parallel()
	tablets := session.NewTablets(session.ScopeOf(nil), newKey)
	if _, carried := tablets.Load(carrying()); carried {
		t.Error("a stranger carries a pass")
	}
	pass := session.TabletPass{ID: "door12", Version: 3}
	cookie := tabletCookie(t, tablets, pass)
	if got, carried := tablets.Load(carrying(cookie)); !carried || got != pass {
		t.Errorf("it carries %+v, %t", got, carried)
	}
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.MaxAge < 3600*24*300 {
		t.Errorf("the cookie is %+v", cookie)
	}
	foreign := tabletCookie(t, session.NewTablets(session.ScopeOf(nil), oldKey), pass)
	for i := range cookie.Value {
		bent := *cookie
		bytes := []byte(cookie.Value)
		bytes[i] ^= 1
		bent.Value = string(bytes)
		if got, _ := tablets.Load(carrying(&bent)); got.ID != "" {
			t.Fatalf("with another byte %d it is %+v", i, got)
		}
	}
	// A device's cookie is signed with another name.
	device := saved(t, session.NewDevices(session.ScopeOf(nil), newKey), session.Device{ID: "door12"})
	device.Name = cookie.Name
	for what, bad := range map[string][]*http.Cookie{"another server's": {foreign}, "two of them": {cookie, cookie}, "another cookie": {device}} {
		if got, carried := tablets.Load(carrying(bad...)); got.ID != "" || !carried {
			t.Errorf("%s: %+v, %t", what, got, carried)
		}
	}
}

func TestATabletCookieOutlivesAChangeOfKeysAndCanBeTakenAway(t *testing.T) {
	t.Parallel()
	pass := session.TabletPass{ID: "door12", Version: 3}
	cookie := tabletCookie(t, session.NewTablets(session.ScopeOf(nil), oldKey), pass)
	after := session.NewTablets(session.ScopeOf(nil), newKey, oldKey)
	if got, _ := after.Load(carrying(cookie)); got != pass {
		t.Errorf("after the change it is %+v", got)
	}
	recorder := httptest.NewRecorder()
	after.Drop(recorder)
	if dropped := recorder.Result().Cookies()[0]; dropped.MaxAge >= 0 || dropped.Value != "" || dropped.Name != cookie.Name || dropped.Path != cookie.Path {
		t.Errorf("it is dropped by %+v", dropped)
	}
}

func TestAPassIsGivenAnewOnceAWeek(t *testing.T) {
	t.Parallel()
	tablets := session.NewTablets(session.ScopeOf(nil), newKey)
	began := time.Date(2026, time.November, 19, 8, 30, 0, 0, time.UTC)
	pass := session.TabletPass{ID: "door12", Version: 3, Since: began.Unix()}
	request := carrying(tabletCookie(t, tablets, pass))
	for after, want := range map[time.Duration]int64{6 * 24 * time.Hour: 0, 8 * 24 * time.Hour: began.Add(8 * 24 * time.Hour).Unix()} {
		recorder := httptest.NewRecorder()
		if err := tablets.Renew(recorder, request, began.Add(after)); err != nil {
			t.Fatal(err)
		}
		var got session.TabletPass
		for _, cookie := range recorder.Result().Cookies() {
			got, _ = tablets.Load(carrying(cookie))
		}
		if got.Since != want {
			t.Errorf("after %s it is %+v", after, got)
		}
	}
	recorder := httptest.NewRecorder()
	if err := tablets.Renew(recorder, carrying(), began); err != nil || len(recorder.Result().Cookies()) != 0 {
		t.Errorf("a stranger gets %v, %v", recorder.Result().Cookies(), err)
	}
}
