package taking

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"rollbook/views/browsertest"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/roll"
)

// exampleDemo is a roll of the demonstration after a save, while its school system is down.
func exampleDemo(t testing.TB, role roll.Role, fault part.DemoFault) *RollView {
	v := exampleStates()["saved"](exampleBase(t))
	v.Person.Name = "Grace Adeyemi"
	v.Demo = &layout.Demo{Faults: true, Active: fault, Sent: "#sent", People: []layout.DemoPerson{{Email: "office@oak.example", Name: "K. Osei", SchoolName: "Oak School", Role: "office"}}}
	v.Light = &part.Light{State: part.Silent, Clock: "08:31", Waiting: 42}
	if role.Corrects() {
		v.Links, v.Finder, v.Office = []string{layout.NavDay, layout.NavConnection, layout.NavSettings}, true, true
		v.Light.Office = true
	}
	return v
}

// TestTheCoverIsOneLineAtEveryWidth checks the fullest cover: the office's, in the demonstration. Its parts
// are inside it and beside each other, and its open menus are visible.
func TestTheCoverIsOneLineAtEveryWidth(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	server, tab := demoGallery(t), browser.Tab(t)
	const crowded = `(() => {
		const cover = document.querySelector(".top").getBoundingClientRect();
		const boxes = [...document.querySelectorAll(".top > *, .top > nav > *")].filter((e) => e.matches(":not(nav)")).map((e) => e.getBoundingClientRect()).filter(({ width }) => width);
		boxes.sort((a, b) => a.left - b.left);
		return boxes.filter(({ left, right, top, bottom }, i) => top < cover.top || bottom > cover.bottom || left < 0 || right > innerWidth || i && left < boxes[i - 1].right).length;
	})()`
	const outside = `[...document.querySelectorAll(".demo [open] :is(button, a, p)")].filter((e) => {
		const { left, right, width } = e.getBoundingClientRect();
		return width && (left < 0 || right > innerWidth || e.scrollWidth > e.clientWidth + 1);
	}).map((e) => e.textContent).join()`
	paths := []string{"/demo/office/down", "/demo/office/key", "/demo/teacher/down", "/demo/teacher/none"}
	if testing.Short() {
		paths = paths[:1]
	}
	for _, path := range paths {
		for _, width := range []int{1280, 1248, 1247, 1200, 1199, 1024, 960, 959, 768, 480, 360, 320} {
			tab.Size(width, 740)
			tab.Go(server.URL + path)
			if height := tab.Number(`document.querySelector(".top").offsetHeight`); height != coverAt(width) {
				t.Errorf("%s at %d: the cover is %v px high", path, width, height)
			}
			if parts := tab.Number(crowded); parts > 0 {
				t.Errorf("%s at %d: %v parts of the cover lie over each other or outside", path, width, parts)
			}
			expectNoOverflow(t, tab, path)
			tab.Click(".demo summary")
			if texts := tab.Text(outside); texts != "" {
				t.Errorf("%s at %d: %q is cut", path, width, texts)
			}
		}
	}
}

// coverAt is the height of a roll's cover. On a phone the page's head is the cover, and the demonstration's
// line above it is lower.
func coverAt(width int) float64 {
	if width < 640 {
		return 32
	}
	return 48
}

// demoGallery serves the roll of the demonstration at /demo/ROLE/FAULT.
func demoGallery(t *testing.T) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("GET /static/", examplePage(exampleBase(t), "").Assets)
	mux.HandleFunc("GET /demo/{role}/{fault}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if err := Roll(exampleDemo(t, roll.Role(r.PathValue("role")), part.DemoFault(r.PathValue("fault")))).Render(r.Context(), w); err != nil {
			t.Error(err)
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}
