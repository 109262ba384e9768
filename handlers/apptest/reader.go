package apptest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/web/roll"
	"rollbook/web/roll/constants"
)

// Visitor is a person with a browser without scripts. It does not follow redirects automatically, so that
// tests see each answer.
type Visitor struct {
	T       testing.TB
	Address string
	Client  *http.Client
}

// Answer is the answer to a request, read to its end.
type Answer struct {
	Code   int
	Header http.Header
	Body   []byte
	// Page is the body as parsed by a browser.
	Page *goquery.Document
}

// Visit returns a visitor who has not signed in.
func (p *Program) Visit(t testing.TB) *Visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	Must(t, err)
	transport := &http.Transport{}
	if p.network != nil {
		transport.DialContext = func(ctx context.Context, _, address string) (net.Conn, error) {
			return p.network.Dial(ctx, address)
		}
	}
	client := &http.Client{
		Jar: jar, Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	t.Cleanup(client.CloseIdleConnections)
	return &Visitor{T: t, Address: p.Address, Client: client}
}

// As returns a visitor who has signed in by the form.
func (p *Program) As(t testing.TB, email string) *Visitor {
	t.Helper()
	v := p.Visit(t)
	if a := v.SignsIn(email, EveryPassword); a.Code != http.StatusSeeOther {
		t.Fatalf("signing in as %s answers %d: %s", email, a.Code, a.Text("main"))
	}
	return v
}

// Get requests a page. Headers are alternating names and values.
func (v *Visitor) Get(path string, headers ...string) Answer {
	v.T.Helper()
	return v.Send(http.MethodGet, path, nil, headers...)
}

// Post sends a form like a page of this site.
func (v *Visitor) Post(path string, form url.Values, headers ...string) Answer {
	v.T.Helper()
	return v.Send(http.MethodPost, path, FormBody(form), OfForm(headers)...)
}

// Filled returns the form of a page for the selector, with the fields: alternating names and values.
func (v *Visitor) Filled(path, selector string, fields ...string) url.Values {
	v.T.Helper()
	form := v.Get(path).Want(v.T, http.StatusOK).Form(selector)
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return form
}

// FormBody writes a form.
func FormBody(form url.Values) io.Reader { return strings.NewReader(form.Encode()) }

// OfForm adds the headers that a browser sends with a form of this site.
func OfForm(headers []string) []string {
	return append([]string{"Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin"},
		headers...)
}

// ByScript returns the headers of a request by htmx.
func ByScript() []string { return []string{"HX-Request", "true"} }

// Send sends a request and reads its answer.
func (v *Visitor) Send(method, path string, body io.Reader, headers ...string) Answer {
	v.T.Helper()
	got, err := v.Try(v.T.Context(), method, path, body, headers...)
	Must(v.T, err)
	return got
}

// Try is Send for a request that may get no answer, by a person who leaves when the context ends.
func (v *Visitor) Try(ctx context.Context, method, path string, body io.Reader, headers ...string) (Answer, error) {
	r, err := http.NewRequestWithContext(ctx, method, v.Address+path, body)
	if err != nil {
		return Answer{}, err
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	got, err := v.Client.Do(r)
	if err != nil {
		return Answer{}, err
	}
	content, err := io.ReadAll(got.Body)
	if err := errors.Join(err, got.Body.Close()); err != nil {
		return Answer{}, err
	}
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(content))
	return Answer{Code: got.StatusCode, Header: got.Header, Body: content, Page: page}, err
}

// Leads returns the address in the header Refresh or Location of an answer, or "" if it has neither.
func (a Answer) Leads() string {
	if address, leads := strings.CutPrefix(a.Header.Get("Refresh"), "0;url="); leads {
		return address
	}
	return a.Header.Get("Location")
}

// Follow follows the answers that send the browser on, at most five.
func (v *Visitor) Follow(a Answer) Answer {
	v.T.Helper()
	for range 5 {
		next := a.Leads()
		if next == "" {
			return a
		}
		a = v.Get(next)
	}
	v.T.Fatal("it leads on and on")
	return a
}

// Want ends the test when the answer has another status.
func (a Answer) Want(t testing.TB, status int) Answer {
	t.Helper()
	if a.Code != status {
		t.Fatalf("answers %d, want %d: %s", a.Code, status, a.Text("main"))
	}
	return a
}

// Text returns the visible text of the part for the selector.
func (a Answer) Text(selector string) string {
	return strings.Join(strings.Fields(a.Page.Find(selector).Text()), " ")
}

// Address returns the target of the form or link for the selector.
func (a Answer) Address(selector string) string {
	found := a.Page.Find(selector).First()
	return found.AttrOr("action", found.AttrOr("href", ""))
}

// Form returns the fields that a browser would send for the form of the selector (WHATWG HTML, section
// 4.10.21.4), without a pressed button.
func (a Answer) Form(selector string) url.Values {
	values := url.Values{}
	form := a.Page.Find(selector).First()
	owner := form.AttrOr("id", "")
	a.Page.Find("input[name], select[name], textarea[name]").Each(func(_ int, control *goquery.Selection) {
		other, owned := control.Attr("form")
		inside := control.Closest("form").IsSelection(form) && form.Length() > 0
		if owned && other == owner || !owned && inside {
			addControl(values, control)
		}
	})
	return values
}

func addControl(values url.Values, control *goquery.Selection) {
	if _, disabled := control.Attr("disabled"); disabled {
		return
	}
	value := control.AttrOr("value", "")
	switch goquery.NodeName(control) {
	case "select":
		chosen := control.Find("option[selected]")
		if chosen.Length() == 0 {
			chosen = control.Find("option").First()
		}
		value = chosen.AttrOr("value", chosen.Text())
	case "textarea":
		value = control.Text()
	}
	switch control.AttrOr("type", "") {
	case "checkbox", "radio":
		if _, checked := control.Attr("checked"); !checked {
			return
		}
	case "submit", "button", "image", "reset", "file":
		return
	}
	values.Add(control.AttrOr("name", ""), value)
}

// SignedIn reports whether the visitor is signed in.
func (v *Visitor) SignedIn() bool {
	v.T.Helper()
	return v.Get("/preferences").Code == http.StatusOK
}

// AddTeacher adds a teacher with the password.
func (p *Program) AddTeacher(t *testing.T, email, password string) {
	t.Helper()
	person := roll.Person{ID: roll.PersonID(email), Email: email, Name: "Lee Chan"}
	hash, err := p.App.Identity.Passwords.Hash(t.Context(), password)
	Must(t, err)
	Must(t, p.App.Store.AddPerson(t.Context(), person, hash))
	Must(t, p.App.Store.Join(t.Context(), person.ID, Harbour, roll.Teacher))
}

// Cookie returns the value of the browser's cookie with the name.
func (v *Visitor) Cookie(name string) string {
	v.T.Helper()
	for _, cookie := range v.Cookies() {
		if cookie.Name == name {
			return cookie.Value
		}
	}
	v.T.Fatalf("there is no cookie %s", name)
	return ""
}

// SetCookie gives the visitor a cookie.
func (v *Visitor) SetCookie(name, value string) {
	v.T.Helper()
	address, err := url.Parse(v.Address)
	Must(v.T, err)
	v.Client.Jar.SetCookies(address, []*http.Cookie{{Name: name, Value: value, Path: "/"}})
}

// Hears opens a stream until the test is over, and returns those of its events that contain the text.
func (v *Visitor) Hears(t *testing.T, path, text string) <-chan string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, v.Address+path, nil)
	Must(t, err)
	r.Header.Set("Accept", "text/event-stream")
	answer, err := v.Client.Do(r)
	Must(t, err)
	t.Cleanup(func() { Must(t, answer.Body.Close()) })
	events := make(chan string, 10)
	go readEvents(bufio.NewScanner(answer.Body), text, events)
	return events
}

func readEvents(lines *bufio.Scanner, wanted string, events chan<- string) {
	lines.Buffer(nil, 1<<20)
	text := ""
	for lines.Scan() {
		if lines.Text() != "" {
			text += lines.Text()
			continue
		}
		if strings.Contains(text, wanted) {
			events <- text
		}
		text = ""
	}
}

// Links returns the addresses on this site in the page's links.
func (a Answer) Links() []string {
	found := a.Page.Find("a[href^='/']:not([download])")
	return found.Map(func(_ int, link *goquery.Selection) string { return link.AttrOr("href", "") })
}

// Cookies returns the cookies that the browser sends.
func (v *Visitor) Cookies() []*http.Cookie {
	address, err := url.Parse(v.Address)
	Must(v.T, err)
	return v.Client.Jar.Cookies(address)
}

// Serve answers a request without a network.
func (p *Program) Serve(cookies []*http.Cookie, method, address string, form url.Values) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, address, strings.NewReader(form.Encode()))
	request.Host, request.RemoteAddr = "localhost", "127.0.0.1:50000"
	request.Header.Set("Accept-Encoding", "gzip")
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("HX-Request", "true")
	}
	for _, cookie := range cookies {
		request.AddCookie(cookie)
	}
	answer := httptest.NewRecorder()
	p.App.Handler().ServeHTTP(answer, request)
	return answer
}

// CatalogueKeys returns a pattern for keys of the catalogue, which no page may show.
func CatalogueKeys(t *testing.T) *regexp.Regexp {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(constants.Root(t), "web", "language", "*.en.json"))
	Must(t, err)
	first := make(map[string]bool)
	for _, file := range files {
		text, err := os.ReadFile(file)
		Must(t, err)
		for _, key := range regexp.MustCompile(`(?m)^\s*"(\w+)\.`).FindAllSubmatch(text, -1) {
			first[string(key[1])] = true
		}
	}
	if len(first) < 5 {
		t.Fatalf("the catalogue has %d parts", len(first))
	}
	return regexp.MustCompile(`\b(?:` + strings.Join(slices.Collect(maps.Keys(first)), "|") + `)\.[a-z_]+(?:\.[a-z_]+)*\b`)
}
