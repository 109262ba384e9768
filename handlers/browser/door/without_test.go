package door_test

import (
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// TestATabletWithoutRollbook uses tablets at classroom doors that have a broken network, or one that answers
// in Rollbook's place, that were moved, or that run beside other versions.
func TestATabletWithoutRollbook(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Log("short: a teacher's morning stands for tablets without a network")
		return
	}
	apptest.InBrowsers(t, browsertest.Open, leftTests(), furtherLeftTests(), offlineTests(), foreignTests())
}
