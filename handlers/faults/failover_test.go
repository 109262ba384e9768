package faults_test

import (
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/postgrestest"
)

// TestNothingAcknowledgedIsLostWhenAStandbyTakesOver ends the database's server while people press Save in two
// processes. Its standby takes over, and both go on without a hand. A base backup that was started beside the server
// sends nothing of what waited in it.
func TestNothingAcknowledgedIsLostWhenAStandbyTakesOver(t *testing.T) {
	t.Parallel()
	server, ok := postgrestest.Start(t)
	if !ok {
		return
	}
	binary, err := apptest.BuildProgram(t)
	apptest.Must(t, err)
	location := server.NewDatabase(t)
	standby := server.Standby(t)
	d := apptest.DeployOn(t, binary, server.Either(t, standby, location), time.Second, "")
	at := []string{apptest.NewPort(t), apptest.NewPort(t)}
	running := []*apptest.Process{d.Start(t, at[0]), d.Start(t, at[1])}
	crowd := gather(t, d, "8B", "8B", "9A", "7A", "10B")
	crowd.spread("http://"+at[0], "http://"+at[1])
	presses := apptest.Fewer(t, "presses", 60, 20)
	crowd.acknowledges(t, presses)
	backup := server.BaseBackup(t)
	standby.TakesOver(t, server)
	crowd.acknowledges(t, presses)
	crowd.disperse()
	inspected := inspect(t, d)
	apptest.Eventually(t, "nothing is under way", func() bool {
		counts := apptest.Outcomes(t, inspected)
		return counts[roll.Waiting]+counts[roll.Confirming] == 0
	})
	d.WantHeads(t, inspected)
	crowd.wantKept(t, inspected)
	for _, one := range running {
		one.Terminate(t)
	}
	// Who starts now reads what the running processes have recorded.
	d.Start(t, at[0]).Terminate(t)
	if reason, err := inspected.SendingPaused(t.Context()); err != nil || reason != "" {
		t.Errorf("sending is paused for %q: %v", reason, err)
	}
	wantOnlyMoved(t, backup.Of(t, location))
}

// wantOnlyMoved expects the copy at the location to send nothing of what waited in it.
func wantOnlyMoved(t *testing.T, location string) {
	t.Helper()
	copied, err := store.Open(t.Context(), location, time.Now)
	apptest.Must(t, err)
	defer func() { apptest.Must(t, copied.Close()) }()
	apptest.Must(t, copied.Settle(t.Context(), 0))
	counts := apptest.Outcomes(t, copied)
	t.Logf("in the copy there are %v", counts)
	if counts[roll.Waiting] > 0 {
		t.Errorf("%d marks of the copy still wait to be sent", counts[roll.Waiting])
	}
}

// acknowledges returns once so many further presses are acknowledged.
func (c *crowd) acknowledges(t *testing.T, presses int) {
	t.Helper()
	acknowledged := func() int {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.acknowledged)
	}
	before := acknowledged()
	apptest.Eventually(t, "presses are acknowledged", func() bool { return acknowledged() >= before+presses })
}
