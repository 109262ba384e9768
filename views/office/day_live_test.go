package office_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"

	"rollbook/views/browsertest"
	"rollbook/views/examples"
	"rollbook/views/office"
	"rollbook/views/pagetest"
	"rollbook/web/roll"
)

// A board without a stream sends requests by itself, and changes as little.
func TestABoardWithoutAStreamPolls(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	v := examples.DayBoard(pagetest.Base(t), "2025-11-20")
	v.CellsAddress, v.EventsAddress = "/cells", "/events"
	var asked atomic.Int64
	mux := http.NewServeMux()
	mux.Handle("GET /static/", v.Assets)
	mux.HandleFunc("GET /cells", func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		parts := v.Parts
		parts.Cells = slices.Clone(parts.Cells)
		changed := &parts.Cells[0]
		changed.State, changed.Marked, changed.By, changed.Clock, changed.Overdue = roll.ClassDone, 28, "P. Lang", "08:53", 0
		if err := office.DayChanges(&office.DayAnswer{Page: v.Page, DayParts: parts}).Render(r.Context(), w); err != nil && r.Context().Err() == nil {
			t.Error(err)
		}
	})
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		var page bytes.Buffer
		if err := office.Day(v).Render(context.Background(), &page); err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Security-Policy", examples.Policy)
		if _, err := w.Write(bytes.Replace(page.Bytes(), []byte(`data-silence="25000"`), []byte(`data-silence="200"`), 1)); err != nil {
			t.Error(err)
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	tab := browser.Tab(t)
	tab.Size(1280, 250)
	tab.Go(server.URL + "/")
	tab.Text(`document.querySelector(".board a[href*='7A']").focus(), scrollTo(0, 150)`)
	tab.Wait(`document.querySelector("#c0").dataset.state === "done"`)
	tab.Wait(`document.activeElement.matches("a[href*='7A']") && scrollY === 150`)
	if asked.Load() == 0 {
		t.Error("nothing was asked")
	}
}
