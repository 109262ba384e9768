package absences_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"rollbook/views/browsertest"
	"rollbook/views/examples"
	"rollbook/views/pagetest"
)

func TestAKnownAbsenceIsOneLineOnAWideScreen(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	state := examples.Examples(pagetest.Base(t))["absences"]
	mux := http.NewServeMux()
	mux.Handle("GET /static/", state.Page.Assets)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		if _, err := w.Write(pagetest.BytesOf(t, state.Body)); err != nil {
			t.Error(err)
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	tab := browser.Tab(t)
	tab.Size(1280, 720)
	tab.Go(server.URL)
	const line = 44
	if height := tab.Number(`document.querySelector("[data-known]").getBoundingClientRect().height`); height > line {
		t.Errorf("it is %v px high", height)
	}
}
