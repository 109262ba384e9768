package handlers_test

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/vault"
)

// starts are the faults that a start, or the disk, has to show.
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

// endsSaying looks for an end with exit code 1 and one sentence that has the words.
func (p *process) endsSaying(t *testing.T, words string) {
	t.Helper()
	eventually(t, 20*time.Second, "it ends", func() bool {
		select {
		case <-p.ended:
			return true
		default:
			return false
		}
	})
	var exit *exec.ExitError
	if !errors.As(p.failure, &exit) || exit.ExitCode() != 1 {
		t.Errorf("it ended with %v", p.failure)
	}
	if said := strings.TrimSpace(p.log.String()); strings.Contains(said, "\n") || !strings.Contains(said, words) {
		t.Errorf("it said %q", said)
	}
}

func anotherMasterKeyDoesNotStart(t *testing.T, binary string) {
	t.Helper()
	d := deploy(t, binary, time.Second)
	before := d.sealedKey(t)
	for value, words := range map[string]string{
		vault.RandomMasterKey().Reveal(): "the master key is not the one that this database was sealed with",
		"":                               "no master key",
	} {
		d.begin(t, newPort(t), "ROLLBOOK_MASTER_KEY="+value).endsSaying(t, words)
	}
	if after := d.sealedKey(t); !bytes.Equal(before, after) {
		t.Error("the school's key was sealed anew")
	}
	if calls := d.sandbox.Calls(); len(calls) > 0 {
		t.Errorf("the school system was called: %v", calls)
	}
	d.start(t, newPort(t))
}

// sealedKey is the first school's key as it is stored.
func (d *deployment) sealedKey(t *testing.T) []byte {
	t.Helper()
	key, err := d.inspect(t).KeyInUse(t.Context(), harbour)
	must(t, err)
	return key.Sealed
}

// page is how many bytes a database's page has.
const page = 4096

// zero writes nothing but zeros over pages of the file, from the first to the one
// before the last.
func zero(t *testing.T, file string, first, last int) {
	t.Helper()
	opened, err := os.OpenFile(file, os.O_WRONLY, 0)
	must(t, err)
	_, err = opened.WriteAt(make([]byte, (last-first)*page), int64(first*page))
	must(t, errors.Join(err, opened.Close()))
}

func pagesOf(t *testing.T, file string) int {
	t.Helper()
	about, err := os.Stat(file)
	must(t, err)
	return int(about.Size() / page)
}

// aDamagedFileDoesNotStart, whichever page is lost, and is left as it is.
func aDamagedFileDoesNotStart(t *testing.T, binary string) {
	t.Helper()
	d := deploy(t, binary, time.Second)
	whole, err := os.ReadFile(d.file())
	must(t, err)
	for _, lost := range []int{0, 1, pagesOf(t, d.file()) / 2} {
		must(t, os.WriteFile(d.file(), whole, 0o600))
		zero(t, d.file(), lost, lost+1)
		before, err := os.ReadFile(d.file())
		must(t, err)
		d.begin(t, newPort(t)).endsSaying(t, "the database file is damaged and was left as it is")
		after, err := os.ReadFile(d.file())
		must(t, err)
		if !bytes.Equal(before, after) {
			t.Errorf("with page %d lost the file was changed", lost)
		}
	}
}

// aFileThatBreaksIsNotWrittenTo any more, and does not start again.
func aFileThatBreaksIsNotWrittenTo(t *testing.T, binary string) {
	t.Helper()
	d := deploy(t, binary, time.Second)
	running := d.start(t, newPort(t))
	v, opened := d.onRoll(t, teacher)
	form := opened.press(t, "Absent", opened.enrolments(t, 3)...)
	zero(t, d.file(), 1, pagesOf(t, d.file()))
	got := v.post(rollPath, form).want(t, http.StatusServiceUnavailable)
	if text := got.text("main"); !strings.Contains(text, "Could not be saved anywhere") && !strings.Contains(text, "cannot answer just now") {
		t.Errorf("it says %q", text)
	}
	v.post(rollPath, form, byScript()...).want(t, http.StatusServiceUnavailable)
	d.visit(t).get("/readyz").want(t, http.StatusServiceUnavailable)
	d.visit(t).get("/healthz").want(t, http.StatusOK)
	running.kill()
	d.begin(t, newPort(t)).endsSaying(t, "the database file is damaged and was left as it is")
	if calls := len(d.sandbox.Arrivals(harbourCode)); calls > 0 {
		t.Errorf("%d calls were made", calls)
	}
}

// aFullDiskKeepsNothing, says so, and keeps the same press when there is room again.
func aFullDiskKeepsNothing(t *testing.T, binary string) {
	t.Helper()
	d := deploy(t, binary, time.Second)
	running := d.start(t, newPort(t))
	rivals := d.rivals(t)
	if err := limitFiles(running.command.Process.Pid, page); err != nil {
		t.Logf("not run: a full disk: %v", err)
		return
	}
	together(func() { rivals[0].wantNotKept(t) }, func() { rivals[1].wantNotKept(t) })
	inspected := d.inspect(t)
	if _, err := inspected.Story(t.Context(), harbour, roll.Token(rivals[0].form.Get("save"))); roll.KindOf(err) != roll.NotFound {
		t.Errorf("the press is stored: %v", err)
	}
	rivals[0].get(eightB).want(t, http.StatusOK)
	must(t, limitFiles(running.command.Process.Pid, 1<<40))
	for _, one := range rivals {
		one.post(rollPath, one.form).want(t, http.StatusSeeOther)
	}
	d.settles(t, inspected, 10*time.Second, len(rivals))
}
