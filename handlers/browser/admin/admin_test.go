package admin_test

import (
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// TestAdminsInTheBrowser sets up schools in a real browser, from the first start to the end of a school: each
// test has its own program and window.
func TestAdminsInTheBrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Log("short: no school is set up")
		return
	}
	apptest.InBrowsers(t, browsertest.Open, connectTests(), listTests(), keyTests(), firstStartTests(), peopleTests())
}
