package views_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rollbook/views/browsertest"
	"rollbook/views/examples"
	"rollbook/views/pagetest"
)

// TestEveryPageIsAccessible checks the first state of each page in light and dark at three widths, and each state
// with AllLooks. If the variable PICTURES names a folder, it writes a
// picture of each.
func TestEveryPageIsAccessible(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	all := examples.Examples(pagetest.Base(t))
	address := serve(t, pagetest.Base(t), all)
	tab, looks := browser.Tab(t), browsertest.Looks(t)
	tab.Before(`addEventListener("error", ({ message }) => { (self.failures ??= []).push(message); })`)
	for name := range all {
		if alike(name) || isFurther(name) {
			continue
		}
		tab.OpenInEachLook(looks, address+"/"+name, func(look browsertest.Look) {
			check(t, tab, fmt.Sprintf("%s-%s-%d", name, look.Theme, look.Width))
		})
		checkNarrow(t, tab, name)
	}
}

// TestEveryPageFitsAPhoneInEveryLanguage checks the first state of each page at 360 pixels in the other languages, and
// the rules of accessibility in one that is written from right to left. With AllLooks it checks each
// state.
func TestEveryPageFitsAPhoneInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, tag := range []string{"ar", "fr", "en-GB", "en-US"} {
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			browser, ok := browsertest.Open(t)
			if !ok {
				return
			}
			all := examples.Examples(pagetest.BaseIn(t, tag))
			address, tab := serve(t, pagetest.BaseIn(t, tag), all), browser.Tab(t)
			english := examples.Examples(pagetest.Base(t))
			tab.Size(360, 740)
			for name := range all {
				if alike(name) || isFurther(name) {
					continue
				}
				if body(t, all[name]) == body(t, english[name]) {
					continue // TestEveryPageIsAccessible opens it in a narrower window.
				}
				tab.Go(address + "/" + name)
				if tag == "ar" {
					check(t, tab, tag+"-"+name)
				} else if overflow := tab.Number("document.documentElement.scrollWidth - innerWidth"); overflow > 0 {
					t.Errorf("%s in %s: %v px stand out at the side", name, tag, overflow)
				}
			}
		})
	}
}

// isFurther reports whether a state is another than the first of its page, which only AllLooks asks for.
func isFurther(name string) bool { return !browsertest.AllLooks() && strings.Contains(name, "-") }

// body returns the markup of a state's body.
func body(t *testing.T, state examples.Example) string {
	t.Helper()
	markup, err := pagetest.Render(t, state.Body).Find("body").Html()
	if err != nil {
		t.Fatal(err)
	}
	return markup
}

// serve shows the states at the returned address, each below its name.
func serve(t *testing.T, base examples.Base, all map[string]examples.Example) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("GET /static/", base.Assets)
	for name, state := range all {
		mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Content-Security-Policy", examples.Policy)
			state.Page.Theme = r.FormValue("theme")
			if err := state.Body.Render(r.Context(), w); err != nil {
				t.Error(err)
			}
		})
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// alike reports whether a state differs from another one only in its words.
func alike(name string) bool {
	kind, state, _ := strings.Cut(name, "-")
	shown := map[string]string{"problem": "401 404 500", "help": " keys connect", "sign": "in in-wrong in-expired in-mail"}
	states, ok := shown[kind]
	return ok && state != "" && !slices.Contains(strings.Fields(states), state)
}

func check(t *testing.T, tab *browsertest.Tab, name string) {
	t.Helper()
	if folder := os.Getenv("PICTURES"); folder != "" {
		tab.Picture(filepath.Join(folder, name+".png"))
	}
	for _, violation := range tab.Violations() {
		t.Errorf("%s: %s at %q", name, violation.Rule, violation.Nodes)
	}
	if overflow := tab.Number("document.documentElement.scrollWidth - innerWidth"); overflow > 0 {
		t.Errorf("%s: %v px stand out at the side", name, overflow)
	}
	if failures := tab.Text(`(self.failures ?? []).join("; ")`); failures != "" {
		t.Errorf("%s: its scripts failed: %s", name, failures)
	}
	if low := tab.Text(lowTargets); low != "" {
		t.Errorf("%s: a finger misses what is lower than 24 px: %s", name, low)
	}
}

// lowTargets lists the texts of the links, buttons and menus outside sentences that are lower than WCAG 2.2 asks
// (2.5.8).
const lowTargets = `[...document.querySelectorAll("a, button, select, summary")].filter((e) => {
	const { width, height } = e.getBoundingClientRect();
	return width > 1 && height > 1 && height < 24 && getComputedStyle(e).display != "inline";
}).map((e) => e.innerText || e.name).join("; ")`

// checkNarrow checks that nothing extends beyond the narrowest window, from left to right and from right to
// left.
func checkNarrow(t *testing.T, tab *browsertest.Tab, name string) {
	t.Helper()
	tab.Size(320, 800)
	for _, direction := range []string{"ltr", "rtl"} {
		overflow := tab.Number(fmt.Sprintf("(document.documentElement.dir = %q, document.documentElement.scrollWidth - innerWidth)", direction))
		if overflow > 0 {
			t.Errorf("%s, %s: %v px stand out at the side", name, direction, overflow)
		}
		if folder := os.Getenv("PICTURES"); folder != "" {
			tab.Picture(filepath.Join(folder, name+"-"+direction+"-320.png"))
		}
	}
	if tab.True(`[...document.querySelectorAll("summary")].map((e) => getComputedStyle(e, "::before"))
		.some(({ content, transform }) => content.startsWith('"▸"') && transform === "none")`) {
		t.Errorf("%s, rtl: the arrow of something closed points away from its words", name)
	}
}
