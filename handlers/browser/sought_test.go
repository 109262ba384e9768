package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp/kb"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// wantNoName checks that the browser remembers neither the name nor what was typed of it: in its history, as an address
// that the page has asked for, or as the page from which it came.
func wantNoName(u *apptest.User, step string) {
	u.T.Helper()
	var all []string
	for _, entry := range browsertest.Run(u.Tab, browsertest.Command(page.GetNavigationHistory, cdp.Empty{})).Entries {
		all = append(all, entry.URL, entry.UserTypedURL)
	}
	all = append(all, u.Text(`document.referrer + " " + performance.getEntries().map(entry => entry.name).join(" ")`))
	for _, address := range all {
		if plain := strings.ToLower(address); strings.Contains(plain, "dvo") || strings.Contains(plain, "8b") {
			u.T.Errorf("%s: it remembers %s", step, address)
		}
	}
}

// historyIsNameless searches for a student from another page, opens one, marks her and goes Back, then the same without
// scripts.
func historyIsNameless(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Press("/")
	searches(u, "8B")
	u.Wait(`document.querySelectorAll("ol.found > li").length > 20 && document.activeElement.id === "finder"`)
	wantNoName(u, "searched from another page")
	u.Text(`document.querySelector("#finder").select()`)
	u.Press("dvo")
	u.Wait(suggested)
	u.Press(kb.Enter)
	u.Wait(`document.querySelector("#mark") && document.querySelector("#open h2").innerText.includes("Dvo")`)
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.Wait(`document.querySelector("#open .said")`)
	wantNoName(u, "marked")
	u.Text(`[document.querySelector("#finder").value = "dvo", document.querySelector("#finder").form.requestSubmit()]`)
	u.Wait(`document.querySelectorAll("ol.found > li").length === 1 && document.querySelector("#collect")`)
	u.Text(`[document.querySelector("#finder").value = "an", document.querySelector("#finder").form.requestSubmit()]`)
	u.Wait(`document.querySelectorAll("ol.found > li").length > 1 && document.querySelector("#collect")`)
	wantNoName(u, "searched in place")
	u.Back()
	u.Wait(`document.querySelectorAll("ol.found > li").length === 1 && document.querySelector("#finder").value === "dvo"`)
	wantNoName(u, "gone back")
	u.WithoutScript()
	u.Go(p.Address + apptest.DayPath)
	u.Text(`document.querySelector("#finder").value = "dvo"`)
	u.Text(`document.querySelector("form.finder").submit()`)
	u.Wait(`document.querySelectorAll("ol.found > li").length === 1 && document.querySelector("#mark")`)
	wantNoName(u, "searched without scripts")
}
