package handlers_test

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/postgrestest"
)

// replicas are the faults of several processes on one database, and of their changing.
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

// restarts is how often programs are restarted while people work.
func restarts(t *testing.T) int {
	t.Helper()
	return fewer(t, "restarts", 10, 4)
}

// restartsAlone: nobody is answered by an error, and nothing is lost.
func restartsAlone(t *testing.T, binary string) {
	t.Helper()
	d := deploy(t, binary, time.Second)
	at := newPort(t)
	running := d.start(t, at)
	crowd := d.gather(t, "8B", "9A", "7A", "10B")
	for range restarts(t) {
		crowd.answers(t, 10)
		running.terminate(t)
		running = d.start(t, at)
	}
	crowd.disperse()
	d.wantNothingLost(t, crowd)
}

// restartsInTurn: whoever is turned away by the one replica is answered by the other.
func restartsInTurn(t *testing.T, binary string) {
	t.Helper()
	server, ok := postgrestest.Start(t)
	if !ok {
		return
	}
	d := deployOn(t, binary, server.NewDatabase(t), time.Second, "")
	at := []string{newPort(t), newPort(t)}
	running := []*process{d.start(t, at[0]), d.start(t, at[1])}
	crowd := d.gather(t, "8B", "9A", "7A", "10B")
	crowd.spread("http://"+at[0], "http://"+at[1])
	for turn := range restarts(t) {
		crowd.answers(t, 10)
		running[turn%2].terminate(t)
		running[turn%2] = d.start(t, at[turn%2])
	}
	crowd.disperse()
	d.wantNothingLost(t, crowd)
	if crowd.mostTries > 2 {
		t.Errorf("somebody had to try %d times", crowd.mostTries)
	}
}

// sleep stops the process in the middle of what it does, and waits until it stands still.
func (p *process) sleep(t *testing.T) {
	t.Helper()
	must(t, p.command.Process.Signal(syscall.SIGSTOP))
	eventually(t, 10*time.Second, "the process stands still", func() bool {
		about, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
		// Where the system shows no processes there is nothing to wait for.
		return err != nil || strings.Contains(string(about), ") T ")
	})
}

// wantNothingLost looks for every acknowledged press, for everybody's newest mark in the
// school system, and for no answer that no person should get.
func (d *deployment) wantNothingLost(t *testing.T, crowd *crowd) {
	t.Helper()
	inspected := d.inspect(t)
	eventually(t, 40*time.Second, "nothing is under way", func() bool {
		counts := outcomes(t, inspected)
		return counts[roll.Waiting]+counts[roll.Confirming] == 0
	})
	d.wantHeads(t, inspected)
	crowd.wantKept(t, inspected)
	if crowd.failures > 0 {
		t.Errorf("%d answers were errors", crowd.failures)
	}
}

// wantKept looks for the marks of every press that was acknowledged.
func (c *crowd) wantKept(t *testing.T, inspected *store.Store) {
	t.Helper()
	for token, kept := range c.acknowledged {
		story, err := inspected.Story(t.Context(), harbour, token)
		if err != nil || !slices.Equal(enrolmentsIn(story), kept) {
			t.Errorf("of an acknowledged press for %v there is %+v: %v", kept, story.Marks, err)
		}
	}
	t.Logf("%d presses were acknowledged, %d requests had no answer", len(c.acknowledged), c.lost)
}

// wakesTooLate stops a process after it claimed a press and before it sent anything,
// until another one has sent a newer press: then it sends nothing any more.
func wakesTooLate(t *testing.T, binary string) {
	t.Helper()
	server, ok := postgrestest.Start(t)
	if !ok {
		return
	}
	door := newDoor(t)
	d := deployOn(t, binary, server.NewDatabase(t), time.Second, door.url())
	door.serve(t, d.sandbox)
	awake := d.start(t, newPort(t), door.trust)
	asleep := d.start(t, newPort(t), door.trust)
	v, page := d.onRoll(t, teacher)
	door.shut()
	v.postInBackground(page.press(t, "Absent", page.enrolments(t, 0, 1)...))
	door.knocked(t)
	asleep.sleep(t)
	door.open()

	d.address = awake.address
	office, newer := d.onRoll(t, officeWorker)
	office.post(rollPath, newer.press(t, "Excused", newer.enrolments(t, 0, 1)...)).want(t, http.StatusSeeOther)
	inspected := d.inspect(t)
	d.settles(t, inspected, 20*time.Second, 2)
	must(t, asleep.command.Process.Signal(syscall.SIGCONT))
	eventually(t, 10*time.Second, "the other process notices", func() bool {
		return strings.Contains(asleep.log.String(), "an answer came after its attempt was closed")
	})
	excused := numbers(t, page.status(t, "Excused"))[0]
	for _, call := range d.sandbox.Arrivals(harbourCode) {
		if call.StatusID != excused {
			t.Errorf("status %d was sent", call.StatusID)
		}
	}
	d.wantHeads(t, inspected)
}
