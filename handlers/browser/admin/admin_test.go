package admin_test

import (
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// TestAdminsInTheBrowser sets schools up through a real browser, from the first start to the end of a school:
// each test has a program and a window of its own.
func TestAdminsInTheBrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Log("short: no school is set up")
		return
	}
	apptest.InBrowsers(t, browsertest.Open, connectTests(), listTests(), keyTests(), firstStartTests(), peopleTests())
}
