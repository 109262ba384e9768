package browser_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// fewStates are the states that a test looks at when it does not look at all.
func fewStates() []string {
	return []string{"home", "roll-fresh", "roll-ticked", "roll-outcomes", "day", "taps"}
}

// withoutFeatures takes away what Safari 16 lacks: light-dark(), popovers, alternative texts of content and media queries
// about scripting.
func withoutFeatures(kind, text string) string {
	switch {
	case strings.HasPrefix(kind, "text/css"):
		text = regexp.MustCompile(`content:[^;{}]*/\s*""`).ReplaceAllString(text, "")
		text = regexp.MustCompile(`@supports not selector\(:popover-open\)\{(.*?\})\}`).ReplaceAllString(text, "$1")
		return strings.NewReplacer("[popover]", "[no-popover]", "light-dark(", "no-light-dark(", "(scripting:", "(no-scripting:").Replace(text)
	case strings.HasPrefix(kind, "text/html"):
		return strings.ReplaceAll(text, " popover>", " no-popover>")
	}
	return text
}

// older serves the program as an older browser understands it.
func older(t *testing.T, address string) string {
	t.Helper()
	program, err := url.Parse(address)
	apptest.Must(t, err)
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(program)
			r.Out.Header.Del("Accept-Encoding")
		},
		ModifyResponse: func(answer *http.Response) error {
			whole, err := io.ReadAll(answer.Body)
			if err != nil {
				return err
			}
			text := withoutFeatures(answer.Header.Get("Content-Type"), string(whole))
			answer.Body = io.NopCloser(bytes.NewBufferString(text))
			answer.Header.Del("Content-Length")
			answer.ContentLength = -1
			return answer.Body.Close()
		},
	}
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)
	return server.URL
}

// olderBrowsers looks at home, roll, board and door, or at every state, as the newest browsers show them and as Safari 16
// does. Nothing stands out at the side, and the help of the roll is hidden. With PICTURES it leaves pictures of both.
func olderBrowsers(t *testing.T, browser *browsertest.Browser) {
	p, _ := apptest.BootDemo(t)
	newest, oldest := browser.Tab(t), browser.Tab(t)
	oldest.Before(`delete HTMLElement.prototype.popover; delete HTMLElement.prototype.showPopover`)
	newest.Size(1280, 720)
	newest.Go(p.Address + "/gallery")
	states := strings.Fields(newest.Text(`[...document.querySelectorAll(".pictures a")].map((a) => a.pathname).join(" ")`))
	looks := browsertest.Looks(t)
	for name, tab := range map[string]*browsertest.Tab{p.Address: newest, older(t, p.Address): oldest} {
		for _, state := range states {
			short := filepath.Base(state)
			if !browsertest.AllLooks() && !slices.Contains(fewStates(), short) {
				continue
			}
			for _, look := range looks {
				tab.Size(look.Width, look.Height)
				tab.Go(name + state + "?theme=" + look.Theme)
				at := fmt.Sprintf("%s-%d-%s", short, look.Width, look.Theme)
				if folder := os.Getenv("PICTURES"); folder != "" {
					tab.Picture(filepath.Join(folder, map[bool]string{true: "older-", false: "newest-"}[tab == oldest]+at+".png"))
				}
				if wide := tab.Number(`document.documentElement.scrollWidth - innerWidth`); wide > 0 {
					t.Errorf("%s: %v px stand out at the side", at, wide)
				}
			}
		}
	}
}
