package faults_test

import (
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/postgrestest"
)

// TestTheVersionBeforeWorksBesideThisOne runs the program of the commit in .ci/previous while people press Save.
// This version comes beside it, changes the tables under it, and later takes its place. People get no error
// meanwhile. PREVIOUS is the commit; without it, only its name is checked, since a copy of the sources may lack
// it.
func TestTheVersionBeforeWorksBesideThisOne(t *testing.T) {
	t.Parallel()
	named, err := os.ReadFile("../../.ci/previous")
	apptest.Must(t, err)
	if commit := strings.TrimSpace(string(named)); len(commit) != 40 || strings.Trim(commit, "0123456789abcdef") != "" {
		t.Errorf(".ci/previous names %q and no commit", commit)
	}
	commit := os.Getenv("PREVIOUS")
	if commit == "" {
		return
	}
	before, version := buildCommit(t, commit)
	atOnce(t, map[string]func(*testing.T){
		"on SQLite": func(t *testing.T) {
			changesVersion(t, before, version, "sqlite:"+filepath.Join(t.TempDir(), "rollbook.db"))
		},
		"on PostgreSQL": func(t *testing.T) {
			if server, ok := postgrestest.Start(t); ok {
				changesVersion(t, before, version, server.NewDatabase(t))
			}
		},
	})
}

// buildCommit builds the program of a commit. It also returns the number of its newest migration.
func buildCommit(t *testing.T, commit string) (binary string, version int64) {
	t.Helper()
	folder := t.TempDir()
	sources, binary := filepath.Join(folder, "sources.tar"), filepath.Join(folder, "rollbook")
	for _, arguments := range [][]string{
		{"git", "-C", "../..", "archive", "--output=" + sources, commit},
		{"tar", "--extract", "--directory=" + folder, "--file=" + sources, "--one-top-level=before"},
		{"go", "build", "-C", filepath.Join(folder, "before"), "-o", binary, "."},
	} {
		if said, err := exec.CommandContext(t.Context(), arguments[0], arguments[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v, %s; the whole history must be here", arguments[0], err, said)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "before/web/store/engine/migrations/*.sql"))
	apptest.Must(t, err)
	number, _, _ := strings.Cut(filepath.Base(slices.Max(files)), "_")
	version, err = strconv.ParseInt(number, 10, 64)
	apptest.Must(t, err)
	return binary, version
}

// changesVersion replaces the program before, on tables of the version, by this one.
func changesVersion(t *testing.T, before string, version int64, location string) {
	t.Helper()
	binary, err := apptest.BuildProgram(t)
	apptest.Must(t, err)
	d := apptest.DeployOn(t, binary, location, time.Second, "")
	inspected := inspect(t, d)
	tables, err := inspected.Database.Provider()
	apptest.Must(t, err)
	_, err = tables.DownTo(t.Context(), version)
	apptest.Must(t, err)
	old := *d
	old.Binary = before
	running := old.Start(t, apptest.NewPort(t))
	d.Address = running.Address
	crowd := gather(t, d, "9A", "9A", "7A", "10B")
	crowd.answers(t, 40)
	next := d.Start(t, apptest.NewPort(t))
	crowd.answers(t, 40)
	crowd.spread(running.Address, next.Address)
	crowd.answers(t, 200)
	pressOnBoth(t, d, inspected, running, next)
	if !running.Answers("/readyz") {
		t.Errorf("the version before is not ready any more: %s", running.Log)
	}
	if crowd.lost > 0 {
		t.Errorf("%d requests had no answer", crowd.lost)
	}
	crowd.spread(next.Address)
	running.Terminate(t)
	crowd.answers(t, 40)
	crowd.disperse()
	wantNothingLost(t, d, crowd)
	if crowd.refusals > 0 {
		t.Errorf("%d answers were refusals", crowd.refusals)
	}
}

// pressOnBoth presses Save once on a page of each version, and sends each press to both.
func pressOnBoth(t *testing.T, d *apptest.Deployment, inspected *store.Store, versions ...*apptest.Process) {
	t.Helper()
	for _, from := range versions {
		d.Address = from.Address
		_, page := onRoll(t, d, apptest.OfficeWorker)
		form := page.Press(t, "Absent", page.Enrolments(t, 0, 1)...)
		form.Set("reason", "a note from home")
		answers := make([]apptest.Answer, len(versions))
		var all sync.WaitGroup
		for i, to := range versions {
			all.Go(func() { answers[i] = sendTo(t, d, to, form) })
		}
		all.Wait()
		for _, answer := range answers {
			if answer.Code != http.StatusSeeOther {
				t.Errorf("a press is answered with %d: %s", answer.Code, answer.Text("main"))
			}
		}
		story, err := inspected.Story(t.Context(), apptest.Harbour, roll.Token(form.Get("save")))
		apptest.Must(t, err)
		if len(story.Marks) != len(form["enrolment"]) {
			t.Errorf("the save has %+v", story.Marks)
		}
	}
}

// sendTo sends a press of the office to the program.
func sendTo(t *testing.T, d *apptest.Deployment, to *apptest.Process, form url.Values) apptest.Answer {
	t.Helper()
	other := *d.Program
	other.Address = to.Address
	return other.As(t, apptest.OfficeWorker).Post(apptest.RollPath, form)
}
