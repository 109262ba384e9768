package readme_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// TestTheFirstRollIsSavedMinutesAfterTheClone follows README from its first command: it clones the repository
// into an empty folder, starts the demonstration without a build cache, opens its address, presses "A
// teacher" and saves a roll. With the environment variable README set to minutes it does so, and prints the
// time it takes; otherwise it only checks that README begins with the command.
func TestTheFirstRollIsSavedMinutesAfterTheClone(t *testing.T) {
	t.Parallel()
	const most = 5 * time.Minute
	first := commandsOf(content(t, "README.md"))[0]
	if first != "go run . demo" {
		t.Errorf("README begins with %q", first)
	}
	if os.Getenv("README") != "minutes" {
		return
	}
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	empty := t.TempDir()
	clone, built := filepath.Join(empty, "rollbook"), filepath.Join(empty, "built")
	u := &apptest.User{Tab: browser.Person(t), T: t}
	u.Size(1280, 720)
	began := time.Now()
	cloned := exec.CommandContext(t.Context(), "git", "clone", "--quiet", "file://"+absolute(t), clone)
	if said, err := cloned.CombinedOutput(); err != nil {
		t.Fatalf("clone: %v: %s", err, said)
	}
	b := newBench(t)
	b.exported = []string{"GOCACHE=" + built}
	u.Go(b.starts(t, clone, first, address()))
	started := time.Since(began)
	asTeacher(u)
	u.Click(u.Row(3))
	u.Click(u.Status("Absent"))
	u.Click("#press")
	u.Wait(`document.querySelector("[data-outcome=saved]")`)
	took := time.Since(began)
	t.Logf("the address after %v, a saved roll after %v", started.Round(time.Second), took.Round(time.Second))
	if took > most {
		t.Errorf("from the clone to a saved roll it takes %v, more than %v", took, most)
	}
}

// absolute is the path of the repository.
func absolute(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs(root)
	apptest.Must(t, err)
	return path
}
