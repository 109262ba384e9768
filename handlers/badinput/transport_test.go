package badinput_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// badTransports are the trials of bad requests at the level of HTTP, and of false headers of proxies.
func badTransports() map[string]trial {
	return map[string]trial{
		"two different Content-Length":             sent(400, "POST /sign-in HTTP/1.1\r\nHost: HOST\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"),
		"Content-Length: +3 / -1":                  sent(400, "POST /sign-in HTTP/1.1\r\nHost: HOST\r\nContent-Length: +3\r\n\r\nabc", "POST /sign-in HTTP/1.1\r\nHost: HOST\r\nContent-Length: -1\r\n\r\nabc"),
		"no Host":                                  sent(400, "GET / HTTP/1.1\r\n\r\n"),
		"NUL/CR in header":                         sent(400, "GET / HTTP/1.1\r\nHost: HOST\r\nX: a\x00b\r\n\r\n", "GET / HTTP/1.1\r\nHost: HOST\r\nX: a\rb\r\n\r\n"),
		"TE: xchunked / chunked, identity / twice": sent(501, "POST /sign-in HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: xchunked\r\n\r\n", "POST /sign-in HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked, identity\r\n\r\n"),
		"chunk extension bare LF":                  sent(400, "POST /sign-in HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n3;x\nabc\r\n0\r\n\r\n"),
		"Expect: zzz":                              sent(417, "POST /sign-in HTTP/1.1\r\nHost: HOST\r\nExpect: zzz\r\nContent-Length: 0\r\n\r\n"),
		"unknown Host":                             sent(421, "GET /sign-in HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
		"HTTP/0.9, HTTP/3.0":                       oddVersions,
		"TE on HTTP/1.0":                           chunkedInHTTP10,
		"TRACE / CONNECT / OPTIONS *":              oddMethods,
		"100 MB gzip request":                      zipped,
		"X-Forwarded-Proto spoof":                  forwardedProto,
		"X-Forwarded-For spoof":                    triedOneByOne,
		"X-Forwarded-Host":                         forwardedHost,
		"Accept-Encoding br bomb/BREACH":           maskedTokens,
		"Accept-Language 10 KB":                    manyLanguages,
	}
}

// spoken sends bytes on a new connection and returns the first answer's status, 0 for none.
func spoken(t *testing.T, p *apptest.Program, request string) (status int, body string) {
	t.Helper()
	host := strings.TrimPrefix(p.Address, "http://")
	connection, err := net.Dial("tcp", host)
	apptest.Must(t, err)
	defer func() { apptest.Must(t, connection.Close()) }()
	apptest.Must(t, connection.SetDeadline(time.Now().Add(apptest.Patience)))
	_, err = connection.Write([]byte(strings.ReplaceAll(request, "HOST", host)))
	apptest.Must(t, err)
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		return 0, ""
	}
	defer func() { apptest.Must(t, response.Body.Close()) }()
	content, err := io.ReadAll(response.Body)
	apptest.Must(t, err)
	return response.StatusCode, string(content)
}

// sent expects each request to be answered with the status, and to have no effect.
func sent(status int, requests ...string) trial {
	return func(t *testing.T, p *apptest.Program) {
		for _, request := range requests {
			p.Nothing(t, func() apptest.Answer {
				if got, _ := spoken(t, p, request); got != status {
					t.Errorf("%q answers %d, want %d", request, got, status)
				}
				return apptest.Answer{}
			})
		}
	}
}

func oddVersions(t *testing.T, p *apptest.Program) {
	for _, request := range []string{"GET /\r\n\r\n", "GET / HTTP/3.0\r\nHost: HOST\r\n\r\n", "GET / HTTP/0.9\r\nHost: HOST\r\n\r\n"} {
		if status, _ := spoken(t, p, request); status != 400 && status != 505 {
			t.Errorf("%q answers %d", request, status)
		}
	}
}

// chunkedInHTTP10 sends a roll whose body is not read: it must not be saved.
func chunkedInHTTP10(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 3)...).Encode()
	request := "POST " + apptest.RollPath + " HTTP/1.0\r\nHost: HOST\r\nCookie: rollbook_session=" + v.Cookie("rollbook_session") +
		"\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n" +
		fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(form), form)
	p.Nothing(t, func() apptest.Answer {
		if status, _ := spoken(t, p, request); status < 400 || status >= 500 {
			t.Errorf("answers %d", status)
		}
		return apptest.Answer{}
	})
}

func oddMethods(t *testing.T, p *apptest.Program) {
	const secret = "X-Secret: seen"
	for request, want := range map[string][]int{
		"TRACE /sign-in HTTP/1.1\r\nHost: HOST\r\n" + secret + "\r\n\r\n":           {405},
		"CONNECT evil.example:443 HTTP/1.1\r\nHost: HOST\r\n" + secret + "\r\n\r\n": {404, 405, 421},
		"OPTIONS * HTTP/1.1\r\nHost: HOST\r\n" + secret + "\r\n\r\n":                {200},
	} {
		status, body := spoken(t, p, request)
		if !slices.Contains(want, status) || strings.Contains(body, "seen") || status == 200 && body != "" {
			t.Errorf("%q answers %d with %q", request, status, body)
		}
	}
}

func zipped(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	p.Nothing(t, func() apptest.Answer {
		return raw(v, apptest.RollPath, "\x1f\x8b\x08", "Content-Encoding", "gzip")
	}).Want(t, http.StatusUnsupportedMediaType)
}

func forwardedProto(t *testing.T, _ *apptest.Program) {
	p := bootSecure(t)
	if got := overHTTP(p, http.MethodGet, "/sign-in", "", "X-Forwarded-Proto", "https"); got.Code != http.StatusPermanentRedirect {
		t.Errorf("answers %d", got.Code)
	}
}

func forwardedHost(t *testing.T, p *apptest.Program) {
	v := p.Visit(t)
	for _, path := range []string{"/", "/sign-in", apptest.EightB} {
		got := v.Get(path, "X-Forwarded-Host", "evil.example", "Forwarded", "host=evil.example")
		if strings.Contains(string(got.Body), "evil.example") || strings.Contains(got.Header.Get("Location"), "evil.example") {
			t.Errorf("%s believes it", path)
		}
	}
}

// maskedTokens compares two requests of a page: its secrets are never the same twice, so that the compressed
// length reveals nothing about them.
func maskedTokens(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	session := v.Cookie("rollbook_session")
	first, second := v.Get(apptest.EightB).Want(t, http.StatusOK), v.Get(apptest.EightB).Want(t, http.StatusOK)
	for _, name := range []string{"guard", "save", "others_save"} {
		a, b := first.Form("#roll").Get(name), second.Form("#roll").Get(name)
		if a == "" || a == b {
			t.Errorf("%s is %q and %q", name, a, b)
		}
	}
	if strings.Contains(string(first.Body), session) {
		t.Error("the page holds the session")
	}
}

func manyLanguages(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	languages := strings.Repeat("en-GB;q=0.5, xx;q=0.1, ", 500)
	if got := v.Get(apptest.EightB, "Accept-Language", languages).Want(t, http.StatusOK); got.Page.Find("html[lang=en]").Length() != 1 {
		t.Error("it is in no language")
	}
	v.Get(apptest.EightB, "Accept-Language", strings.Repeat("-", 10<<10)).Want(t, http.StatusOK)
}

// badPaths are the trials of addresses without a link.
func badPaths() map[string]trial {
	return map[string]trial{
		"directory listing":                   sent(404, "GET /static/ HTTP/1.1\r\nHost: HOST\r\n\r\n", "GET /static HTTP/1.1\r\nHost: HOST\r\n\r\n"),
		"bad percent":                         sent(400, "GET /%zz HTTP/1.1\r\nHost: HOST\r\n\r\n"),
		"NUL in path":                         sent(404, "GET /%00 HTTP/1.1\r\nHost: HOST\r\n\r\n", "GET /static/%00 HTTP/1.1\r\nHost: HOST\r\n\r\n", "GET /help/%00 HTTP/1.1\r\nHost: HOST\r\n\r\n"),
		"dot segments":                        dotSegments,
		"trailing slash + case":               otherSpellings,
		"source maps, .templ, .go, .db, -wal": foundNowhere("/rollbook.db", "/rollbook.db-wal", "/static/rollbook.css.map", "/views/roll.templ", "/static/../main.go", "/main.go", "/.git/config", "/static/vendor/"),
	}
}

func foundNowhere(paths ...string) trial {
	return func(t *testing.T, p *apptest.Program) {
		for _, path := range paths {
			if status, _ := spoken(t, p, "GET "+path+" HTTP/1.1\r\nHost: HOST\r\n\r\n"); status != http.StatusNotFound {
				t.Errorf("%s answers %d", path, status)
			}
		}
	}
}

func dotSegments(t *testing.T, p *apptest.Program) {
	foundNowhere("/static/./x", "//static/x", "/assets/../admin/x", "//evil.example/..", "/static/%2e%2e/sign-in", "/static//evil.example")(t, p)
}

func otherSpellings(t *testing.T, p *apptest.Program) {
	cookie := "\r\nCookie: rollbook_session=" + p.As(t, apptest.Teacher).Cookie("rollbook_session") + "\r\n\r\n"
	for _, path := range []string{"/Schools/harbour/roll?class=8B", "/SCHOOLS/harbour", "/schools/Harbour/roll?class=8B", apptest.RollPath + "/?class=8B", "/schools/harbour/", "/sign-in/"} {
		if status, body := spoken(t, p, "GET "+path+" HTTP/1.1\r\nHost: HOST"+cookie); status != http.StatusNotFound || strings.Contains(body, "data-enrolment") {
			t.Errorf("%s answers %d", path, status)
		}
	}
}
