package door_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/edge/settings"
)

// inVersions serves the program as another version: every file has another address, and the door's worker
// differs.
func inVersions(t *testing.T, p *apptest.Program) (address string, next *atomic.Bool) {
	t.Helper()
	next = new(atomic.Bool)
	far, err := url.Parse(p.Address)
	apptest.Must(t, err)
	const old, changed = "/static/", "/static/next/"
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(far)
			r.Out.Host = r.In.Host
			r.Out.Header.Del("Accept-Encoding")
			r.Out.URL.Path = strings.Replace(r.In.URL.Path, changed, old, 1)
		},
		ModifyResponse: func(answer *http.Response) error {
			// On a host shared with other programs, and in other browsers, the header clears nothing.
			answer.Header.Del("Clear-Site-Data")
			if !next.Load() || strings.HasPrefix(answer.Request.URL.Path, old) {
				return nil
			}
			if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/html") && !strings.HasPrefix(kind, "text/javascript") {
				return nil
			}
			text, err := io.ReadAll(answer.Body)
			if err != nil {
				return err
			}
			text = bytes.ReplaceAll(text, []byte(old), []byte(changed))
			if strings.HasSuffix(answer.Request.URL.Path, "/worker.js") {
				text = append(text, `;addEventListener("message",e=>e.ports[0].postMessage("next"))`...)
			}
			answer.Body = io.NopCloser(bytes.NewReader(text))
			answer.Header.Del("Content-Length")
			answer.ContentLength = int64(len(text))
			return nil
		},
	}
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)
	return server.URL, next
}

func newVersion(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	address, next := inVersions(t, p)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(768, 1024)
	u.Cookies(address, p.Tablet(t, "Door 12", "8B").Cookies())
	u.Go(address + "/door")
	keepsPages(u, 1)
	next.Store(true)
	u.Go(address + "/door")
	// A browser may keep the old worker while its page is open.
	u.Wait(`((async () => {
		const registration = await navigator.serviceWorker.getRegistration();
		window.replaced = registration.waiting || registration.active !== navigator.serviceWorker.controller || window.answered;
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => { window.answered = true; };
		navigator.serviceWorker.controller.postMessage("", [port2]);
	})(), window.replaced)`)
	u.Go("about:blank")
	u.Go(address + "/door")
	keepsPages(u, 1)
	const others = `(all) => all.filter(({ url, text, answer }) => (answer.headers.get("Content-Type").startsWith("text/html") ? text.includes('"/static/') && !text.includes("/static/next/") : !url.includes("/static/next/"))).map(({ url }) => url)`
	u.Wait(`((async () => {
		const urls = [];
		for (const name of await caches.keys()) for (const request of await (await caches.open(name)).keys()) urls.push(request.url);
		window.mixed = urls.some((url) => url.includes("/static/") && !url.includes("/static/next/")) || !urls.length;
	})(), window.mixed === false)`)
	if mixed := inCaches(u, others); mixed != "" {
		t.Errorf("of the version before it keeps %s", mixed)
	}
}

// doorBelowAPath shares its host with other programs.
func doorBelowAPath(t *testing.T, browser *browsertest.Browser) {
	var far atomic.Pointer[url.URL]
	server := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(far.Load())
		r.Out.Host = r.In.Host
	}})
	t.Cleanup(server.Close)
	public, err := url.Parse(server.URL + "/rollbook")
	apptest.Must(t, err)
	p := apptest.BootWith(t, apptest.Options{Config: func(c *settings.Config) { c.Public = public }})
	near, err := url.Parse(p.Address)
	apptest.Must(t, err)
	far.Store(near)
	p.Address = public.String()
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(768, 1024)
	u.Cookies(server.URL, p.Tablet(t, "Door 12", "8B").Cookies())
	u.Go(p.Address + "/door")
	keepsPages(u, 1)
	if foreign := inCaches(u, `(all) => all.map(({ url }) => new URL(url).pathname).filter((path) => !path.startsWith("/rollbook/"))`); foreign != "" {
		t.Errorf("it keeps %s", foreign)
	}
	server.CloseClientConnections()
	server.Close()
	u.Go(p.Address + "/door")
	u.WantSays("No network. The roll opens once it is back.")
	u.WantSays("8B")
}
