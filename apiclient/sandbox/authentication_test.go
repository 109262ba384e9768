package sandbox

import (
	"net/http"
	"testing"
	"time"
)

func TestEveryWrongCredentialIsRefusedInBothWordings(t *testing.T) {
	t.Parallel()
	for _, generic := range []bool{false, true} {
		s := start(t, func(o *Options) { o.GenericWording = generic })
		if err := s.AddSchool(School{"Keyless", "keyless", "K-1"}); err != nil {
			t.Fatal(err)
		}
		right, other := s.headers(harbourSchool()), s.headers(tilleulsSchool())
		cases := []struct {
			name    string
			headers map[string]string
			want    string
		}{
			{"no key", without(right, headerKey), messageNoKeySent},
			{"nothing at all", map[string]string{}, messageNoKeySent},
			{"empty key", with(right, headerKey, ""), messageNoKeySent},
			{"no tenant", without(right, headerTenant), messageNoHeader},
			{"no school code", without(right, headerSchool), messageNoHeader},
			{"only the key, a wrong one", map[string]string{headerKey: "wrong"}, messageNoHeader},
			{"unknown school code", with(right, headerSchool, "nobody"), messageNoKeyMade},
			{"school without any key", with(right, headerSchool, "K-1"), messageNoKeyMade},
			{"wrong key", with(right, headerKey, "sbx_live_wrong"), messageWrongKey},
			{"another school's key", with(right, headerKey, other[headerKey]), messageWrongKey},
			{"own key, another school's code", with(right, headerSchool, other[headerSchool]), messageWrongKey},
			{"another school's tenant", with(right, headerTenant, other[headerTenant]), messageWrongKey},
		}
		for _, one := range cases {
			want := one.want
			if generic {
				want = messageAnyFailure
			}
			got := s.send(t.Context(), "GET", pathPeriods, "", one.headers).wantFailure(t, http.StatusUnauthorized)
			if got != want {
				t.Errorf("generic %t, %s: %q, want %q", generic, one.name, got, want)
			}
		}
	}
}

func TestAuthenticationComesBeforeEverythingElse(t *testing.T) {
	t.Parallel()
	s := start(t)
	if err := s.SetFault("", Fault{Status: 503, Calls: 1}); err != nil {
		t.Fatal(err)
	}
	wrong := with(s.headers(harbourSchool()), headerKey, "wrong")
	requests := []struct{ method, path, body string }{
		{"GET", pathPeriods, ""}, {"GET", pathStudents, ""}, {"GET", pathStudents + "?schoolPeriodId=x", ""},
		{"GET", pathStatuses, ""}, {"GET", pathDailyList, ""}, {"POST", pathBulk, "{"}, {"GET", pathBulk, ""},
		{"POST", pathPeriods, ""}, {"GET", "/serviceapi/v1/nothing", ""}, {"DELETE", "/serviceapi/", ""},
		{"GET", "/serviceapi/v1//students/list", ""},
	}
	for _, one := range requests {
		got := s.send(t.Context(), one.method, one.path, one.body, wrong).wantFailure(t, http.StatusUnauthorized)
		if got != messageWrongKey {
			t.Errorf("%s %s: %q", one.method, one.path, got)
		}
	}
	if left := s.Faults()[0].Left; left != 1 {
		t.Errorf("the fault has %d calls left: a refused request used it up", left)
	}
}

func TestUnknownPathsAndMethodsAreDistinguishedOnceAuthenticated(t *testing.T) {
	t.Parallel()
	s := start(t)
	right := s.headers(harbourSchool())
	for _, path := range []string{"/serviceapi/v1/nothing", "/serviceapi/", pathStudents + "/", "/serviceapi/v1//students/list"} {
		s.send(t.Context(), "GET", path, "", right).wantFailure(t, http.StatusNotFound)
	}
	r := s.send(t.Context(), "GET", pathBulk, "", right)
	r.wantFailure(t, http.StatusMethodNotAllowed)
	if allow := r.header.Get("Allow"); allow != "POST" {
		t.Errorf("Allow is %q", allow)
	}
	s.send(t.Context(), "GET", "/elsewhere", "", nil).wantFailure(t, http.StatusNotFound)
}

func TestARevokedKeyIsRejectedImmediately(t *testing.T) {
	t.Parallel()
	s := start(t)
	key, value, err := s.CreateKey(harbourSchool().Code, "Rollbook")
	if err != nil {
		t.Fatal(err)
	}
	headers := with(s.headers(harbourSchool()), headerKey, value)
	if r := s.send(t.Context(), "GET", pathPeriods, "", headers); r.code != 200 {
		t.Fatalf("a new key is answered %d %s", r.code, r.body)
	}
	if err := s.RevokeKey(harbourSchool().Code, key.ID); err != nil {
		t.Fatal(err)
	}
	got := s.send(t.Context(), "GET", pathPeriods, "", headers).wantFailure(t, http.StatusUnauthorized)
	if got != messageWrongKey {
		t.Errorf("a revoked key is answered %q", got)
	}
	if r := s.get(t, pathPeriods); r.code != 200 {
		t.Errorf("the school's other key is answered %d", r.code)
	}
}

func TestAKeyFromBeforeThePrefixStillWorks(t *testing.T) {
	t.Parallel()
	s := start(t)
	headers := with(s.headers(tilleulsSchool()), headerKey, OlderKey)
	if r := s.send(t.Context(), "GET", pathPeriods, "", headers); r.code != 200 {
		t.Errorf("answered %d %s", r.code, r.body)
	}
	got := s.send(t.Context(), "GET", pathPeriods, "", with(s.headers(harbourSchool()), headerKey, OlderKey))
	got.wantFailure(t, http.StatusUnauthorized)
}

func TestTheLastUseOfAKeyIsKeptToAboutAMinute(t *testing.T) {
	t.Parallel()
	s := start(t)
	began := s.clock.Now()
	for _, step := range []struct{ pass, want time.Duration }{{0, 0}, {59 * time.Second, 0}, {time.Second, time.Minute}} {
		s.clock.pass(step.pass)
		s.get(t, pathPeriods)
		keys, err := s.Keys(harbourSchool().Code)
		if err != nil {
			t.Fatal(err)
		}
		if used := keys[0].LastUsed; used == nil || !used.Equal(began.Add(step.want)) {
			t.Errorf("after %v more the last use is %v, want %v", step.pass, used, began.Add(step.want))
		}
	}
}
