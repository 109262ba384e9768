package faults_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// tenant is a school with words that occur in no other.
type tenant struct {
	ID   roll.SchoolID
	Code string
	// Number is the school's number in the school system, with which its ids begin.
	Number int64
}

// idStride separates the ids of the school system's schools.
const idStride = 100_000

// readsOnly requests a page and checks it for other schools' data.
func readsOnly(t *testing.T, p *apptest.Program, own tenant, cookies []*http.Cookie, path string) {
	t.Helper()
	if read := answered(t, p, own, cookies, http.MethodGet, path, nil); read.Code != http.StatusOK {
		t.Errorf("%s answers %d", path, read.Code)
	}
}

// answered repeats a request while the program is too busy, as a person would, since two hundred at once are
// much for a slow machine. It checks every answer.
func answered(t *testing.T, p *apptest.Program, own tenant, cookies []*http.Cookie, method, path string, form url.Values) apptest.Answer {
	t.Helper()
	var got apptest.Answer
	apptest.Eventually(t, path+" is answered", func() bool {
		got = answerOf(t, p.Serve(cookies, method, path, form))
		wantOnly(t, own, path, string(got.Body))
		return got.Code != http.StatusServiceUnavailable
	})
	return got
}

// answerOf reads a recorded answer as a browser does.
func answerOf(t *testing.T, got *httptest.ResponseRecorder) apptest.Answer {
	t.Helper()
	content := got.Body.Bytes()
	if got.Header().Get("Content-Encoding") == "gzip" {
		body, err := gzip.NewReader(got.Body)
		apptest.Must(t, err)
		content, err = io.ReadAll(body)
		apptest.Must(t, err)
	}
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(content))
	apptest.Must(t, err)
	return apptest.Answer{Code: got.Code, Header: got.Header(), Body: content, Page: page}
}

// wantOnly checks for words and ids of other schools.
func wantOnly(t *testing.T, own tenant, where, body string) {
	t.Helper()
	words := regexp.MustCompile(`(?i)canary[- ]?(\d\d)|\b(\d{6,7})\b|Harbour Street|Tilleuls`)
	for _, found := range words.FindAllStringSubmatch(body, -1) {
		name, id := found[1], found[2]
		if name != "" && strings.HasSuffix(string(own.ID), name) {
			continue
		}
		if number, err := strconv.ParseInt(id, 10, 64); err == nil && number/idStride == own.Number {
			continue
		}
		t.Errorf("%s of %s has %q", where, own.ID, found[0])
		return
	}
}
