package browsertest

import (
	"context"
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Person opens a window with its own cookies and storage.
func (b *Browser) Person(t testing.TB) *Tab {
	t.Helper()
	tab, closeTab := chromedp.NewContext(b.context, chromedp.WithNewBrowserContext())
	t.Cleanup(closeTab)
	if err := chromedp.Do(tab, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("open a window: %v", err)
	}
	return &Tab{t: t, context: tab}
}

// Beside opens another window with the same cookies and storage.
func (tab *Tab) Beside() *Tab {
	tab.t.Helper()
	next, closeNext := chromedp.NewContext(tab.context)
	tab.t.Cleanup(closeNext)
	if err := chromedp.Do(next, chromedp.Navigate("about:blank")); err != nil {
		tab.t.Fatalf("open a window again: %v", err)
	}
	return &Tab{t: tab.t, context: next}
}

// Reopened closes the window without notice to its page, and opens another one with the same cookies and
// storage.
func (tab *Tab) Reopened() *Tab {
	tab.t.Helper()
	next, old := tab.Beside(), chromedp.FromContext(tab.context)
	if _, err := cdp.Call(next.context, old.Browser, target.CloseTarget, target.CloseTargetParams{TargetID: old.Target.TargetID}); err != nil {
		tab.t.Fatalf("end a window: %v", err)
	}
	return next
}

// Before runs the script first in every page that the window opens from now on.
func (tab *Tab) Before(script string) {
	tab.t.Helper()
	tab.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
}

// Cookies adds the cookies of the address to the window.
func (tab *Tab) Cookies(address string, cookies []*http.Cookie) {
	tab.t.Helper()
	given := make([]*network.CookieParam, len(cookies))
	for i, cookie := range cookies {
		given[i] = &network.CookieParam{Name: cookie.Name, Value: cookie.Value, URL: address, HTTPOnly: true, SameSite: network.CookieSameSiteLax}
	}
	tab.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, network.SetCookies, network.SetCookiesParams{Cookies: given})
		return err
	}))
}

// Without removes the address's cookie from the window.
func (tab *Tab) Without(cookie, address string) {
	tab.t.Helper()
	tab.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, network.DeleteCookies, network.DeleteCookiesParams{Name: cookie, URL: address})
		return err
	}))
}

// WithoutScript turns scripts off for the pages that the window opens from now on.
func (tab *Tab) WithoutScript() {
	tab.t.Helper()
	tab.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
}

// Type presses the keys one after the other like a keyboard: a key that the page handles itself enters no
// text.
func (tab *Tab) Type(keys string, modifiers ...chromedp.Modifier) {
	tab.t.Helper()
	tab.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for _, key := range keys {
			for _, event := range strokes(key, modifiers) {
				if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, event); err != nil {
					return err
				}
			}
		}
		return nil
	}))
}

// strokes returns the events of a key press. Its text is in the first event, so that the browser enters it
// only if the page does not prevent that.
func strokes(key rune, modifiers []chromedp.Modifier) []input.DispatchKeyEventParams {
	events := kb.Encode(key)
	down, up := *events[0], *events[len(events)-1]
	for _, modifier := range modifiers {
		down.Modifiers |= int64(modifier)
		up.Modifiers |= int64(modifier)
	}
	if shortcut := down.Modifiers&^int64(kb.ModifierShift) != 0; len(events) == 3 && !shortcut {
		down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
	}
	return []input.DispatchKeyEventParams{down, up}
}

// Choose sets the file of the file field that the selector finds.
func (tab *Tab) Choose(selector, file string) {
	tab.t.Helper()
	tab.do(chromedp.SetUploadFiles(chromedp.CSS(selector), []string{file}))
}
