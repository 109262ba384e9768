// Package browsertest opens pages in a real browser, for tests of their look and behaviour. Only tests import
// it.
package browsertest

import (
	"context"
	"testing"

	"github.com/chromedp/chromedp"

	"rollbook/web/without"
)

// unseen lists parts of Chromium that tests do not need and that cost more than most pages: two documents for
// the address bar of each window, and a spare process for the next page.
const unseen = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess"

// Browser is a headless Chromium that ends with its test.
type Browser struct{ context context.Context }

// Open starts a Chromium, the headless shell if the machine has it: it renders the same and needs less. If
// the machine has neither, ok is false and the log names the package to install; with the environment
// variable CI set to true the test fails.
func Open(t testing.TB) (browser *Browser, ok bool) {
	t.Helper()
	return open(t, without.Chromium())
}

// OpenWhole is Open for a full Chromium: going back in it restores a page as the user left it, with its
// ticks.
func OpenWhole(t testing.TB) (browser *Browser, ok bool) {
	t.Helper()
	return open(t, without.WholeChromium())
}

func open(t testing.TB, chromium without.Need) (browser *Browser, ok bool) {
	t.Helper()
	path, ok := chromium.Here(t)
	if !ok {
		return nil, false
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("disable-features", unseen),
		// The pages of tests are in neutral English, not in that of the machine.
		chromedp.Flag("accept-lang", "en"))
	t.Cleanup(stop)
	return &Browser{newTab(allocator, t).Context}, true
}

// Tab opens a new window in the browser.
func (b *Browser) Tab(t testing.TB) *Tab {
	t.Helper()
	return newTab(b.context, t)
}

func newTab(parent context.Context, t testing.TB, options ...chromedp.ContextOption) *Tab {
	t.Helper()
	tab, closeTab := chromedp.NewContext(parent, options...)
	t.Cleanup(closeTab)
	if err := chromedp.Do(tab, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("open a window: %v", err)
	}
	return &Tab{t: t, Context: tab}
}
