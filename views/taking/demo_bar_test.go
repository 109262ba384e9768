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
	v := exampleSaved(t)
	v.Person.Role, v.Person.Name = role, "Grace Adeyemi"
	v.Demo = &layout.Demo{Faults: true, Active: fault, Sent: "#sent", People: []layout.DemoPerson{{Email: "office@oak.example", Name: "K. Osei", SchoolName: "Oak School", Role: "office"}}}
	v.Light = &part.Light{State: part.Silent, Clock: "08:31", Waiting: 42}
	if role.Corrects() {
		v.Links, v.Finder, v.Office = []string{layout.NavDay, layout.NavConnection, layout.NavSettings}, true, true
		v.Light.Office = true
	}
	return v
}

func TestTheBarOfTheDemonstrationIsNeverCut(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	server, tab := demoGallery(t), browser.Tab(t)
	// The texts that come nearer than 3 px to the edge of the bar, and the words of the last
	// text that stand below its first.
	const cut = `[...document.querySelectorAll(".demo > .menu > summary, #sent a")].filter((text, i, all) => {
		const words = document.createRange(), box = document.querySelector(".demo").getBoundingClientRect();
		words.selectNodeContents(text);
		const { top, bottom, left, right, height } = words.getBoundingClientRect();
		return top < box.top + 3 || bottom > box.bottom - 3 || left < box.left || right > box.right || i === all.length - 1 && height > 24;
	}).map((text) => text.textContent).join()`
	for _, path := range []string{"/demo/teacher/down", "/demo/teacher/key", "/demo/office/down", "/demo/office/key"} {
		for _, width := range []int{1280, 1024, 768, 360, 320} {
			tab.Size(width, 740)
			tab.Go(server.URL + path)
			if texts := tab.Text(cut); texts != "" {
				t.Errorf("%s at %d: %q is cut", path, width, texts)
			}
			expectNoOverflow(t, tab, path)
		}
	}
}

// demoGallery serves the roll of the demonstration at /demo/ROLE/FAULT.
func demoGallery(t *testing.T) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("GET /static/", examplePage(t, "").Assets)
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
