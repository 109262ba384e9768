// Package browsertest opens pages in a real browser, for tests that ask how a page
// looks and behaves. Only tests import it.
package browsertest

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"rollbook/web/without"
)

// stepLimit bounds each step in the browser. A step ends when what it waits for is there: only one that
// never ends uses the limit up, however busy the machine is.
const stepLimit = 2 * time.Minute

// unseen are the parts of Chromium that are left out, because nobody sees them and they cost
// more than most pages: two documents for the address bar of each window, and a process
// kept ready for a page that may come.
const unseen = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess"

// Browser is a headless Chromium that ends with its test.
type Browser struct{ context context.Context }

// Open starts a Chromium: its headless shell where the machine has it, which lays out and draws the same
// and spends less around it. Where the machine has neither, ok is false and the log says what to install;
// with the environment variable CI set to true that fails the test.
func Open(t testing.TB) (browser *Browser, ok bool) {
	t.Helper()
	return open(t, without.Chromium())
}

// OpenWhole is Open of a Chromium that has all that people's has: going back in it brings a page as it was
// left, with what was ticked.
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
		chromedp.Flag("disable-features", unseen))
	tab, closeTab := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		closeTab()
		stop()
	})
	if err := chromedp.Do(tab, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("start %s: %v", path, err)
	}
	return &Browser{tab}, true
}

// Tab opens a window of its own inside the browser.
func (b *Browser) Tab(t testing.TB) *Tab {
	t.Helper()
	tab, closeTab := chromedp.NewContext(b.context)
	t.Cleanup(closeTab)
	if err := chromedp.Do(tab, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	return &Tab{t: t, context: tab}
}
