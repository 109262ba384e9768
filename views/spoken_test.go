package views_test

import (
	"net/http/httptest"
	"testing"

	"github.com/a-h/templ"

	"rollbook/views/browsertest"
	"rollbook/views/examples"
	"rollbook/views/pagetest"
)

func TestAScreenReaderSaysWhoIsInAtTheDoor(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	state := examples.Examples(pagetest.Base(t))["taps"]
	server := httptest.NewServer(templ.Handler(state.Body))
	t.Cleanup(server.Close)
	tab := browser.Tab(t)
	tab.Go(server.URL)
	tab.WantSpoken("testdata/spoken/taps.txt")
}
