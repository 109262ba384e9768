package door_test

import (
	"fmt"
	"strconv"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

// tabletAt opens the address on a tablet.
func tabletAt(t *testing.T, p *apptest.Program, browser *browsertest.Browser, path string) *apptest.User {
	t.Helper()
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(768, 1024)
	u.Go(p.Address + path)
	return u
}

// keepsPages waits until the tablet has stored the number of pages with a class, and the worker serves them.
func keepsPages(u *apptest.User, pages int) {
	u.T.Helper()
	u.Wait(fmt.Sprintf(`((async () => {
		let pages = 0;
		for (const name of await caches.keys()) {
			const cache = await caches.open(name);
			for (const request of await cache.keys()) if ((await cache.match(request)).headers.has("Rollbook-Kept-Until")) pages++;
		}
		window.pages = pages;
	})(), window.pages === %d && navigator.serviceWorker.controller)`, pages))
}

// tiles opens a tablet that shows the names of 8B.
func tiles(t *testing.T, p *apptest.Program, browser *browsertest.Browser, mode roll.TabletMode) *apptest.User {
	t.Helper()
	p.LateAfter(t, "08:40")
	tablet := tabletAt(t, p, browser, "/pair#"+tapCode(p.As(t, apptest.OfficeWorker), "Door 12", mode, "8B"))
	tablet.At("/door")
	tablet.Wait(`document.querySelectorAll(".taps button").length === 28 && document.readyState === "complete"`)
	return tablet
}

// tapCode returns a code for a tablet for students.
func tapCode(office *apptest.Visitor, name string, mode roll.TabletMode, classes ...string) string {
	form := office.TabletForm(name, classes...)
	form.Set("mode", string(mode))
	return office.Post(apptest.TabletsPath, form).PairingCode()
}

// tileOf returns the selector of the tile at the place, from 0.
func tileOf(place int) string { return ".taps li:nth-child(" + strconv.Itoa(place+1) + ") button" }

// studentOf returns an expression for the student number of the tile at the place.
func studentOf(place int) string {
	return `document.querySelector("` + tileOf(place) + `").value.split(":")[0]`
}

// wantTiles waits until the number of tiles match the selector.
func wantTiles(u *apptest.User, selector string, count int) {
	u.T.Helper()
	u.Wait(fmt.Sprintf(`document.querySelectorAll(".taps %s").length === %d`, selector, count))
}

// tap taps the tiles from from up to, but not including, next.
func tap(u *apptest.User, from, next int) {
	u.T.Helper()
	for place := from; place < next; place++ {
		u.Click(tileOf(place))
	}
}

// tabletLooks returns a tablet in both orientations, a phone and a small notebook, light and dark.
func tabletLooks() []browsertest.Look {
	var looks []browsertest.Look
	for _, theme := range []string{"light", "dark"} {
		for _, size := range [][2]int{{1280, 800}, {768, 1024}, {1024, 768}, {360, 740}} {
			looks = append(looks, browsertest.Look{Theme: theme, Width: size[0], Height: size[1]})
		}
	}
	return looks
}

// wantTabletFits checks the page in all of them.
func wantTabletFits(u *apptest.User, name string) {
	u.T.Helper()
	u.InEachLook(tabletLooks(), func(look browsertest.Look) {
		u.T.Helper()
		at := fmt.Sprintf("%s-%d-%d-%s", name, look.Width, look.Height, look.Theme)
		u.Picture(at)
		for _, violation := range u.Violations() {
			u.T.Errorf("%s: %s at %q", at, violation.Rule, violation.Nodes)
		}
		if wide := u.Number(`document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			u.T.Errorf("%s: %v px stand out at the side", at, wide)
		}
	})
	u.Size(768, 1024)
}

// inHall opens the names of the class on a tablet of several classes.
func inHall(u *apptest.User, class string) {
	u.T.Helper()
	u.Ready(".doors")
	u.Click(".doors a[href*='class=" + class + "']")
	u.Wait(`document.querySelectorAll(".taps button").length > 19 && document.readyState === "complete" && document.querySelector("[name=class]").value === "` + class + `"`)
}
