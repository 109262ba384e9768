package faults_test

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/postgrestest"
)

// replicas are the faults of several processes on one database, and of their restarts.
func replicas(binary func(*testing.T) string) map[string]func(*testing.T) {
	return map[string]func(*testing.T){
		"P04": func(t *testing.T) {
			atOnce(t, map[string]func(*testing.T){
				"one process":  func(t *testing.T) { restartsAlone(t, binary(t)) },
				"two replicas": func(t *testing.T) { restartsInTurn(t, binary(t)) },
			})
		},
		"D07": func(t *testing.T) { wakesTooLate(t, binary(t)) },
	}
}

// restarts returns the number of restarts of programs while people work.
func restarts(t *testing.T) int {
	t.Helper()
	return apptest.Fewer(t, "restarts", 10, 4)
}

// restartsAlone: no person gets an error, and nothing is lost.
func restartsAlone(t *testing.T, binary string) {
	t.Helper()
	d := apptest.Deploy(t, binary, time.Second)
	at := apptest.NewPort(t)
	running := d.Start(t, at)
	crowd := gather(t, d, "8B", "9A", "7A", "10B")
	for range restarts(t) {
		crowd.answers(t, 10)
		running.Terminate(t)
		running = d.Start(t, at)
	}
	crowd.disperse()
	wantNothingLost(t, d, crowd)
}

// restartsInTurn: if one replica refuses a person, the other answers.
func restartsInTurn(t *testing.T, binary string) {
	t.Helper()
	server, ok := postgrestest.Start(t)
	if !ok {
		return
	}
	d := apptest.DeployOn(t, binary, server.NewDatabase(t), time.Second, "")
	at := []string{apptest.NewPort(t), apptest.NewPort(t)}
	running := []*apptest.Process{d.Start(t, at[0]), d.Start(t, at[1])}
	crowd := gather(t, d, "8B", "9A", "7A", "10B")
	crowd.spread("http://"+at[0], "http://"+at[1])
	for turn := range restarts(t) {
		crowd.answers(t, 10)
		running[turn%2].Terminate(t)
		running[turn%2] = d.Start(t, at[turn%2])
	}
	crowd.disperse()
	wantNothingLost(t, d, crowd)
	if crowd.mostTries > 2 {
		t.Errorf("somebody had to try %d times", crowd.mostTries)
	}
}

// sleep stops the process in the middle of its work, and waits until it has stopped.
func sleep(t *testing.T, p *apptest.Process) {
	t.Helper()
	apptest.Must(t, pause(p.Command.Process))
	apptest.Eventually(t, "the process stands still", func() bool {
		about, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.Command.Process.Pid))
		// If the system does not show processes, the test does not wait.
		return err != nil || strings.Contains(string(about), ") T ")
	})
}

// wantNothingLost expects every acknowledged press, the newest mark of every student in the school system,
// and no answer that people must not get.
func wantNothingLost(t *testing.T, d *apptest.Deployment, crowd *crowd) {
	t.Helper()
	inspected := inspect(t, d)
	apptest.Eventually(t, "nothing is under way", func() bool {
		counts := apptest.Outcomes(t, inspected)
		return counts[roll.Waiting]+counts[roll.Confirming] == 0
	})
	d.WantHeads(t, inspected)
	crowd.wantKept(t, inspected)
	if crowd.failures > 0 {
		t.Errorf("%d answers were errors", crowd.failures)
	}
}

// wantKept expects the marks of every acknowledged press.
func (c *crowd) wantKept(t *testing.T, inspected *store.Store) {
	t.Helper()
	for token, kept := range c.acknowledged {
		story, err := inspected.Story(t.Context(), apptest.Harbour, token)
		if err != nil || !slices.Equal(enrolmentsIn(story), kept) {
			t.Errorf("of an acknowledged press for %v there is %+v: %v", kept, story.Marks, err)
		}
	}
	t.Logf("%d presses were acknowledged, %d requests had no answer", len(c.acknowledged), c.lost)
}

// wakesTooLate stops a process after it claimed a press and before it sent anything, until another one has
// sent a newer press: then it must not send anything.
func wakesTooLate(t *testing.T, binary string) {
	t.Helper()
	server, ok := postgrestest.Start(t)
	if !ok {
		return
	}
	door := newDoor(t)
	d := apptest.DeployOn(t, binary, server.NewDatabase(t), time.Second, door.url())
	door.serve(t, d.Sandbox)
	awake := d.Start(t, apptest.NewPort(t), door.trust)
	asleep := d.Start(t, apptest.NewPort(t), door.trust)
	v, page := onRoll(t, d, apptest.Teacher)
	door.shut()
	postInBackground(v, page.Press(t, "Absent", page.Enrolments(t, 0, 1)...))
	door.knocked(t)
	sleep(t, asleep)
	door.open()

	d.Address = awake.Address
	office, newer := onRoll(t, d, apptest.OfficeWorker)
	form := newer.Press(t, "Excused", newer.Enrolments(t, 0, 1)...)
	form.Set("reason", "a note from home")
	office.Post(apptest.RollPath, form).Want(t, http.StatusSeeOther)
	inspected := inspect(t, d)
	d.Settles(t, inspected, 2)
	apptest.Must(t, resume(asleep.Command.Process))
	apptest.Eventually(t, "the other process notices", func() bool {
		return strings.Contains(asleep.Log.String(), "an answer came after its attempt was closed")
	})
	excused := apptest.Numbers(t, page.Status(t, "Excused"))[0]
	for _, call := range d.Sandbox.Arrivals(apptest.HarbourCode) {
		if call.StatusID != excused {
			t.Errorf("status %d was sent", call.StatusID)
		}
	}
	d.WantHeads(t, inspected)
}
