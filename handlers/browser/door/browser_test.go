package door_test

import (
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// TestAtTheDoorInTheBrowser pairs tablets, and uses them for rolls and taps.
func TestAtTheDoorInTheBrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Log("short: a teacher's morning stands for the door")
		return
	}
	apptest.InBrowsers(t, browsertest.Open, tapTests(), furtherTapTests(), doorTests())
}
