package badinput_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"rollbook/apiclient"
	"rollbook/handlers/apptest"
	"rollbook/web/edge/settings"
)

// badConnections are the trials of addresses and codes that an admin enters for the school system.
func badConnections() map[string]trial {
	return map[string]trial{
		"change base URL without new key":        changedWithoutKey,
		"TLS self-signed / expired / wrong name": selfSigned,
		"IPv6 loopback/mapped":                   refusedAddresses("https://[::1]", "https://[::ffff:127.0.0.1]", "https://[::ffff:7f00:1]", "https://[::]", "https://[64:ff9b::7f00:1]", "https://[2002:7f00:1::]"),
		"trailing dot / case / IDN":              normalisedAddress,
		"key in wrong field":                     keyInAnotherField,
		"key with CRLF/space/unicode":            unsendableKeys,
		"fragment/query":                         refusedAddresses("https://h.example/#@evil.example", "https://h.example/?x=", "https://h.example?", "https://h.example#"),
		"private ranges":                         refusedAddresses("https://10.0.0.1", "https://172.16.0.1", "https://192.168.0.1", "https://100.64.0.1", "https://[fc00::1]", "https://[fe80::1]", "https://169.254.169.254", "https://127.0.0.1", "https://localhost"),
		"read key back":                          keyReadBack,
		"unicode dots/slashes":                   refusedAddresses("https://127。0。0。1/", "https://h／evil", "https://①②⑦.⓪.⓪.①"),
		"odd port":                               refusedAddresses("https://h.example:22/", "https://h.example:6379", "https://h.example:0", "https://h.example:99999"),
		"redirect to same host other path":       redirecting(http.StatusFound, false),
		"gopher/ftp/data/unix":                   refusedAddresses("gopher://h.example", "ftp://h.example", "data:text/plain,x", "unix:/run/x.sock", "http://h.example", "javascript:alert(1)"),
		"redirect 301/302/303 to other host":     redirecting(http.StatusFound, true),
		"redirect 307/308 to other host":         redirecting(http.StatusTemporaryRedirect, true),
		"file":                                   refusedAddresses("file:///etc/passwd"),
	}
}

// strict starts a program whose operator allows no private address, and signs in its admin.
func strict(t *testing.T) (*apptest.Program, *apptest.Visitor) {
	t.Helper()
	p := apptest.BootWith(t, apptest.Options{Config: func(c *settings.Config) { c.PrivateServices = nil }})
	return p, p.As(t, apptest.Administrator)
}

func refusedAddresses(addresses ...string) trial {
	return func(t *testing.T, _ *apptest.Program) {
		p, v := strict(t)
		for _, address := range addresses {
			p.Refused(t, v, url.Values{"address": {address}, "key": {"rb_live_another-key-9876"}})
		}
	}
}

// host starts a server that an admin might mistake for the school system; it counts its calls.
func host(t *testing.T, secure bool, answer http.HandlerFunc) (address string, calls *atomic.Int64) {
	t.Helper()
	calls = &atomic.Int64{}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		answer(w, r)
	}))
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)
	if secure {
		server.StartTLS()
	} else {
		server.Start()
	}
	t.Cleanup(server.Close)
	return server.URL, calls
}

func noList(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("[]")) }

func changedWithoutKey(t *testing.T, p *apptest.Program) {
	address, calls := host(t, false, noList)
	v := p.As(t, apptest.Administrator)
	for name, value := range map[string]string{"address": address, "tenant": "another", "code": "OTHER-1"} {
		p.Refused(t, v, url.Values{name: {value}})
	}
	if calls.Load() != 0 {
		t.Errorf("the new host was called %d times", calls.Load())
	}
}

func selfSigned(t *testing.T, p *apptest.Program) {
	address, calls := host(t, true, noList)
	got := p.Refused(t, p.As(t, apptest.Administrator), url.Values{"address": {address}, "key": {"rb_live_another-key-9876"}})
	if !strings.Contains(got.Text("[role=alert]"), "certificate") || calls.Load() != 0 {
		t.Errorf("it says %q after %d calls", got.Text("[role=alert]"), calls.Load())
	}
}

func normalisedAddress(t *testing.T, _ *apptest.Program) {
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	address, calls := host(t, false, noList)
	port := address[strings.LastIndexByte(address, ':'):]
	form := v.Get(apptest.ConnectPath).Form("form.credentials")
	form.Set("address", " HTTP://LOCALHOST."+port+"/ ")
	form.Set("key", "rb_live_another-key-9876")
	v.Post(apptest.ConnectPath, form).Want(t, http.StatusSeeOther)
	if got := v.Get(apptest.ConnectPath).Form("form.credentials").Get("address"); got != "http://localhost"+port || calls.Load() == 0 {
		t.Errorf("it is %q after %d calls", got, calls.Load())
	}
	base, err := apiclient.ParseBaseURL("https://аррӏе.example", apiclient.NewGuard(nil))
	if err != nil || base.String() != "https://xn--80ak6aa92e.example" {
		t.Errorf("a name that looks like another is %s, %v", base, err)
	}
}

func keyInAnotherField(t *testing.T, p *apptest.Program) {
	const pasted = "rb_live_pasted-in-the-wrong-field"
	v := p.As(t, apptest.Administrator)
	for _, form := range []url.Values{
		{"code": {pasted}}, {"tenant": {pasted}}, {"code": {"old-style-key-0042"}, "key": {"old-style-key-0042"}},
		{"address": {"https://user:" + pasted + "@127.0.0.1"}},
	} {
		got := p.Refused(t, v, form)
		if strings.Contains(string(got.Body), pasted) || strings.Contains(string(got.Body), "old-style-key") {
			t.Errorf("%q is shown again", form)
		}
	}
}

func unsendableKeys(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Administrator)
	for _, key := range []string{"a\r\nX: y", "clé-secrète", "a\tb", strings.Repeat("k", 2000)} {
		if got := p.Refused(t, v, url.Values{"key": {key}}); strings.Contains(string(got.Body), key) {
			t.Errorf("%q is shown again", key)
		}
	}
	p.Refused(t, v, url.Values{"code": {"a\r\nX: y"}, "key": {"fine-key-0042"}})
	p.Refused(t, v, url.Values{"code": {""}})
}

func keyReadBack(t *testing.T, _ *apptest.Program) {
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	key := p.NewKey(t, apptest.HarbourCode).Reveal()
	form := v.Get(apptest.ConnectPath).Form("form.credentials")
	form.Set("key", key)
	saved := v.Post(apptest.ConnectPath, form).Want(t, http.StatusSeeOther)
	form.Set("code", "WRONG-1")
	for _, got := range []apptest.Answer{saved, v.Follow(saved), v.Get(apptest.SettingsPath), v.Get(apptest.ConnectionPath), v.Post(apptest.ConnectPath, form)} {
		if strings.Contains(string(got.Body), key) {
			t.Errorf("the key stands in an answer %d", got.Code)
		}
	}
	if text := v.Get(apptest.ConnectPath).Text("#help-key"); !strings.Contains(text, key[len(key)-4:]) {
		t.Errorf("the page says %q", text)
	}
}

func redirecting(status int, elsewhere bool) trial {
	return func(t *testing.T, p *apptest.Program) {
		evil, stolen := host(t, false, noList)
		address, calls := host(t, false, func(w http.ResponseWriter, r *http.Request) {
			where := evil
			if !elsewhere {
				where = "/sign-in"
			}
			http.Redirect(w, r, where, status)
		})
		got := p.Refused(t, p.As(t, apptest.Administrator), url.Values{"address": {address}, "key": {"rb_live_another-key-9876"}})
		if stolen.Load() != 0 || calls.Load() != 1 || !strings.Contains(got.Text("[role=alert]"), "another address") {
			t.Errorf("%d and %d calls, and it says %q", calls.Load(), stolen.Load(), got.Text("[role=alert]"))
		}
	}
}
