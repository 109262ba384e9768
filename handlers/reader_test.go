package handlers_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// visitor is somebody with a browser that runs no scripts: she follows no redirect
// by herself, so that tests see each answer.
type visitor struct {
	t       testing.TB
	address string
	client  *http.Client
}

// answer is what came back, read to its end.
type answer struct {
	code   int
	header http.Header
	body   []byte
	// page is the body as a browser reads it.
	page *goquery.Document
}

// visit is somebody who has not signed in.
func (p *program) visit(t testing.TB) *visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	must(t, err)
	client := &http.Client{
		Jar:           jar,
		Transport:     &http.Transport{DialContext: p.dial},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	t.Cleanup(client.CloseIdleConnections)
	return &visitor{t: t, address: p.address, client: client}
}

// as is somebody who has signed in by the form.
func (p *program) as(t testing.TB, email string) *visitor {
	t.Helper()
	v := p.visit(t)
	form := v.get("/sign-in").form("main form")
	form.Set("email", email)
	form.Set("password", everyPassword)
	if a := v.post("/sign-in", form); a.code != http.StatusSeeOther {
		t.Fatalf("signing in as %s answers %d: %s", email, a.code, a.text("main"))
	}
	return v
}

// get asks for a page; headers are names and values in turn.
func (v *visitor) get(path string, headers ...string) answer {
	v.t.Helper()
	return v.send(http.MethodGet, path, nil, headers...)
}

// post sends a form as a page of this site does.
func (v *visitor) post(path string, form url.Values, headers ...string) answer {
	v.t.Helper()
	return v.send(http.MethodPost, path, formBody(form), ofForm(headers)...)
}

func formBody(form url.Values) io.Reader { return strings.NewReader(form.Encode()) }

// ofForm adds the headers with which a browser sends a form of this site.
func ofForm(headers []string) []string {
	return append([]string{"Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin"}, headers...)
}

// byScript are the headers of a request that htmx makes.
func byScript() []string { return []string{"HX-Request", "true"} }

func (v *visitor) send(method, path string, body io.Reader, headers ...string) answer {
	v.t.Helper()
	got, err := v.try(method, path, body, headers...)
	must(v.t, err)
	return got
}

// try is send where no answer may come.
func (v *visitor) try(method, path string, body io.Reader, headers ...string) (answer, error) {
	r, err := http.NewRequestWithContext(v.t.Context(), method, v.address+path, body)
	if err != nil {
		return answer{}, err
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	got, err := v.client.Do(r)
	if err != nil {
		return answer{}, err
	}
	content, err := io.ReadAll(got.Body)
	if err := errors.Join(err, got.Body.Close()); err != nil {
		return answer{}, err
	}
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(content))
	return answer{code: got.StatusCode, header: got.Header, body: content, page: page}, err
}

// follow goes to where an answer leads, as often as it leads on.
func (v *visitor) follow(a answer) answer {
	v.t.Helper()
	for range 5 {
		if a.code != http.StatusSeeOther {
			return a
		}
		a = v.get(a.header.Get("Location"))
	}
	v.t.Fatal("it leads on and on")
	return a
}

// want ends the test when the answer has another status.
func (a answer) want(t testing.TB, status int) answer {
	t.Helper()
	if a.code != status {
		t.Fatalf("answers %d, want %d: %s", a.code, status, a.text("main"))
	}
	return a
}

// text is what a person reads in the part that the selector finds.
func (a answer) text(selector string) string {
	return strings.Join(strings.Fields(a.page.Find(selector).Text()), " ")
}

// address is where the form or link that the selector finds leads.
func (a answer) address(selector string) string {
	found := a.page.Find(selector).First()
	return found.AttrOr("action", found.AttrOr("href", ""))
}

// form is what a browser would send of the form that the selector finds (WHATWG
// HTML, section 4.10.21.4), no button pressed.
func (a answer) form(selector string) url.Values {
	values := url.Values{}
	form := a.page.Find(selector).First()
	owner := form.AttrOr("id", "")
	a.page.Find("input[name], select[name], textarea[name]").Each(func(_ int, control *goquery.Selection) {
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
