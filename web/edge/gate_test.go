package edge

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
)

// gate is a handler behind one middleware; reached reports whether it was called.
type gate struct {
	*echo.Echo
	reached bool
	body    string
}

func behind(middleware ...echo.MiddlewareFunc) *gate {
	g := &gate{Echo: echo.New()}
	g.Use(middleware...)
	g.Any("/*", func(c echo.Context) error {
		g.reached = true
		body, err := io.ReadAll(c.Request().Body)
		if err != nil {
			return bodyError(err)
		}
		g.body = string(body)
		return c.String(http.StatusOK, "reached")
	})
	return g
}

// ask sends a request with headers, written name: value.
func (g *gate) ask(method, target, body string, headers ...string) *httptest.ResponseRecorder {
	g.reached, g.body = false, ""
	request := httptest.NewRequestWithContext(context.Background(), method, target, strings.NewReader(body))
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		request.Header.Add(name, value)
		if name == "Peer" {
			request.RemoteAddr = value
		}
	}
	recorder := httptest.NewRecorder()
	g.ServeHTTP(recorder, request)
	return recorder
}

func address(t testing.TB, text string) *url.URL {
	t.Helper()
	if text == "" {
		return nil
	}
	parsed, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestOtherHostsThanThePublicOneAreRefused(t *testing.T) {
	t.Parallel()
	for public, hosts := range map[string]map[string]bool{
		"https://roll.example": {
			"roll.example": true, "ROLL.example": true, "roll.example.": true, "roll.example:443": true, "roll.example:80": false, "evil.example": false,
			"roll.example.evil.com": false, "localhost": false, "127.0.0.1:8080": false, "roll.example@evil.example": false,
		},
		"http://10.0.0.5:8080": {"10.0.0.5:8080": true, "10.0.0.5": false, "localhost:8080": false},
		"http://[::1]":         {"[::1]": true, "[::1]:80": true, "[::2]": false},
		"": {
			"localhost": true, "localhost:8080": true, "127.0.0.1:9000": true, "[::1]:8080": true, "demo.localhost:8080": true, "evil.example": false,
			"127.0.0.1.evil.example": false, "localhost.evil.example": false, "10.0.0.5": false, "": false, "[::ffff:127.0.0.1]:80": true,
		},
	} {
		g := behind(AllowHost(address(t, public), "/healthz"))
		for host, want := range hosts {
			request := httptest.NewRequest(http.MethodGet, "/", nil)
			request.Host, request.RemoteAddr = host, "127.0.0.1:50000"
			recorder := httptest.NewRecorder()
			g.ServeHTTP(recorder, request)
			if got := recorder.Code == http.StatusOK; got != want || !got && recorder.Code != http.StatusMisdirectedRequest {
				t.Errorf("public %q, host %q: status %d", public, host, recorder.Code)
			}
		}
		if got := g.ask(http.MethodGet, "http://10.9.9.9/healthz", "").Code; got != http.StatusOK {
			t.Errorf("public %q: the probe is answered with %d", public, got)
		}
	}
}

func TestWithoutAPublicAddressAnotherMachineIsRefusedUnderEveryHost(t *testing.T) {
	t.Parallel()
	g := behind(AllowHost(nil, "/healthz"))
	for _, host := range []string{"localhost", "127.0.0.1:8080", "192.0.2.1"} {
		if got := g.ask(http.MethodGet, "http://"+host+"/", "", "Peer: 192.0.2.7:50000").Code; got != http.StatusMisdirectedRequest {
			t.Errorf("host %s: status %d", host, got)
		}
	}
	if got := g.ask(http.MethodGet, "http://localhost/", "", "Peer: [::1]:50000").Code; got != http.StatusOK {
		t.Errorf("this machine: status %d", got)
	}
}

func TestWithoutAPublicAddressATrustedProxyHidesNoOtherMachine(t *testing.T) {
	t.Parallel()
	g := behind(AllowHost(nil))
	g.IPExtractor = ClientAddress([]netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")})
	for client, want := range map[string]int{"192.0.2.7": http.StatusMisdirectedRequest, "127.0.0.1": http.StatusOK} {
		if got := g.ask(http.MethodGet, "http://localhost/", "", "Peer: 127.0.0.1:50000", "X-Forwarded-For: "+client).Code; got != want {
			t.Errorf("%s: status %d", client, got)
		}
	}
}

func TestAForwardedHostIsIgnored(t *testing.T) {
	t.Parallel()
	g := behind(AllowHost(address(t, "https://roll.example")))
	if got := g.ask(http.MethodGet, "http://evil.example/", "", "X-Forwarded-Host: roll.example").Code; got != http.StatusMisdirectedRequest {
		t.Errorf("status %d", got)
	}
}

func TestPlainHTTPIsSentToHTTPSAndFormsAreNotRead(t *testing.T) {
	t.Parallel()
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	g := behind(RequireHTTPS(address(t, "https://roll.example/base"), trusted, "/healthz"))

	answer := g.ask(http.MethodGet, "http://roll.example/base/schools/north?q=%C3%A9", "")
	if location := answer.Header().Get("Location"); answer.Code != 308 || location != "https://roll.example/base/schools/north?q=%C3%A9" {
		t.Errorf("status %d to %q", answer.Code, location)
	}
	if answer = g.ask(http.MethodPost, "http://roll.example/base/sign-in", "password=x"); answer.Code != http.StatusForbidden || g.reached {
		t.Errorf("POST: status %d", answer.Code)
	}
	if answer = g.ask(http.MethodGet, "http://roll.example/healthz", ""); answer.Code != http.StatusOK {
		t.Errorf("probe: status %d", answer.Code)
	}
	for name, test := range map[string]struct {
		peer, proto string
		want        int
	}{
		"a trusted proxy":             {"10.1.2.3:99", "https", 200},
		"a trusted proxy, plain http": {"10.1.2.3:99", "http", 308},
		"a trusted proxy, a chain":    {"10.1.2.3:99", "https, http", 308},
		"a spoofing client":           {"203.0.113.9:99", "https", 308},
		"a spoofing neighbour":        {"192.168.0.9:99", "https", 308},
	} {
		if got := g.ask(http.MethodGet, "http://roll.example/", "", "Peer: "+test.peer, "X-Forwarded-Proto: "+test.proto); got.Code != test.want {
			t.Errorf("%s: status %d", name, got.Code)
		}
	}
}

func TestNoRequestLineMakesTheRedirectLeadElsewhere(t *testing.T) {
	t.Parallel()
	g := behind(RequireHTTPS(address(t, "https://roll.example"), nil))
	for _, target := range []string{"//evil.example/a", "x:@evil.example/", "x:.evil.example/", "http://evil.example/a", `/\evil.example`, "/%09/evil.example"} {
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		parsed, err := url.ParseRequestURI(target)
		if err != nil {
			continue
		}
		request.URL = parsed
		recorder := httptest.NewRecorder()
		g.ServeHTTP(recorder, request)
		goal, err := url.Parse(recorder.Header().Get("Location"))
		if err != nil || recorder.Code == http.StatusPermanentRedirect && (goal.Host != "roll.example" || goal.User != nil) {
			t.Errorf("%q leads to %v (%v)", target, goal, err)
		}
	}
}

func TestWithAPlainPublicAddressNothingIsRedirected(t *testing.T) {
	t.Parallel()
	for _, public := range []string{"", "http://roll.example"} {
		if got := behind(RequireHTTPS(address(t, public), nil)).ask(http.MethodPost, "http://roll.example/", "").Code; got != http.StatusOK {
			t.Errorf("public %q: status %d", public, got)
		}
	}
}

func TestTheClientsAddressComesFromTrustedProxiesOnly(t *testing.T) {
	t.Parallel()
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32")}
	for name, test := range map[string]struct {
		trusted           []netip.Prefix
		peer, xff, expect string
	}{
		"nobody is trusted":     {nil, "10.0.0.1:9", "198.51.100.7", "10.0.0.1"},
		"loopback is not":       {trusted, "127.0.0.1:9", "198.51.100.7", "127.0.0.1"},
		"a private peer is not": {trusted, "192.168.0.1:9", "198.51.100.7", "192.168.0.1"},
		"a proxy":               {trusted, "10.0.0.1:9", "198.51.100.7", "198.51.100.7"},
		"a proxy by IPv6":       {trusted, "[2001:db8::1]:9", "198.51.100.7", "198.51.100.7"},
		"a spoof before it":     {trusted, "10.0.0.1:9", "203.0.113.1, 198.51.100.7", "198.51.100.7"},
		"two proxies":           {trusted, "10.0.0.1:9", "198.51.100.7, 10.0.0.2", "198.51.100.7"},
		"a port":                {trusted, "10.0.0.1:9", "203.0.113.1:80, 198.51.100.7:4711", "198.51.100.7"},
		"ports of two proxies":  {trusted, "10.0.0.1:9", "198.51.100.7:4711,10.0.0.2:80", "198.51.100.7"},
		"a port after IPv6":     {trusted, "10.0.0.1:9", "[2001:db9::7]:4711", "2001:db9::7"},
		"brackets alone":        {trusted, "10.0.0.1:9", "[2001:db9::7]", "2001:db9::7"},
		"no header":             {trusted, "10.0.0.1:9", "", "10.0.0.1"},
	} {
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.RemoteAddr = test.peer
		request.Header.Set("X-Forwarded-For", test.xff)
		request.Header.Set("X-Real-Ip", "203.0.113.99")
		if got := ClientAddress(test.trusted)(request); got != test.expect {
			t.Errorf("%s: %s, want %s", name, got, test.expect)
		}
	}
}

func TestRequestsFromOtherOriginsAreRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		public  string
		headers []string
		want    bool
	}{
		"own page":                        {"https://roll.example", []string{"Sec-Fetch-Site: same-origin", "Origin: https://roll.example"}, true},
		"own page, no Origin":             {"https://roll.example", []string{"Sec-Fetch-Site: same-origin"}, true},
		"typed by the person":             {"https://roll.example", []string{"Sec-Fetch-Site: none"}, true},
		"old browser, own Origin":         {"https://roll.example", []string{"Origin: https://roll.example"}, true},
		"own Origin without address":      {"", []string{"Origin: http://roll.example"}, true},
		"other site":                      {"https://roll.example", []string{"Sec-Fetch-Site: cross-site", "Origin: https://evil.example"}, false},
		"other site, token":               {"https://roll.example", []string{"Sec-Fetch-Site: cross-site", "Token: good"}, false},
		"sibling":                         {"https://roll.example", []string{"Sec-Fetch-Site: same-site", "Origin: https://x.roll.example"}, false},
		"own site, own Origin":            {"https://roll.example", []string{"Sec-Fetch-Site: cross-site", "Origin: https://roll.example"}, false},
		"sandboxed frame":                 {"https://roll.example", []string{"Origin: null"}, false},
		"sandboxed frame, header faked":   {"https://roll.example", []string{"Sec-Fetch-Site: same-origin", "Origin: null"}, false},
		"old browser, bad Origin":         {"https://roll.example", []string{"Origin: https://evil.example"}, false},
		"suffix":                          {"https://roll.example", []string{"Origin: https://roll.example.evil.com"}, false},
		"other scheme":                    {"https://roll.example", []string{"Origin: http://roll.example"}, false},
		"other scheme, no address":        {"", []string{"Origin: https://roll.example"}, false},
		"other port":                      {"https://roll.example", []string{"Origin: https://roll.example:8443"}, false},
		"two Origins":                     {"https://roll.example", []string{"Origin: https://roll.example", "Origin: https://evil.example"}, false},
		"neither header":                  {"https://roll.example", nil, false},
		"neither header, empty":           {"https://roll.example", []string{"Origin: ", "Sec-Fetch-Site: "}, false},
		"neither header, a good token":    {"https://roll.example", []string{"Token: good"}, true},
		"neither header, somebody else's": {"https://roll.example", []string{"Token: other"}, false},
		"unknown Sec-Fetch-Site":          {"https://roll.example", []string{"Sec-Fetch-Site: maybe"}, false},
	} {
		hook := func(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/hooks/") }
		token := func(c echo.Context) bool { return c.Request().Header.Get("Token") == "good" }
		refused := 0
		g := behind(SameOrigin(address(t, test.public), hook, token, func(echo.Context) { refused++ }))
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch, "FOO"} {
			if method == "FOO" && test.want {
				continue
			}
			if got := g.ask(method, "http://roll.example/sign-in", "", test.headers...); g.reached != test.want || !g.reached && method != "FOO" && got.Code != http.StatusForbidden {
				t.Errorf("%s, %s: status %d", name, method, got.Code)
			}
		}
		if g.ask(http.MethodGet, "http://roll.example/", "", test.headers...); !g.reached {
			t.Errorf("%s: reading is refused", name)
		}
		if g.ask(http.MethodPost, "http://roll.example/hooks/north", "", test.headers...); !g.reached {
			t.Errorf("%s: a webhook is refused", name)
		}
		if refused > 0 == test.want {
			t.Errorf("%s: %d refusals are reported", name, refused)
		}
	}
}
