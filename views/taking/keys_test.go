package taking_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"

	"rollbook/views/browsertest"
	"rollbook/views/examples"
	"rollbook/views/pagetest"
	"rollbook/views/taking"
)

func TestADigitOpensTheClassUnlessKeysAreOff(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	v := examples.Home(pagetest.Base(t))
	mux := http.NewServeMux()
	mux.Handle("GET /static/", v.Assets)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		v.Person.SingleKeys = r.FormValue("keys") != "off"
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", examples.Policy)
		if err := taking.Home(v).Render(r.Context(), w); err != nil {
			t.Error(err)
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	tab := browser.Tab(t)

	tab.Go(server.URL)
	tab.Type("2")
	tab.Wait(`location.pathname + location.search === "/schools/oak/roll?period=7&class=9+c%2Fd"`)

	tab.Go(server.URL)
	tab.Type("2", chromedp.ModifierCtrl)
	tab.Type("9")
	tab.Go(server.URL + "/?keys=off")
	tab.Type("2")
	if path := tab.Text("location.pathname"); path != "/" {
		t.Errorf("went to %s", path)
	}
}
