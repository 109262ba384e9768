package office_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"rollbook/views/browsertest"
	"rollbook/views/examples"
	"rollbook/views/pagetest"
)

func TestNamedStudentsPushNoClassOffTheFirstScreen(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	states := examples.Examples(pagetest.Base(t))
	mux := http.NewServeMux()
	mux.Handle("GET /static/", states["day-sixty"].Page.Assets)
	mux.HandleFunc("GET /{state}", func(w http.ResponseWriter, r *http.Request) {
		if _, err := w.Write(pagetest.BytesOf(t, states[r.PathValue("state")].Body)); err != nil {
			t.Error(err)
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	tab := browser.Tab(t)
	for state, away := range map[string]float64{"day-sixty": 6, "day-teachers": 6, "day-none-done": 0, "day-sixty-late": 6} {
		if tab.Size(1280, 720); state == "day-sixty-late" {
			tab.Size(1280, 800)
		}
		tab.Go(server.URL + "/" + state)
		if seen := tab.Number(`[...document.querySelectorAll(".board > li")].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`); seen != 60 {
			t.Errorf("%s: %v of 60 classes are on the first screen", state, seen)
		}
		if students := tab.Number(`document.querySelectorAll("#day-away li").length`); students != away {
			t.Errorf("%s: %v students are listed as away", state, students)
		}
		if state == "day-sixty" {
			named := tab.Number(`[...document.querySelectorAll(".absent-names > li")].filter((row) => row.getBoundingClientRect().right <= innerWidth).length`)
			if named < 3 {
				t.Errorf("%v absent students are named", named)
			}
			const many = `(() => {
				const names = document.querySelector(".absent-names")
				for (let i = 0; i < 40; i++) names.append(names.firstElementChild.cloneNode(true))
				return document.documentElement.scrollWidth - innerWidth
			})()`
			if over := tab.Number(many); over != 0 {
				t.Errorf("absent students who are not named widen the page by %v pixels", over)
			}
		}
	}
}
