package door_test

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// behindProxy opens a tablet of both classes behind a proxy, on the names of 8B. Its pages are stored.
func behindProxy(t *testing.T, browser *browsertest.Browser, p *apptest.Program) (*apptest.User, *foreignProxy) {
	t.Helper()
	p.SetPINs(t)
	proxy := proxyTo(t, p)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(1024, 768)
	u.Cookies(proxy.Address, p.TapTablet(t, "Door 12", "8B", "9A").Cookies())
	u.Go(proxy.Address + "/door")
	keepsPages(u, 3)
	inHall(u, "8B")
	return u, proxy
}

// foreign is an answer from between a tablet and Rollbook: its status, or portal.
type foreign int

// portal is the page of a network that requires a sign-in.
const portal foreign = http.StatusOK

// foreigners returns the answers of proxies during a restart or maintenance, and of portals.
func foreigners() []foreign {
	return []foreign{400, 401, 403, 404, 409, 413, 422, 429, 500, 302, portal}
}

// kind is the kind of a request.
type kind int

const (
	// pageLoads are page loads.
	pageLoads kind = iota
	// posts are presses and taps.
	posts
	// streams are event streams.
	streams
	// reads are files, and polls of scripts.
	reads
)

func kindOf(r *http.Request) kind {
	switch {
	case r.Method == http.MethodPost:
		return posts
	case strings.HasSuffix(r.URL.Path, "/events"):
		return streams
	case r.Header.Get("Sec-Fetch-Mode") == "navigate":
		return pageLoads
	}
	return reads
}

// foreignProxy stands between a browser and the program, and answers in its place while a test wants it to.
type foreignProxy struct {
	// Address begins with http:// and names the proxy's port.
	Address string
	behind  http.Handler

	mu     sync.Mutex
	always map[kind]foreign
	once   map[kind][]foreign
	// answered counts the proxy's own answers.
	answered map[kind]int
	// posted counts the taps that passed.
	posted int
}

// proxyTo listens in front of the program.
func proxyTo(t *testing.T, p *apptest.Program) *foreignProxy {
	t.Helper()
	far, err := url.Parse(p.Address)
	apptest.Must(t, err)
	between := &foreignProxy{always: make(map[kind]foreign), once: make(map[kind][]foreign), answered: make(map[kind]int)}
	between.behind = &httputil.ReverseProxy{FlushInterval: -1, ErrorLog: log.New(io.Discard, "", 0), Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(far)
		r.Out.Host = r.In.Host
	}}
	server := httptest.NewServer(between)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	between.Address = server.URL
	return between
}

// ServeHTTP answers as the test has set, or passes the request on.
func (p *foreignProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer, own := p.answer(kindOf(r))
	switch {
	case !own:
		p.behind.ServeHTTP(w, r)
		return
	case answer == http.StatusFound:
		w.Header().Set("Location", "/portal/sign-in")
	case answer == portal:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
	}
	w.WriteHeader(int(answer))
	_, _ = w.Write([]byte("404 page not found. <form>Sign in to the network</form>"))
}

func (p *foreignProxy) answer(of kind) (answer foreign, own bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if answer, own = p.always[of]; !own && len(p.once[of]) > 0 {
		answer, own = p.once[of][0], true
		p.once[of] = p.once[of][1:]
	}
	if own {
		p.answered[of]++
	} else if of == posts {
		p.posted++
	}
	return answer, own
}

// Answers makes the proxy answer requests of the kinds in Rollbook's place.
func (p *foreignProxy) Answers(with foreign, kinds ...kind) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, of := range kinds {
		p.always[of] = with
	}
}

// Next makes the proxy answer the next requests of the kind, once each.
func (p *foreignProxy) Next(of kind, with ...foreign) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.once[of] = with
}

// Recovers makes the proxy pass everything on.
func (p *foreignProxy) Recovers() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.always)
}

// Met returns the number of requests of the kind that the proxy answered itself.
func (p *foreignProxy) Met(of kind) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.answered[of]
}
