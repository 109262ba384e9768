package faults_test

import (
	"bytes"
	"database/sql"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/vault"
)

// starts are the faults of starts and of the disk.
func starts(binary func(*testing.T) string) map[string]func(*testing.T) {
	return map[string]func(*testing.T){
		"K01": func(t *testing.T) { anotherMasterKeyDoesNotStart(t, binary(t)) },
		"D01": func(t *testing.T) { aFullDiskKeepsNothing(t, binary(t)) },
		"D04": func(t *testing.T) {
			atOnce(t, map[string]func(*testing.T){
				"at the start":  func(t *testing.T) { aDamagedFileDoesNotStart(t, binary(t)) },
				"while running": func(t *testing.T) { aFileThatBreaksIsNotWrittenTo(t, binary(t)) },
			})
		},
	}
}

// endsSaying expects the process to end with exit code 1 and one sentence that contains the words.
func endsSaying(t *testing.T, p *apptest.Process, words string) {
	t.Helper()
	apptest.Eventually(t, "it ends", func() bool {
		select {
		case <-p.Ended:
			return true
		default:
			return false
		}
	})
	var exit *exec.ExitError
	if !errors.As(p.Failure, &exit) || exit.ExitCode() != 1 {
		t.Errorf("it ended with %v", p.Failure)
	}
	if said := strings.TrimSpace(p.Log.String()); strings.Contains(said, "\n") || !strings.Contains(said, words) {
		t.Errorf("it said %q", said)
	}
}

func anotherMasterKeyDoesNotStart(t *testing.T, binary string) {
	t.Helper()
	d := apptest.Deploy(t, binary, time.Second)
	before := sealedKey(t, d)
	for value, words := range map[string]string{
		vault.RandomMasterKey().Reveal(): "the master key is not the one that this database was sealed with",
		"":                               "no master key",
	} {
		endsSaying(t, d.Begin(t, apptest.NewPort(t), "ROLLBOOK_MASTER_KEY="+value), words)
	}
	if after := sealedKey(t, d); !bytes.Equal(before, after) {
		t.Error("the school's key was sealed anew")
	}
	if calls := d.Sandbox.Calls(); len(calls) > 0 {
		t.Errorf("the school system was called: %v", calls)
	}
	d.Start(t, apptest.NewPort(t))
}

// sealedKey returns the first school's stored key.
func sealedKey(t *testing.T, d *apptest.Deployment) []byte {
	t.Helper()
	key, err := inspect(t, d).KeyInUse(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	return key.Sealed
}

// page is the size of a database's page, in bytes.
const page = 4096

// zero overwrites pages of the file with zeros, from the first to the one before the last.
func zero(t *testing.T, file string, first, last int) {
	t.Helper()
	opened, err := os.OpenFile(file, os.O_WRONLY, 0)
	apptest.Must(t, err)
	_, err = opened.WriteAt(make([]byte, (last-first)*page), int64(first*page))
	apptest.Must(t, errors.Join(err, opened.Close()))
}

// withoutFreePages makes the database use each page of its file: a page that it does not use can be lost
// without damage.
func withoutFreePages(t *testing.T, file string) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	apptest.Must(t, err)
	_, err = db.ExecContext(t.Context(), "VACUUM")
	apptest.Must(t, errors.Join(err, db.Close()))
}

func pagesOf(t *testing.T, file string) int {
	t.Helper()
	about, err := os.Stat(file)
	apptest.Must(t, err)
	return int(about.Size() / page)
}

// aDamagedFileDoesNotStart, whichever page is lost, and remains unchanged.
func aDamagedFileDoesNotStart(t *testing.T, binary string) {
	t.Helper()
	d := apptest.Deploy(t, binary, time.Second)
	withoutFreePages(t, d.File())
	whole, err := os.ReadFile(d.File())
	apptest.Must(t, err)
	for _, lost := range []int{0, 1, pagesOf(t, d.File()) / 2} {
		apptest.Must(t, os.WriteFile(d.File(), whole, 0o600))
		zero(t, d.File(), lost, lost+1)
		before, err := os.ReadFile(d.File())
		apptest.Must(t, err)
		endsSaying(t, d.Begin(t, apptest.NewPort(t)), "the database file is damaged and was left as it is")
		after, err := os.ReadFile(d.File())
		apptest.Must(t, err)
		if !bytes.Equal(before, after) {
			t.Errorf("with page %d lost the file was changed", lost)
		}
	}
}

// aFileThatBreaksIsNotWrittenTo any more, and does not start again.
func aFileThatBreaksIsNotWrittenTo(t *testing.T, binary string) {
	t.Helper()
	d := apptest.Deploy(t, binary, time.Second)
	running := d.Start(t, apptest.NewPort(t))
	v, opened := onRoll(t, d, apptest.Teacher)
	form := opened.Press(t, "Absent", opened.Enrolments(t, 3)...)
	zero(t, d.File(), 1, pagesOf(t, d.File()))
	got := v.Post(apptest.RollPath, form).Want(t, http.StatusServiceUnavailable)
	if text := got.Text("main"); !strings.Contains(text, "Could not be saved anywhere") && !strings.Contains(text, "This was not saved") {
		t.Errorf("it says %q", text)
	}
	v.Post(apptest.RollPath, form, apptest.ByScript()...).Want(t, http.StatusServiceUnavailable)
	d.Visit(t).Get("/readyz").Want(t, http.StatusServiceUnavailable)
	d.Visit(t).Get("/healthz").Want(t, http.StatusOK)
	running.Kill()
	endsSaying(t, d.Begin(t, apptest.NewPort(t)), "the database file is damaged and was left as it is")
	if calls := len(d.Sandbox.Arrivals(apptest.HarbourCode)); calls > 0 {
		t.Errorf("%d calls were made", calls)
	}
}

// aFullDiskKeepsNothing, reports it, and stores the same press when there is space again.
func aFullDiskKeepsNothing(t *testing.T, binary string) {
	t.Helper()
	d := apptest.Deploy(t, binary, time.Second)
	running := d.Start(t, apptest.NewPort(t))
	rivals := rivalsOf(t, d.Program)
	if err := limitFiles(running.Command.Process.Pid, page); err != nil {
		t.Logf("not run: a full disk: %v", err)
		return
	}
	together(func() { wantNotKept(rivals[0], t) }, func() { wantNotKept(rivals[1], t) })
	inspected := inspect(t, d)
	if _, err := inspected.Story(t.Context(), apptest.Harbour, roll.Token(rivals[0].Form.Get("save"))); roll.KindOf(err) != roll.NotFound {
		t.Errorf("the press is stored: %v", err)
	}
	rivals[0].Get(apptest.EightB).Want(t, http.StatusOK)
	apptest.Eventually(t, "it is not ready", func() bool { return !running.Answers("/readyz") })
	apptest.Must(t, limitFiles(running.Command.Process.Pid, 1<<40))
	apptest.Eventually(t, "it is ready again", func() bool { return running.Answers("/readyz") })
	for _, one := range rivals {
		one.Post(apptest.RollPath, one.Form).Want(t, http.StatusSeeOther)
	}
	d.Settles(t, inspected, len(rivals))
}
