package doortest

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

// BehindProxy opens a tablet of both classes behind a proxy, on the names of 8B. Its pages are stored.
func BehindProxy(t *testing.T, browser *browsertest.Browser, p *apptest.Program) (*apptest.User, *Proxy) {
	t.Helper()
	p.SetPINs(t)
	proxy := ProxyTo(t, p)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(1024, 768)
	u.Cookies(proxy.Address, p.TapTablet(t, "Door 12", "8B", "9A").Cookies())
	u.Go(proxy.Address + "/door")
	KeepsPages(u, 3)
	InHall(u, "8B")
	return u, proxy
}

// Foreign is an answer from between a tablet and Rollbook: its status, or Portal.
type Foreign int

// Portal is the page of a network that requires a sign-in.
const Portal Foreign = http.StatusOK

// Foreigners returns the answers of proxies during a restart or maintenance, and of portals.
func Foreigners() []Foreign {
	return []Foreign{400, 401, 403, 404, 409, 413, 422, 429, 500, 302, Portal}
}

// Kind is the kind of a request.
type Kind int

const (
	// Pages are page loads.
	Pages Kind = iota
	// Posts are presses and taps.
	Posts
	// Streams are event streams.
	Streams
	// Reads are files, and polls of scripts.
	Reads
)

func kindOf(r *http.Request) Kind {
	switch {
	case r.Method == http.MethodPost:
		return Posts
	case strings.HasSuffix(r.URL.Path, "/events"):
		return Streams
	case r.Header.Get("Sec-Fetch-Mode") == "navigate":
		return Pages
	}
	return Reads
}

// Proxy stands between a browser and the program, and answers in its place while a test wants it to.
type Proxy struct {
	// Address begins with http:// and names the proxy's port.
	Address string
	behind  http.Handler

	mu     sync.Mutex
	always map[Kind]Foreign
	once   map[Kind][]Foreign
	// answered counts the proxy's own answers.
	answered map[Kind]int
	// posted counts the taps that passed.
	posted int
}

// ProxyTo listens in front of the program.
func ProxyTo(t *testing.T, p *apptest.Program) *Proxy {
	t.Helper()
	far, err := url.Parse(p.Address)
	apptest.Must(t, err)
	between := &Proxy{always: make(map[Kind]Foreign), once: make(map[Kind][]Foreign), answered: make(map[Kind]int)}
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
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer, own := p.answer(kindOf(r))
	switch {
	case !own:
		p.behind.ServeHTTP(w, r)
		return
	case answer == http.StatusFound:
		w.Header().Set("Location", "/portal/sign-in")
	case answer == Portal:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
	}
	w.WriteHeader(int(answer))
	_, _ = w.Write([]byte("404 page not found. <form>Sign in to the network</form>"))
}

func (p *Proxy) answer(of Kind) (answer Foreign, own bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if answer, own = p.always[of]; !own && len(p.once[of]) > 0 {
		answer, own = p.once[of][0], true
		p.once[of] = p.once[of][1:]
	}
	if own {
		p.answered[of]++
	} else if of == Posts {
		p.posted++
	}
	return answer, own
}

// Answers makes the proxy answer requests of the kinds in Rollbook's place.
func (p *Proxy) Answers(with Foreign, kinds ...Kind) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, of := range kinds {
		p.always[of] = with
	}
}

// Next makes the proxy answer the next requests of the Kind, once each.
func (p *Proxy) Next(of Kind, with ...Foreign) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.once[of] = with
}

// Recovers makes the proxy pass everything on.
func (p *Proxy) Recovers() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.always)
}

// Met returns the number of requests of the kind that the proxy answered itself.
func (p *Proxy) Met(of Kind) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.answered[of]
}
