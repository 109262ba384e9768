package sandbox

import (
	"html"
	"maps"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// press sends a form of the page as a browser does.
func (s *service) press(t *testing.T, do string, fields map[string]string, headers map[string]string) reply {
	t.Helper()
	form := url.Values{"do": {do}, "schoolCode": {harbourSchool().Code}}
	for name, value := range fields {
		form.Set(name, value)
	}
	all := map[string]string{"Content-Type": "application/x-www-form-urlencoded", "Origin": s.server.URL, "Sec-Fetch-Site": "same-origin"}
	maps.Copy(all, headers)
	return s.send(t.Context(), "POST", pagePath, form.Encode(), all)
}

func (s *service) page(t *testing.T) reply {
	t.Helper()
	r := s.send(t.Context(), "GET", pagePath+"?schoolCode="+harbourSchool().Code, "", nil)
	if r.code != 200 || !strings.HasPrefix(r.header.Get("Content-Type"), "text/html") {
		t.Fatalf("the page is %d %s", r.code, r.body)
	}
	return r
}

// shownOnce returns the value that the page shows only in this answer, or "".
func (r reply) shownOnce() string {
	match := regexp.MustCompile(`(?s)role="status">.*?<code>([^<]+)</code>`).FindStringSubmatch(r.body)
	if r.code != 200 || match == nil {
		return ""
	}
	return html.UnescapeString(match[1])
}

func TestAKeyIsMadeOnThePageShownOnceAndRevoked(t *testing.T) {
	t.Parallel()
	s := start(t)
	made := s.press(t, "create-key", map[string]string{"name": "Rollbook <b>"}, nil)
	key := made.shownOnce()
	if !strings.HasPrefix(key, KeyPrefix) {
		t.Fatalf("made: %d %s", made.code, made.body)
	}
	s.keys[harbourSchool().Code] = key
	if r := s.get(t, pathPeriods); r.code != 200 {
		t.Errorf("the key is answered %d", r.code)
	}
	page := s.page(t)
	if strings.Contains(page.body, key) || !strings.Contains(page.body, mask(key[len(key)-4:])) || !strings.Contains(page.body, "Rollbook &lt;b&gt;") {
		t.Errorf("the page shows %s", page.body)
	}
	keys, err := s.Keys(harbourSchool().Code)
	if err != nil {
		t.Fatal(err)
	}
	id := strconv.FormatInt(keys[len(keys)-1].ID, 10)
	if revoked := s.press(t, "revoke-key", map[string]string{"id": id}, nil); revoked.code != 303 || !strings.HasPrefix(revoked.header.Get("Location"), pagePath) {
		t.Errorf("revoked: %d %s", revoked.code, revoked.body)
	}
	s.get(t, pathPeriods).wantFailure(t, 401)
}

func TestThePageReportsImpossibleActions(t *testing.T) {
	t.Parallel()
	s := start(t)
	for what, r := range map[string]reply{
		"a key without a name":   s.press(t, "create-key", nil, nil),
		"a bad address":          s.press(t, "add-webhook", map[string]string{"url": "ftp://x"}, nil),
		"a status that is none":  s.press(t, "set-fault", map[string]string{"status": "12"}, nil),
		"a number that is none":  s.press(t, "set-fault", map[string]string{"status": "x"}, nil),
		"a button that is none":  s.press(t, "dance", nil, nil),
		"a student without name": s.press(t, "enrol", map[string]string{"firstName": "A"}, nil),
	} {
		if r.code != 400 || !strings.Contains(r.body, `role="alert"`) {
			t.Errorf("%s: %d %s", what, r.code, r.body)
		}
	}
	if r := s.press(t, "revoke-key", map[string]string{"id": "99"}, nil); r.code != 404 {
		t.Errorf("a key that is not there: %d", r.code)
	}
	if r := s.send(t.Context(), "GET", pagePath+"?schoolCode=x", "", nil); r.code != 404 {
		t.Errorf("a school that is not there: %d", r.code)
	}
}

func TestFaultsAreSetByTheSwitchesOfThePage(t *testing.T) {
	t.Parallel()
	s := start(t)
	set := map[string]string{"refuseKey": "on", "bulkOnly": "on", "delayBeforeMs": "1500", "status": "503", "retryAfter": "7", "maxList": "5", "reset": ResetApplied}
	if r := s.press(t, "set-fault", set, nil); r.code != 303 {
		t.Fatalf("set: %d %s", r.code, r.body)
	}
	faults := s.Faults()
	if len(faults) != 1 || faults[0].SchoolCode != harbourSchool().Code {
		t.Fatalf("set are %+v", faults)
	}
	if got := faults[0].Fault; !got.RefuseKey || !got.BulkOnly || got.DelayBeforeMs != 1500 || got.Status != 503 || got.Headers["Retry-After"] != "7" || got.MaxList != 5 || got.Reset != ResetApplied {
		t.Errorf("set is %+v", got)
	}
	page := s.page(t).body
	for _, want := range []string{`name="refuseKey" value="on" checked`, `name="delayBeforeMs" min="0" value="1500"`, `name="retryAfter" min="0" value="7"`, `<option value="applied" selected>`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if r := s.press(t, "heal", nil, nil); r.code != 303 || len(s.Faults()) != 0 {
		t.Errorf("healed: %d, %+v", r.code, s.Faults())
	}
}

func TestWebhooksAreSetUpOnThePageWithItsInventionsMarked(t *testing.T) {
	t.Parallel()
	s := start(t)
	to := newReceiver(t, 200)
	added := s.press(t, "add-webhook", map[string]string{"url": to.URL}, nil)
	secret := added.shownOnce()
	if !strings.HasPrefix(secret, "whsec_") {
		t.Fatalf("added: %d %s", added.code, added.body)
	}
	s.press(t, "send-test", nil, nil)
	to.next(t)
	s.work.Wait()
	page := s.page(t).body
	for _, want := range []string{to.URL, "retries are invented", `data-delivery="delivered"`, "5s, 30s, 2m, 10m, 1h,"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(html.UnescapeString(page), secret) {
		t.Error("the page shows the secret again")
	}
	if r := s.press(t, "remove-webhook", map[string]string{"id": "1"}, nil); r.code != 303 || strings.Contains(s.page(t).body, to.URL) {
		t.Errorf("removed: %d", r.code)
	}
}

func TestThePageRunsNothingAndAnswersNoForeignPage(t *testing.T) {
	t.Parallel()
	s := start(t)
	page := s.page(t)
	if policy := page.header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %q", policy)
	}
	if strings.Contains(page.body, "<script") || strings.Contains(page.body, " style=") || strings.Contains(page.body, "<style") {
		t.Error("something stands inline")
	}
	if style := s.send(t.Context(), "GET", styleFile, "", nil); style.code != 200 || !strings.HasPrefix(style.header.Get("Content-Type"), "text/css") {
		t.Errorf("its style is %d %s", style.code, style.header.Get("Content-Type"))
	}
	for name, headers := range map[string]map[string]string{
		"a foreign page":   {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
		"a hidden page":    {"Origin": "null"},
		"nobody":           {"Origin": "", "Sec-Fetch-Site": ""},
		"through a proxy":  {"X-Forwarded-For": "127.0.0.1"},
		"of the same site": {"Origin": "", "Sec-Fetch-Site": "same-site"},
	} {
		if r := s.press(t, "create-key", map[string]string{"name": "stolen"}, headers); r.code != 403 {
			t.Errorf("%s is answered %d", name, r.code)
		}
	}
	if r := s.press(t, "create-key", map[string]string{"name": "x"}, map[string]string{"Content-Type": "text/plain"}); r.code != 415 {
		t.Errorf("no form is answered %d", r.code)
	}
	if keys, err := s.Keys(harbourSchool().Code); err != nil || len(keys) != 1 {
		t.Errorf("%d keys, %v", len(keys), err)
	}
}
