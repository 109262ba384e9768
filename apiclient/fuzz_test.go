package apiclient

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// FuzzSavesAnswer reads the answer to a save: each of its items is about one student, or none is read.
func FuzzSavesAnswer(f *testing.F) {
	f.Add([]byte(`[{"studentId":1,"attendanceStatus":"Absent","date":"2026-11-20","comments":null,"checkIn":{"a":[1]}}]`))
	f.Add([]byte("\xef\xbb\xbf[ ]"))
	f.Fuzz(func(t *testing.T, body []byte) {
		items, err := parseResults(body)
		if err != nil {
			return
		}
		for _, item := range items {
			if item.StudentID < 1 {
				t.Errorf("%q is read as %+v", body, items)
			}
		}
		if text := strings.TrimPrefix(string(body), "\ufeff"); !json.Valid([]byte(text)) {
			t.Errorf("%q is read", body)
		}
	})
}

// FuzzBaseURL reads an address that a person typed: an accepted one is https at a public name, and reads the
// same again.
func FuzzBaseURL(f *testing.F) {
	for _, text := range []string{"https://School.example./serviceapi/v1", "https://bücher.example:443/a", "http://127.0.0.1", "https://[::1]/", "https://a@b.example", "https://0x7f.1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		base, err := ParseBaseURL(text, NewGuard(nil))
		if err != nil {
			return
		}
		again, err := ParseBaseURL(base.String(), NewGuard(nil))
		if err != nil || again != base {
			t.Errorf("%q becomes %q, and that %q (%v)", text, base, again, err)
		}
		if parsed, err := url.Parse(base.String()); err != nil || parsed.Scheme != "https" || parsed.User != nil || parsed.Port() != "" {
			t.Errorf("%q becomes %q (%v)", text, base, err)
		}
	})
}

// FuzzNextPage follows a link to a next page: the key is sent to the school's address only.
func FuzzNextPage(f *testing.F) {
	for _, address := range []string{"?page=2", "/oak/list?page=2", "https://school.example/oak/list", "//evil.example/oak/", "../../list", `\\evil.example`, "https://school.example/oak/../x"} {
		f.Add(address)
	}
	base, err := ParseBaseURL("https://school.example/oak", NewGuard(nil))
	if err != nil {
		f.Fatal(err)
	}
	client := &Client{base: base}
	f.Fuzz(func(t *testing.T, address string) {
		reply := Reply{header: http.Header{"Link": {"<" + address + `>; rel="next"`}}}
		for _, next := range []string{address, reply.NextLink()} {
			target, err := client.Follow("/list?page=1", next)
			if err != nil || target == "" {
				continue
			}
			called, err := url.Parse(base.String() + target)
			if err != nil || called.Host != "school.example" || called.Scheme != "https" || !strings.HasPrefix(called.Path, "/oak/") || strings.Contains(called.Path+"/", "/../") {
				t.Errorf("%q leads to %q (%v)", next, target, err)
			}
		}
	})
}
