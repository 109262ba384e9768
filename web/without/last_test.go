package without_test

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"rollbook/web/without"
)

// TestMain prints at the end of "go test ./..." a line for each kind of tests that did not run. It bypasses
// the go command, which hides the output of packages whose tests pass. If .ci/test.go reads the output, it
// counts these tests itself.
func TestMain(m *testing.M) {
	code := m.Run()
	if lines := missing(without.All()); lines != "" && flag.Lookup("test.v").Value.String() != "test2json" {
		if _, err := io.WriteString(console(os.Getppid()), lines); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	os.Exit(code)
}

// missing returns a line for each need that the machine lacks.
func missing(needs []without.Need) string {
	var lines strings.Builder
	for _, need := range needs {
		if need.Find() == "" {
			fmt.Fprintf(&lines, "not run: %s: %s\n", need.Tests, need.Command())
		}
	}
	return lines.String()
}

// console returns the parent's standard error, once the go command runs nothing else; if the system does not
// reveal it, the terminal. A test that another program runs, or without either of them, uses its own output.
func console(parent int) io.Writer {
	if name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", parent)); err == nil && string(name) != "go\n" {
		return os.Stderr
	}
	for _, path := range []string{fmt.Sprintf("/proc/%d/fd/2", parent), "/dev/tty"} {
		if file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0); err == nil {
			awaitOthers(parent)
			return file
		}
	}
	return os.Stderr
}

// awaitOthers waits until the go command runs nothing else, so that the lines are the last ones. A system
// without /proc shows no processes, and awaitOthers returns at once.
func awaitOthers(command int) {
	const often, most = 100 * time.Millisecond, 8 * time.Minute
	look := time.NewTicker(often)
	defer look.Stop()
	for began, alone := time.Now(), 0; alone < 5 && time.Since(began) < most; <-look.C {
		if children(command) > 1 {
			alone = 0
		} else {
			alone++
		}
	}
}

// children counts the running child processes of a process.
func children(parent int) int {
	count := 0
	processes, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0
	}
	for _, process := range processes {
		// Its name, in brackets, may contain spaces.
		about, err := os.ReadFile(process)
		_, state, found := strings.Cut(string(about), ") ")
		if fields := strings.Fields(state); err == nil && found && len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			count++
		}
	}
	return count
}

func TestAMissingProgramIsNamedWithItsPackage(t *testing.T) {
	t.Parallel()
	without.KeepNoResult(t)
	got := missing([]without.Need{
		{Tests: "tests with Go", Programs: []string{"go"}, Package: "golang"},
		{Tests: "tests of nothing", Programs: []string{"no-such-program", "/no/such/*/folder"}, Package: "nothing"},
	})
	if want := "not run: tests of nothing: sudo apt-get install nothing\n"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}

func TestTheNewestOfManyVersionsIsFound(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, version := range []string{"9", "15", "17"} {
		if err := os.MkdirAll(filepath.Join(folder, version, "initdb"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	need := without.Need{Programs: []string{filepath.Join(folder, "*", "initdb")}}
	if got := need.Find(); got != filepath.Join(folder, "17", "initdb") {
		t.Errorf("found is %q", got)
	}
}
