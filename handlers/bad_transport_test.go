package handlers_test

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
)

// badTransports are bad requests below HTTP's meaning, and false headers of proxies.
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

// spoken sends bytes on a connection of their own and is the first answer's status,
// 0 for none.
func (p *program) spoken(t *testing.T, request string) (status int, body string) {
	t.Helper()
	host := strings.TrimPrefix(p.address, "http://")
	connection, err := net.Dial("tcp", host)
	must(t, err)
	defer func() { must(t, connection.Close()) }()
	must(t, connection.SetDeadline(time.Now().Add(20*time.Second)))
	_, err = connection.Write([]byte(strings.ReplaceAll(request, "HOST", host)))
	must(t, err)
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		return 0, ""
	}
	defer func() { must(t, response.Body.Close()) }()
	content, err := io.ReadAll(response.Body)
	must(t, err)
	return response.StatusCode, string(content)
}

// sent has each request answered with the status, and nothing comes of it.
func sent(status int, requests ...string) trial {
	return func(t *testing.T, p *program) {
		for _, request := range requests {
			p.nothing(t, func() answer {
				if got, _ := p.spoken(t, request); got != status {
					t.Errorf("%q answers %d, want %d", request, got, status)
				}
				return answer{}
			})
		}
	}
}

func oddVersions(t *testing.T, p *program) {
	for _, request := range []string{"GET /\r\n\r\n", "GET / HTTP/3.0\r\nHost: HOST\r\n\r\n", "GET / HTTP/0.9\r\nHost: HOST\r\n\r\n"} {
		if status, _ := p.spoken(t, request); status != 400 && status != 505 {
			t.Errorf("%q answers %d", request, status)
		}
	}
}

// chunkedInHTTP10 sends a roll whose body is not read: it must not count as saved.
func chunkedInHTTP10(t *testing.T, p *program) {
	v := p.as(t, teacher)
	page := v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 3)...).Encode()
	request := "POST " + rollPath + " HTTP/1.0\r\nHost: HOST\r\nCookie: rollbook_session=" + v.cookie("rollbook_session") +
		"\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n" +
		fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(form), form)
	p.nothing(t, func() answer {
		if status, _ := p.spoken(t, request); status < 400 || status >= 500 {
			t.Errorf("answers %d", status)
		}
		return answer{}
	})
}

func oddMethods(t *testing.T, p *program) {
	const secret = "X-Secret: seen"
	for request, want := range map[string][]int{
		"TRACE /sign-in HTTP/1.1\r\nHost: HOST\r\n" + secret + "\r\n\r\n":           {405},
		"CONNECT evil.example:443 HTTP/1.1\r\nHost: HOST\r\n" + secret + "\r\n\r\n": {404, 405, 421},
		"OPTIONS * HTTP/1.1\r\nHost: HOST\r\n" + secret + "\r\n\r\n":                {200},
	} {
		status, body := p.spoken(t, request)
		if !slices.Contains(want, status) || strings.Contains(body, "seen") || status == 200 && body != "" {
			t.Errorf("%q answers %d with %q", request, status, body)
		}
	}
}

func zipped(t *testing.T, p *program) {
	v := p.as(t, teacher)
	p.nothing(t, func() answer { return v.raw(rollPath, "\x1f\x8b\x08", "Content-Encoding", "gzip") }).want(t, http.StatusUnsupportedMediaType)
}

func forwardedProto(t *testing.T, _ *program) {
	p := bootSecure(t)
	if got := p.asked(http.MethodGet, "/sign-in", "", "X-Forwarded-Proto", "https"); got.Code != http.StatusPermanentRedirect {
		t.Errorf("answers %d", got.Code)
	}
}

func forwardedHost(t *testing.T, p *program) {
	v := p.visit(t)
	for _, path := range []string{"/", "/sign-in", eightB} {
		got := v.get(path, "X-Forwarded-Host", "evil.example", "Forwarded", "host=evil.example")
		if strings.Contains(string(got.body), "evil.example") || strings.Contains(got.header.Get("Location"), "evil.example") {
			t.Errorf("%s believes it", path)
		}
	}
}

// maskedTokens compares two readings of a page: whatever must stay secret in it is
// never twice the same, so that its compressed length tells nothing.
func maskedTokens(t *testing.T, p *program) {
	v := p.as(t, teacher)
	session := v.cookie("rollbook_session")
	first, second := v.get(eightB).want(t, http.StatusOK), v.get(eightB).want(t, http.StatusOK)
	for _, name := range []string{"guard", "save", "others_save"} {
		a, b := first.form("#roll").Get(name), second.form("#roll").Get(name)
		if a == "" || a == b {
			t.Errorf("%s is %q and %q", name, a, b)
		}
	}
	if strings.Contains(string(first.body), session) {
		t.Error("the page holds the session")
	}
}

func manyLanguages(t *testing.T, p *program) {
	v := p.as(t, teacher)
	languages := strings.Repeat("en-GB;q=0.5, xx;q=0.1, ", 500)
	if got := v.get(eightB, "Accept-Language", languages).want(t, http.StatusOK); got.page.Find("html[lang=en]").Length() != 1 {
		t.Error("it is in no language")
	}
	v.get(eightB, "Accept-Language", strings.Repeat("-", 10<<10)).want(t, http.StatusOK)
}

// badPaths are addresses that no page links to.
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
	return func(t *testing.T, p *program) {
		for _, path := range paths {
			if status, _ := p.spoken(t, "GET "+path+" HTTP/1.1\r\nHost: HOST\r\n\r\n"); status != http.StatusNotFound {
				t.Errorf("%s answers %d", path, status)
			}
		}
	}
}

func dotSegments(t *testing.T, p *program) {
	foundNowhere("/static/./x", "//static/x", "/assets/../admin/x", "//evil.example/..", "/static/%2e%2e/sign-in", "/static//evil.example")(t, p)
}

func otherSpellings(t *testing.T, p *program) {
	cookie := "\r\nCookie: rollbook_session=" + p.as(t, teacher).cookie("rollbook_session") + "\r\n\r\n"
	for _, path := range []string{"/Schools/harbour/roll?class=8B", "/SCHOOLS/harbour", "/schools/Harbour/roll?class=8B", rollPath + "/?class=8B", "/schools/harbour/", "/sign-in/"} {
		if status, body := p.spoken(t, "GET "+path+" HTTP/1.1\r\nHost: HOST"+cookie); status != http.StatusNotFound || strings.Contains(body, "data-enrolment") {
			t.Errorf("%s answers %d", path, status)
		}
	}
}
