package handlers_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// The most that a roll of 28 may cost, in bytes compressed by gzip, requests and
// elements.
const (
	mostPageBytes   = 7 << 10
	mostStyleBytes  = 6 << 10
	mostFirstBytes  = 13 << 10
	mostScriptBytes = 5 << 10
	mostColdBytes   = 36 << 10
	mostRequests    = 5
	mostAnswerBytes = 4 << 10
	mostElements    = 600
)

// bytes are how many come over the wire for an address.
func (v *visitor) bytes(address string) int {
	v.t.Helper()
	a := v.get(address, "Accept-Encoding", "gzip")
	if a.code != http.StatusOK || a.header.Get("Content-Encoding") != "gzip" {
		v.t.Errorf("%s answers %d, encoded %q", address, a.code, a.header.Get("Content-Encoding"))
	}
	return len(a.body)
}

func wantAtMost(t *testing.T, what string, got, most int) {
	t.Helper()
	t.Logf("%s: %d of %d", what, got, most)
	if got > most {
		t.Errorf("%s: %d, more than %d", what, got, most)
	}
}

// takenRoll is a roll on which everybody has a mark, the most that its page can say
// when all is well.
func takenRoll(t *testing.T) (v *visitor, page answer) {
	t.Helper()
	p := boot(t)
	v = p.as(t, teacher)
	page = v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 3, 12, 27)...)
	form.Set("others", page.status(t, "Present"))
	return v, v.follow(v.post(rollPath, form).want(t, http.StatusSeeOther)).want(t, http.StatusOK)
}

func TestARollCostsWhatItMay(t *testing.T) {
	t.Parallel()
	v, page := takenRoll(t)
	total, requests := v.bytes(eightB), 1
	wantAtMost(t, "the page", total, mostPageBytes)
	for _, element := range page.page.Find("link[href], script[src]").EachIter() {
		address := element.AttrOr("href", element.AttrOr("src", ""))
		size := v.bytes(address)
		total += size
		requests++
		switch {
		case strings.HasSuffix(address, "/rollbook.css"):
			wantAtMost(t, "the style", size, mostStyleBytes)
			wantAtMost(t, "page and style", v.bytes(eightB)+size, mostFirstBytes)
		case strings.HasSuffix(address, "/rollbook.js"):
			wantAtMost(t, "our script", size, mostScriptBytes)
		}
		if cached := v.get(address).header.Get("Cache-Control"); !strings.Contains(cached, "immutable") {
			t.Errorf("%s is not kept: %q", address, cached)
		}
	}
	wantAtMost(t, "everything at the first time", total, mostColdBytes)
	wantAtMost(t, "requests", requests, mostRequests)
	wantAtMost(t, "elements", page.page.Find("*").Length(), mostElements)
}

func TestTheAnswerToASaveCostsWhatItMay(t *testing.T) {
	t.Parallel()
	v, page := takenRoll(t)
	everybody := page.page.Find("[data-enrolment]").Map(func(_ int, row *goquery.Selection) string { return row.AttrOr("data-enrolment", "") })
	a := v.post(rollPath, page.press(t, "Late", everybody...), append(byScript(), "Accept-Encoding", "gzip")...).want(t, http.StatusOK)
	if !bytes.HasPrefix(a.body, []byte{0x1f, 0x8b}) {
		t.Error("it is not compressed")
	}
	wantAtMost(t, "the answer", len(a.body), mostAnswerBytes)
}
