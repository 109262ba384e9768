package faults_test

import (
	"net/http"
	"os"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// TestAServerWhoseDatabaseWasReplacedKeepsNothingAndStops moves the database away, as before a restore, while the
// server runs, and then puts another one in its place.
func TestAServerWhoseDatabaseWasReplacedKeepsNothingAndStops(t *testing.T) {
	t.Parallel()
	binary, err := apptest.BuildProgram(t)
	apptest.Must(t, err)
	d := apptest.Deploy(t, binary, time.Second)
	running := d.Start(t, apptest.NewPort(t))
	v, page := onRoll(t, d, apptest.Teacher)
	away := d.File() + ".away"
	apptest.Must(t, os.Rename(d.File(), away))
	v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 0)...)).Want(t, http.StatusServiceUnavailable)
	if running.Answers("/readyz") {
		t.Error("the server is ready without its database")
	}
	whole, err := os.ReadFile(away)
	apptest.Must(t, err)
	apptest.Must(t, os.WriteFile(d.File(), whole, 0o600))
	apptest.Eventually(t, "the server stops", func() bool {
		select {
		case <-running.Ended:
			return true
		default:
			return false
		}
	})
	if running.Failure == nil {
		t.Error("it stopped as if that had been asked for")
	}
}
