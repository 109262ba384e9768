package session_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/identity/session"
	"rollbook/web/roll"
)

var (
	newKey = bytes.Repeat([]byte{1}, 32)
	oldKey = bytes.Repeat([]byte{2}, 32)
)

// saved returns the cookie with the device.
func saved(t *testing.T, devices *session.Devices, device session.Device) *http.Cookie {
	t.Helper()
	recorder := httptest.NewRecorder()
	if err := devices.Save(recorder, device); err != nil {
		t.Fatal(err)
	}
	cookies := recorder.Result().Cookies()
	if len(cookies) != 1 {
		t.Fatalf("%d cookies set", len(cookies))
	}
	return cookies[0]
}

func loaded(devices *session.Devices, cookie *http.Cookie) (session.Device, bool) {
	request := httptest.NewRequest(http.MethodGet, "/", nil)
	request.AddCookie(cookie)
	return devices.Load(request)
}

func TestADeviceRemembersItsThemePeriodAndClasses(t *testing.T) {
	t.Parallel()
	devices := session.NewDevices(session.ScopeOf(nil), newKey)
	fresh, known := devices.Load(httptest.NewRequest(http.MethodGet, "/", nil))
	if known || len(fresh.ID) != 22 {
		t.Fatalf("a first visit: %+v, %v", fresh, known)
	}
	device := fresh.WithTheme(session.Dark).WithRoll("north", "7", "5B").WithRoll("south", "1", "3A").WithRoll("north", "7", "6A")
	got, known := loaded(devices, saved(t, devices, device))
	if !known || got.ID != fresh.ID || got.Theme != session.Dark {
		t.Errorf("remembered %+v, %v", got, known)
	}
	if visit := got.Visit("north"); visit.Period != "7" || !slices.Equal(visit.Classes, []roll.ClassID{"6A", "5B"}) {
		t.Errorf("north: %+v", visit)
	}
	if visit := got.Visit("south"); visit.Period != "1" || len(visit.Classes) != 1 {
		t.Errorf("south: %+v", visit)
	}
}

func TestADeviceIsRememberedAcrossARestartAndAChangeOfKeys(t *testing.T) {
	t.Parallel()
	scope := session.ScopeOf(nil)
	before := session.NewDevices(scope, oldKey)
	cookie := saved(t, before, session.Device{ID: "tablet"})
	for name, devices := range map[string]*session.Devices{
		"restart": session.NewDevices(scope, oldKey), "new key first": session.NewDevices(scope, newKey, oldKey),
	} {
		if got, known := loaded(devices, cookie); !known || got.ID != "tablet" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	after := session.NewDevices(scope, newKey, oldKey)
	if _, known := loaded(session.NewDevices(scope, newKey), saved(t, after, session.Device{ID: "tablet"})); !known {
		t.Error("the newest key is not the one that signs")
	}
}

// earlierCookie was signed with newKey at the beginning of 2000, before a device was a separate value of the
// cookie.
const earlierCookie = "OTQ2Njg0ODAwfGV5SnBaQ0k2SW1aV2NUQmlXWGhyTTIweVNuUTRjMWRqTVV4NlVrRWlMQ0owYUdWdFpTSTZJbVJoY21zaUxDSnpZMmh2YjJ4eklqcGJleUp6WTJodmIyd2lPaUp1YjNKMGFDSXNJbk" +
	"JsY21sdlpDSTZJamNpTENKamJHRnpjMlZ6SWpwYklqWkJJaXdpTlVJaVhYMHNleUp6WTJodmIyd2lPaUp6YjNWMGFDSXNJbkJsY21sdlpDSTZJakVpTENKamJHRnpjMlZ6SWpwYklqUERoQ0JjZFRB" +
	"d01qWWdYSFV3TUROallseDFNREF6WlNKZGZWMTl89x9xsarskU8G-pgAmiK9H-ON4Y5YiRKdZ8p4lA6omao="

func TestADeviceIsStillKnownByItsEarlierCookie(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		devices := session.NewDevices(session.ScopeOf(nil), newKey)
		want := session.Device{ID: "fVq0bYxk3m2Jt8sWc1LzRA", Theme: session.Dark, Schools: []session.Visit{
			{School: "north", Period: "7", Classes: []roll.ClassID{"6A", "5B"}},
			{School: "south", Period: "1", Classes: []roll.ClassID{"3Ä & <b>"}},
		}}
		if got, known := loaded(devices, &http.Cookie{Name: "rollbook_device", Value: earlierCookie}); !known || !reflect.DeepEqual(got, want) {
			t.Errorf("read as %+v, %v", got, known)
		}
	})
}

// earlierMost is the maximum number of bytes of JSON in an earlier cookie.
const earlierMost = 960

func TestTheLargestEarlierCookieLosesNothingWhenItIsSavedAgain(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"http://localhost:8080", "https://roll.example/rollbook"} {
		public, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		devices := session.NewDevices(session.ScopeOf(public), newKey)
		large := session.Device{ID: "fVq0bYxk3m2Jt8sWc1LzRA", Theme: session.Light, Schools: []session.Visit{{School: "north"}}}
		for length(t, large) < earlierMost {
			large.Schools[0].Period += "7"
		}
		if got, known := loaded(devices, saved(t, devices, large)); !known || !reflect.DeepEqual(got, large) {
			t.Errorf("%s: read as %+v, %v", address, got, known)
		}
	}
}

// length counts the bytes of the device's JSON.
func length(t *testing.T, device session.Device) int {
	t.Helper()
	text, err := json.Marshal(device)
	if err != nil {
		t.Fatal(err)
	}
	return len(text)
}

func TestAChangedCookieIsANewDevice(t *testing.T) {
	t.Parallel()
	devices := session.NewDevices(session.ScopeOf(nil), newKey)
	good := saved(t, devices, session.Device{ID: "tablet"})
	values := []string{"", "garbage", "%%%", good.Value[:40], strings.Repeat("A", 4000), saved(t, session.NewDevices(session.ScopeOf(nil), oldKey), session.Device{ID: "x"}).Value}
	for place := 0; place < len(good.Value); place += 7 {
		swap := byte('A')
		if good.Value[place] == swap {
			swap = 'B'
		}
		values = append(values, good.Value[:place]+string(swap)+good.Value[place+1:])
	}
	for _, value := range values {
		got, known := loaded(devices, &http.Cookie{Name: good.Name, Value: value})
		if known || got.ID == "tablet" || got.ID == "" {
			t.Errorf("%q: %+v, %v", value, got, known)
		}
	}
}

func TestAGarbageCookieIsReplaced(t *testing.T) {
	t.Parallel()
	devices := session.NewDevices(session.ScopeOf(nil), newKey)
	request := httptest.NewRequest(http.MethodGet, "/", nil)
	request.AddCookie(&http.Cookie{Name: "rollbook_device", Value: "garbage"})
	fresh, _ := devices.Load(request)
	recorder := httptest.NewRecorder()
	if err := devices.Save(recorder, fresh); err != nil {
		t.Fatal(err)
	}
	if got, known := loaded(devices, recorder.Result().Cookies()[0]); !known || got.ID != fresh.ID {
		t.Errorf("got %+v, %v", got, known)
	}
}

func TestTheCookieStaysSmall(t *testing.T) {
	t.Parallel()
	devices := session.NewDevices(session.ScopeOf(nil), newKey)
	device, _ := devices.Load(httptest.NewRequest(http.MethodGet, "/", nil))
	for school := range 9 {
		for class := range 20 {
			name := roll.ClassID(fmt.Sprintf("Klasse %d <Ünïcode> %s", class, strings.Repeat("ß", 20)))
			device = device.WithRoll(roll.SchoolID(fmt.Sprintf("school-%d", school)), "2026-2027", name)
			if classes := device.Schools[0].Classes; len(classes) > session.MaxClasses || classes[0] != name {
				t.Fatalf("classes %q", classes)
			}
			cookie := saved(t, devices, device)
			if size := len(cookie.Name) + len(cookie.Value); size > 2000 {
				t.Fatalf("the cookie has %d bytes", size)
			}
			got, known := loaded(devices, cookie)
			if visit := got.Visit(device.Schools[0].School); !known || got.ID != device.ID || visit.Classes[0] != name {
				t.Fatalf("the newest is forgotten: %+v", got)
			}
		}
	}
}

func TestAnEndlessClassNameIsNotRemembered(t *testing.T) {
	t.Parallel()
	device := session.Device{ID: "tablet"}.WithRoll("north", "7", roll.ClassID(strings.Repeat("a", 5000)))
	if len(device.Schools) != 0 {
		t.Errorf("remembered %+v", device.Schools)
	}
}

func TestAnotherPeriodForgetsTheClassesOfTheLast(t *testing.T) {
	t.Parallel()
	device := session.Device{}.WithRoll("north", "7", "5B").WithRoll("north", "8", "6B")
	if got := device.Visit("north"); got.Period != "8" || !slices.Equal(got.Classes, []roll.ClassID{"6B"}) {
		t.Errorf("got %+v", got)
	}
}

func TestChangingADeviceLeavesTheOriginalAsItWas(t *testing.T) {
	t.Parallel()
	original := session.Device{}.WithRoll("north", "7", "5B").WithRoll("south", "7", "5B")
	_ = original.WithRoll("north", "7", "6B").WithTheme(session.Light)
	if original.Theme != session.System || original.Schools[0].School != "south" || len(original.Visit("north").Classes) != 1 {
		t.Errorf("changed to %+v", original)
	}
}

func TestADeviceIsForgottenAfterFourHundredDays(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		devices := session.NewDevices(session.ScopeOf(nil), newKey)
		cookie := saved(t, devices, session.Device{ID: "tablet"})
		time.Sleep(399 * 24 * time.Hour)
		if _, known := loaded(devices, cookie); !known {
			t.Error("forgotten early")
		}
		time.Sleep(2 * 24 * time.Hour)
		if _, known := loaded(devices, cookie); known {
			t.Error("an old signature is still accepted")
		}
	})
}

func TestTheDeviceCookieHasTheFlagsOfTheSessionCookie(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]http.Cookie{
		"http://localhost:8080": {Name: "rollbook_device", Path: "/"}, "https://roll.example": {Name: "__Host-rollbook_device", Path: "/", Secure: true},
		"https://roll.example/rollbook": {Name: "__Secure-rollbook_device", Path: "/rollbook", Secure: true},
	} {
		public, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		got := saved(t, session.NewDevices(session.ScopeOf(public), newKey), session.Device{ID: "tablet"})
		if got.Name != want.Name || got.Path != want.Path || got.Secure != want.Secure || got.Domain != "" {
			t.Errorf("%s: %s", address, got)
		}
		if !got.HttpOnly || got.SameSite != http.SameSiteLaxMode || got.MaxAge != 400*24*60*60 {
			t.Errorf("%s: %s", address, got)
		}
	}
}

func TestThemesAreReadFromTheirNamesOnly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]session.Theme{"system": session.System, "light": session.Light, "dark": session.Dark} {
		if got, ok := session.ParseTheme(text); got != want || !ok {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
	if _, ok := session.ParseTheme("Dark"); ok {
		t.Error("another spelling is accepted")
	}
}
