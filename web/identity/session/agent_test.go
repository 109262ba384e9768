package session_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"rollbook/web/identity/session"
)

func TestADeviceIsNamedAfterItsBrowser(t *testing.T) {
	t.Parallel()
	const kit = " AppleWebKit/537.36 (KHTML, like Gecko) "
	for header, want := range map[string]session.Agent{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64)" + kit + "Chrome/141.0.0.0 Safari/537.36":                                                     {Browser: "chrome", Platform: "windows"},
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64)" + kit + "Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0":                                       {Browser: "edge", Platform: "windows"},
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)" + kit + "Version/18.1 Safari/605.1.15":                                                 {Browser: "safari", Platform: "mac"},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1": {Browser: "chrome", Platform: "iphone"},
		"Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1":         {Browser: "safari", Platform: "ipad"},
		"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)" + kit + "Chrome/141.0.0.0 Safari/537.36":                                                      {Browser: "chrome", Platform: "chromebook"},
		"Mozilla/5.0 (Linux; Android 15; SM-X210)" + kit + "SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36":                                  {Browser: "samsung", Platform: "android"},
		"Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0":                                                                 {Browser: "firefox", Platform: "linux"},
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64)" + kit + "Chrome/141.0.0.0 Safari/537.36 OPR/125.0.0.0":                                       {Browser: "opera", Platform: "windows"},
		"curl/8.14.1": {}, "": {}, "<script>": {},
	} {
		if got := session.AgentOf(header); got != want {
			t.Errorf("%q is %+v, want %+v", header, got, want)
		}
	}
}

func TestASessionKeepsTheBrowserOfItsSignIn(t *testing.T) {
	t.Parallel()
	b := newBrowser(sessions(newMemory()))
	request := httptest.NewRequest(http.MethodPost, "/sign-in", nil)
	request.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0")
	b.send(request, func(_ http.ResponseWriter, r *http.Request) {
		if err := b.sessions.SignIn(r.Context(), "ada", 1, time.Now()); err != nil {
			t.Error(err)
		}
	})
	// Other requests of the session do not describe themselves.
	b.current("/")
	if list := b.own(t); len(list) != 1 || list[0].Agent != (session.Agent{Browser: "firefox", Platform: "linux"}) {
		t.Errorf("listed: %+v", list)
	}
}
