package office_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"rollbook/views/browsertest"
	"rollbook/views/examples"
	"rollbook/views/office"
	"rollbook/views/pagetest"
)

func TestWhoIsAwayPushesNoClassOffTheFirstScreen(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	state := examples.Examples(pagetest.Base(t))["day-sixty"]
	page := pagetest.BytesOf(t, state.Body)
	mux := http.NewServeMux()
	mux.Handle("GET /static/", state.Page.Assets)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		if _, err := w.Write(page); err != nil {
			t.Error(err)
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	tab := browser.Tab(t)
	tab.Size(1280, 720)
	tab.Go(server.URL + "/")
	if seen := tab.Number(`[...document.querySelectorAll(".board > li")].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`); seen != 60 {
		t.Errorf("%v of 60 classes are on the first screen", seen)
	}
	if students := tab.Number(`document.querySelectorAll("#day-away li").length`); students != 6 {
		t.Errorf("%v students are listed as away", students)
	}
}

func TestAChangeOfWhoIsAwayIsSentOnlyWhereThereIsOne(t *testing.T) {
	t.Parallel()
	v := examples.DayBoard(pagetest.Base(t), "2025-11-20")
	for _, changed := range []bool{false, true} {
		document := pagetest.Render(t, office.DayChanges(&office.DayAnswer{Page: v.Page, DayParts: v.Parts, AwayChanged: changed}))
		if found := document.Find("#day-away").Length(); (found == 1) != changed {
			t.Errorf("changed is %v, and the list is there %d times", changed, found)
		}
	}
}
