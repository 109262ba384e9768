package auth_test

import (
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rollbook/web/identity/auth"
)

func TestOwnPagesAreGoneBackTo(t *testing.T) {
	t.Parallel()
	for _, next := range []string{
		"/", "/schools/north", "/rollbook/schools/north/day?date=2026-02-03",
		"/schools/north/roll?period=7&class=5%2FB&date=2026-02-03", "/schools/north/students?q=%C3%A9t%C3%A9%09//x",
	} {
		if got := auth.SafeNext(next); got != next {
			t.Errorf("SafeNext(%q) = %q", next, got)
		}
	}
}

func TestNoAddressLeadsToAnotherServer(t *testing.T) {
	t.Parallel()
	for _, next := range []string{
		"", "schools", "//evil.example", `/\evil.example`, `\/evil.example`, `\\evil.example`, "/\t/evil.example", "\t//evil.example", "/%09/evil.example",
		"%2f%2fevil.example", "/%2fevil.example", "/%2Fevil.example", "/%252fevil.example", "/%25252f/evil.example", "/%5cevil.example", "/%255Cevil.example",
		"javascript:alert(1)", "JaVaScript:alert(1)", "data:text/html,x", "https://evil.example/", "https:evil.example", "http:///evil.example", "///evil.example",
		"/\n/evil.example", "/a\r\nSet-Cookie: x=1", "/%0d%0aSet-Cookie:x=1", "/a/..//evil.example", "/./", "/../x", "/%2e%2e//evil.example", "/a//b",
		" /a", "/a b", "/é", "/%zz", "/a#//evil.example", `/a?x=\evil`, "/%00", "/" + strings.Repeat("a", 3000), "/%25252525252525252fevil.example",
		"?next=/", "@evil.example", "/\u2028/evil.example", ".evil.example",
	} {
		if got := auth.SafeNext(next); got != "" {
			t.Errorf("SafeNext(%q) = %q", next, got)
		}
	}
}

func TestNextStaysOnThisServer(t *testing.T) {
	t.Parallel()
	pieces := rapid.SliceOf(rapid.SampledFrom([]string{
		"/", `\`, "%2f", "%5c", "%25", "2f", "\t", "%09", "\r\n", ".", "..", ":", "@", "?", "#", "evil.example", "https", "javascript", "é", " ", "a",
	}))
	rapid.Check(t, func(t *rapid.T) { staysHere(t, strings.Join(pieces.Draw(t, "pieces"), "")) })
}

// FuzzNext is the same for any text.
func FuzzNext(f *testing.F) {
	for _, text := range []string{"/schools/oak?a=b", `/\evil.example`, "//evil.example", "/%09/evil.example", "javascript:alert(1)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { staysHere(t, text) })
}

// staysHere checks where a browser goes on from the address.
func staysHere(t interface{ Fatalf(string, ...any) }, text string) {
	here := &url.URL{Scheme: "https", Host: "rollbook.example", Path: "/sign-in"}
	next := auth.SafeNext(text)
	if next == "" {
		return
	}
	// As browsers read it: without tabs and line ends, with backslashes turned.
	seen := strings.NewReplacer("\t", "", "\r", "", "\n", "", `\`, "/").Replace(next)
	for range 5 {
		goal, err := here.Parse(seen)
		if err != nil || goal.Host != here.Host || goal.Scheme != here.Scheme {
			t.Fatalf("%q leads to %v (%v)", next, goal, err)
		}
		path, _, _ := strings.Cut(seen, "?")
		if seen, err = url.PathUnescape(path); err != nil {
			return
		}
	}
}
