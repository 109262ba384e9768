package door_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// foreignTests are about tablets at classroom doors with a proxy that answers in Rollbook's place.
func foreignTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"taps are sent again whatever stands between answers":           foreignPosts,
		"a page that somebody else answers for is the copy":             foreignPages,
		"a tablet waits for the end of what stands between":             foreignEverything,
		"a roll that somebody else answers for is kept":                 foreignRoll,
		"staff open the page of a network that wants a sign-in":         networkSignIn,
		"forty taps of two classes are sent soon after the network":     tapsOfTwoClasses,
		"a tablet that lost its cookie keeps its taps for its next one": lostCookie,
	}
}

func foreignPosts(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, proxy := behindProxy(t, browser, p)
	proxy.Next(posts, foreigners()...)
	tap(u, 0, 3)
	u.Text(hasty)
	wantMarked(t, p, 3)
	wantTiles(u, "[data-state=in]", 3)
	if met := proxy.Met(posts); met != len(foreigners()) {
		t.Errorf("of %d foreign answers %d were met", len(foreigners()), met)
	}
	if u.True(`document.querySelector("[data-local=refused]")`) {
		t.Errorf("it says %s", u.Text("document.body.innerText"))
	}
}

func foreignPages(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, proxy := behindProxy(t, browser, p)
	for _, answer := range foreigners() {
		proxy.Answers(answer, pageLoads, posts, streams, reads)
		u.Go(proxy.Address + "/door?class=8B")
		u.Wait(`document.querySelector("#as-of:not([hidden])") && document.querySelectorAll(".taps button").length === 28`)
		if u.Says("not found", "Sign in to the network") {
			t.Errorf("after %d it says %s", answer, u.Text("document.body.innerText"))
		}
		proxy.Recovers()
		u.Text(`dispatchEvent(new Event("online"))`)
		u.Wait(`document.querySelector("#as-of[hidden]")`)
	}
}

func foreignEverything(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, proxy := behindProxy(t, browser, p)
	proxy.Answers(404, pageLoads, posts, streams, reads)
	u.Text(hasty)
	tap(u, 0, 2)
	wantTiles(u, "[data-local=kept]", 2)
	apptest.Eventually(t, "posts and streams met the proxy", func() bool { return proxy.Met(posts) > 1 && proxy.Met(streams) > 1 })
	u.WantSays("No network. Taps are kept on this tablet and sent later.")
	if u.True(`document.querySelector("[data-local=refused]")`) {
		t.Errorf("it says %s", u.Text("document.body.innerText"))
	}
	u.Go(proxy.Address + "/door?class=8B")
	u.WantSays(asOf)
	proxy.Recovers()
	began := time.Now()
	// By itself, without a touch and without an event of the browser.
	apptest.Eventually(t, "the page is back", func() bool { return u.True(`document.querySelector("#as-of[hidden]")`) })
	took := time.Since(began)
	t.Logf("the page is back %v after Rollbook", took)
	if took > apptest.Within(30*time.Second) {
		t.Errorf("the page is back after %v", took)
	}
	wantMarked(t, p, 2)
}

func foreignRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.SetPINs(t)
	proxy := proxyTo(t, p)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(768, 1024)
	u.Cookies(proxy.Address, p.Tablet(t, "Door 12", "8B").Cookies())
	u.Go(proxy.Address + "/door")
	keepsPages(u, 1)
	opensRoll(u)
	ticksAbsent(u, 3)
	for presses, answer := range []foreign{404, 409, 302, portal} {
		proxy.Next(posts, answer)
		u.Click(apptest.SaveTicked)
		apptest.Eventually(t, "the press met the proxy", func() bool { return proxy.Met(posts) > presses })
		u.Wait(`!document.querySelector(".htmx-request")`)
		wantKept(u)
	}
	u.Click(apptest.SaveTicked)
	u.WaitSaved(1, "Absent")
	p.Settled(t, apptest.Harbour)
	p.WantCallsOf(t, 1)
}

func tapsOfTwoClasses(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, proxy := behindProxy(t, browser, p)
	proxy.Answers(502, posts, streams, reads)
	tap(u, 0, 20)
	wantTiles(u, "[data-local=kept]", 20)
	u.Click(".tap-cover .class a")
	inHall(u, "9A")
	tap(u, 0, 20)
	wantTiles(u, "[data-local=kept]", 20)
	proxy.Recovers()
	began := time.Now()
	wantMarked(t, p, 40)
	took := time.Since(began)
	t.Logf("forty taps are marks %v after the network is back", took)
	if took > apptest.Within(5*time.Second) {
		t.Errorf("forty taps took %v", took)
	}
	wantTiles(u, "[data-state=in]", 20)
	u.Wait(`!document.body.innerText.includes("No network")`)
}

func lostCookie(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, proxy := behindProxy(t, browser, p)
	proxy.Answers(502, posts, streams, reads)
	tap(u, 0, 2)
	wantTiles(u, "[data-local=kept]", 2)
	cookie := network.DeleteCookiesParams{Name: "rollbook_tablet", URL: proxy.Address}
	browsertest.Run(u.Tab, browsertest.Command(network.DeleteCookies, cookie))
	proxy.Recovers()
	u.Wait(`document.querySelector("#pair") && document.querySelector("#lost:not([hidden])")`)
	u.Wait(`((async () => { window.left = [...await caches.keys(), ...await navigator.serviceWorker.getRegistrations()].length; })(), window.left === 0)`)
	code := tapCode(p.As(t, apptest.OfficeWorker), "Door 14", "students", "8B")
	u.Go(proxy.Address + "/pair#" + code)
	u.Wait(`document.querySelectorAll(".taps button").length === 28`)
	wantMarked(t, p, 2)
}

// networkCode reads the tablet's code in the office's list.
func networkCode(t *testing.T, p *apptest.Program) string {
	t.Helper()
	_, code, _ := strings.Cut(p.As(t, apptest.OfficeWorker).Get(apptest.TabletsPath).Text("#tablets"), "Network code ")
	return code[:6]
}

func networkSignIn(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, proxy := behindProxy(t, browser, p)
	code := networkCode(t, p)
	if u.True(`document.querySelector("#portal:not([hidden])")`) || strings.Contains(u.Text(`document.documentElement.outerHTML + JSON.stringify(localStorage)`), code) {
		t.Error("with a network it is offered, or the tablet has the code itself")
	}
	proxy.Answers(portal, pageLoads, posts, streams, reads)
	const opening = `window.open = ((open) => (...what) => window.opened = open(...what))(open)`
	types := func(code string) {
		u.Click("#portal [name=code]")
		u.Type(code)
		u.Click("#portal button")
	}
	for _, page := range []string{"names", "copy"} {
		if page == "copy" {
			proxy.Answers(portal, pageLoads, posts, streams, reads)
			u.Go(proxy.Address + "/door?class=8B")
			u.Ready("#as-of:not([hidden])")
		}
		u.Text(hasty)
		u.Text(opening)
		u.Wait(`document.querySelector("#portal:not([hidden])")`)
		u.Click("#portal summary")
		if page == "names" {
			wantTabletFits(u, "network")
			u.Size(1024, 768)
		}
		types("000000")
		u.Wait(`document.querySelector("#portal [role=alert]").innerText === "That is not the code of this tablet."`)
		types(code[:3] + " " + code[3:])
		u.Wait(`window.opened?.document.body?.innerText.includes("Sign in to the network")`)
		if u.True(`opened.opener`) {
			t.Error("the network's page can lead the tablet's page elsewhere")
		}
		proxy.Recovers()
		u.Wait(`window.opened?.closed !== false`)
	}
	u.Wait(`document.querySelector("#as-of[hidden]")`)
	proxy.Answers(portal, pageLoads, posts, streams, reads)
	u.Go(proxy.Address + "/door?class=8B")
	u.Ready("#as-of:not([hidden])")
	u.Click("#portal summary")
	for range 3 {
		types("000000")
		u.Wait(`document.querySelector("#portal [role=alert]").innerText && document.querySelector("#portal [name=code]").value === ""`)
	}
	types(code)
	u.Wait(`document.querySelector("#portal [role=alert]").innerText === "Too many wrong codes. Try again in 15 minutes."`)
}
