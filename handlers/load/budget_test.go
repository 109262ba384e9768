package load_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// The maximum cost of a roll of 28, in bytes compressed by gzip, requests and elements.
const (
	mostPageBytes   = 7 << 10
	mostStyleBytes  = 7380
	mostFirstBytes  = 13 << 10
	mostScriptBytes = 5200
	mostColdBytes   = 32 << 10
	mostRequests    = 5
	mostAnswerBytes = 4 << 10
	mostElements    = 600
)

// takenRoll returns a roll with a mark for every student: the longest page without problems.
func takenRoll(t *testing.T) (v *apptest.Visitor, page apptest.Answer) {
	t.Helper()
	p := apptest.Boot(t)
	v = p.As(t, apptest.Teacher)
	page = v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 3, 12, 27)...)
	form.Set("others", page.Status(t, "Present"))
	return v, v.Follow(v.Post(apptest.RollPath, form).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
}

func TestARollStaysWithinItsLimits(t *testing.T) {
	t.Parallel()
	v, page := takenRoll(t)
	total, requests := bytesOf(v, apptest.EightB), 1
	wantAtMost(t, "the page", total, mostPageBytes)
	for _, element := range page.Page.Find("link[href], script[src]").EachIter() {
		address := element.AttrOr("href", element.AttrOr("src", ""))
		size := bytesOf(v, address)
		total += size
		requests++
		switch {
		case strings.HasSuffix(address, "/rollbook.css"):
			wantAtMost(t, "the style", size, mostStyleBytes)
			wantAtMost(t, "page and style", bytesOf(v, apptest.EightB)+size, mostFirstBytes)
		case strings.HasSuffix(address, "/rollbook.js"):
			wantAtMost(t, "our script", size, mostScriptBytes)
		}
		if cached := v.Get(address).Header.Get("Cache-Control"); !strings.Contains(cached, "immutable") {
			t.Errorf("%s is not kept: %q", address, cached)
		}
	}
	wantAtMost(t, "everything at the first time", total, mostColdBytes)
	wantAtMost(t, "requests", requests, mostRequests)
	wantAtMost(t, "elements", page.Page.Find("*").Length(), mostElements)
}

func TestTheFirstRollInTheLargestLanguageIsSmall(t *testing.T) {
	t.Parallel()
	v := apptest.Boot(t).As(t, apptest.Teacher)
	page := v.Get(apptest.EightB, "Accept-Language", "ar")
	if language := page.Page.Find("html").AttrOr("lang", ""); language != "ar" {
		t.Fatalf("the roll is in %q", language)
	}
	total := onTheWire(v, apptest.EightB)
	for _, element := range page.Page.Find("link[href], script[src]").EachIter() {
		total += onTheWire(v, element.AttrOr("href", element.AttrOr("src", "")))
	}
	wantAtMost(t, "everything, with headers", total, 33_000)
}

// onTheWire returns the bytes of an answer to today's browsers, with its headers.
func onTheWire(v *apptest.Visitor, address string) int {
	v.T.Helper()
	a := v.Get(address, "Accept-Encoding", "br, zstd, gzip", "Accept-Language", "ar").Want(v.T, http.StatusOK)
	size := len(a.Body)
	for name, values := range a.Header {
		for _, value := range values {
			size += len(name) + len(value) + len(": \r\n")
		}
	}
	return size
}

func TestTheAnswerToASaveStaysWithinItsLimits(t *testing.T) {
	t.Parallel()
	v, page := takenRoll(t)
	everybody := page.Page.Find("[data-enrolment]").Map(func(_ int, row *goquery.Selection) string { return row.AttrOr("data-enrolment", "") })
	a := v.Post(apptest.RollPath, page.Press(t, "Late", everybody...), append(apptest.ByScript(), "Accept-Encoding", "gzip")...).Want(t, http.StatusOK)
	if !bytes.HasPrefix(a.Body, []byte{0x1f, 0x8b}) {
		t.Error("it is not compressed")
	}
	wantAtMost(t, "the answer", len(a.Body), mostAnswerBytes)
}

func TestABoardOfABigSchoolStaysWithinItsLimits(t *testing.T) {
	t.Parallel()
	p := bootBig(t, bigClasses, bigClassSize, func(school *roll.School) { school.RollsDue = "08:00" })
	takeAll(t, p, bigClasses/2, bigClassSize)
	v := p.As(t, apptest.OfficeWorker)
	wantAtMost(t, "the page", bytesOf(v, bigDay), 12<<10)
	board := v.Get(bigDay)
	if says := board.Text("#day-progress"); !strings.HasPrefix(says, "30 rolls missing30 of 60 rolls done") {
		t.Errorf("it says %q", says)
	}
	wantAtMost(t, "elements", board.Page.Find("*").Length(), 1100)
}
