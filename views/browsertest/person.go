package browsertest

import (
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Person opens a window with its own cookies and storage.
func (b *Browser) Person(t testing.TB) *Tab {
	t.Helper()
	return newTab(b.context, t, chromedp.WithNewBrowserContext())
}

// Beside opens another window with the same cookies and storage.
func (tab *Tab) Beside() *Tab {
	tab.t.Helper()
	return newTab(tab.Context, tab.t)
}

// Before runs the script first in every page that the window opens from now on.
func (tab *Tab) Before(script string) {
	tab.t.Helper()
	Run(tab, Command(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}))
}

// Cookies adds the cookies of the address to the window.
func (tab *Tab) Cookies(address string, cookies []*http.Cookie) {
	tab.t.Helper()
	given := make([]*network.CookieParam, len(cookies))
	for i, cookie := range cookies {
		given[i] = &network.CookieParam{Name: cookie.Name, Value: cookie.Value, URL: address, HTTPOnly: true,
			SameSite: network.CookieSameSiteLax}
	}
	Run(tab, Command(network.SetCookies, network.SetCookiesParams{Cookies: given}))
}

// WithoutScript turns scripts off for the pages that the window opens from now on.
func (tab *Tab) WithoutScript() {
	tab.t.Helper()
	Run(tab, Command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
}

// Type presses the keys one after the other like a keyboard: a key that the page handles itself enters no
// text.
func (tab *Tab) Type(keys string, modifiers ...chromedp.Modifier) {
	tab.t.Helper()
	for _, key := range keys {
		// The text is in the first event, so that the browser enters it only if the page does not prevent that.
		events := kb.Encode(key)
		down, up := *events[0], *events[len(events)-1]
		for _, modifier := range modifiers {
			down.Modifiers |= int64(modifier)
			up.Modifiers |= int64(modifier)
		}
		if shortcut := down.Modifiers&^int64(kb.ModifierShift) != 0; len(events) == 3 && !shortcut {
			down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
		}
		for _, event := range []input.DispatchKeyEventParams{down, up} {
			Run(tab, Command(input.DispatchKeyEvent, event))
		}
	}
}

// Cut takes the window offline, and the browser informs the page; Restore restores the connection.
func (tab *Tab) Cut() {
	tab.t.Helper()
	tab.Conditions(&network.Conditions{Offline: true, DownloadThroughput: -1, UploadThroughput: -1})
}

// Restore restores the window's connection.
func (tab *Tab) Restore() {
	tab.t.Helper()
	tab.Conditions(&network.Conditions{DownloadThroughput: -1, UploadThroughput: -1})
}

// Conditions sets the window's connection.
func (tab *Tab) Conditions(conditions *network.Conditions) {
	tab.t.Helper()
	Run(tab, Command(network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{conditions},
	}))
	Run(tab, Command(network.OverrideNetworkState, network.OverrideNetworkStateParams{
		Offline: conditions.Offline, DownloadThroughput: -1, UploadThroughput: -1,
	}))
}

// Slow slows the window's processor down by the factor; 1 restores it.
func (tab *Tab) Slow(times float64) {
	tab.t.Helper()
	Run(tab, Command(emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times}))
}
