// Runs all tests and prints how many passed and which did not run, with the reasons. Its arguments go to "go
// test"; packages among them, which begin with "./", are tested instead of all. It needs only Go:
//
//	go run .ci/test.go
//	go run .ci/test.go -race ./web/...
//
// Tests that "go test" alone repeats only a few times are repeated more often: see fuller. With the
// environment variable CI set to true, a test that was skipped, or that could not run on this machine, is a
// failure.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

func main() {
	ok, err := run(os.Args[1:], os.Stdout, os.Getenv("CI") == "true")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// run runs the tests of all packages and reports to out. If strict is true, a test that did not run is a
// failure.
func run(arguments []string, out io.Writer, strict bool) (bool, error) {
	everything := []string{"./..."}
	if slices.ContainsFunc(arguments, func(argument string) bool { return strings.HasPrefix(argument, "./") }) {
		everything = nil
	}
	command := exec.Command("go", slices.Concat([]string{"test", "-json"}, arguments, everything)...)
	command.Env = append(fuller(), os.Environ()...)
	command.Stderr = os.Stderr
	events, err := command.StdoutPipe()
	if err != nil {
		return false, fmt.Errorf("listen to go test: %w", err)
	}
	if err := command.Start(); err != nil {
		return false, fmt.Errorf("start go test: %w", err)
	}
	report := newReport(out)
	readErr := report.read(events)
	runErr := command.Wait()
	if readErr != nil {
		return false, fmt.Errorf("read what go test says: %w", readErr)
	}
	report.close()
	missed := len(report.notRun) + report.skipped
	return runErr == nil && report.failed == 0 && report.passed > 0 && (!strict || missed == 0), nil
}

// fuller returns the environment that makes tests more thorough than "go test" alone: kills of the program
// under load, trials of ticks at each moment, looks that axe checks, walks in a browser, parts of the rule of saves to
// take out, repetitions, and time limits for pages. The caller's environment takes precedence.
func fuller() []string {
	return []string{"KILLS=50", "TICK_TRIALS=8", "LOOKS=all", "WALKS=all", "PARTS=all", "REPEATS=all", "TIMED=all"}
}

// event is a line of "go test -json" (go doc test2json).
type event struct {
	Action, Package, Test, Output, ImportPath string
	Elapsed                                   float64
}

// place is a test, or a package where the test's name is empty.
type place struct{ pkg, test string }

// report counts tests and prints the output of the failed ones.
type report struct {
	out                     io.Writer
	said                    map[place][]string
	parents                 map[place]bool
	notRun                  map[place]string
	running                 map[place]bool
	passed, failed, skipped int
}

func newReport(out io.Writer) *report {
	return &report{
		out: out, said: map[place][]string{}, parents: map[place]bool{}, notRun: map[place]string{},
		running: map[place]bool{},
	}
}

func (r *report) read(events io.Reader) error {
	lines := bufio.NewScanner(events)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Fprintln(r.out, lines.Text())
			continue
		}
		r.note(e)
	}
	return lines.Err()
}

// notRunMark begins the line of a test that could not run on this machine.
const notRunMark = "not run: "

func (r *report) note(e event) {
	at := place{e.Package, e.Test}
	switch e.Action {
	case "output":
		if strings.HasPrefix(e.Output, "=== ") {
			return
		}
		r.said[at] = append(r.said[at], e.Output)
		if _, reason, found := strings.Cut(e.Output, notRunMark); found {
			r.notRun[at] = strings.TrimSpace(reason)
		}
	case "build-output":
		fmt.Fprint(r.out, e.Output)
	case "run":
		r.running[at] = true
		if cut := strings.LastIndex(e.Test, "/"); cut > 0 {
			r.parents[place{e.Package, e.Test[:cut]}] = true
		}
	case "pass", "fail", "skip":
		r.end(at, e)
		delete(r.said, at)
		delete(r.running, at)
	}
}

// end counts a test by its result. Tests with subtests do not count. A failed package counts only if no test has
// failed.
func (r *report) end(at place, e event) {
	isTest := at.test != ""
	switch {
	case e.Action == "fail":
		if !isTest {
			r.tellUnfinished(at.pkg)
		}
		fmt.Fprint(r.out, strings.Join(r.said[at], ""))
		if isTest && !r.parents[at] || !isTest && r.failed == 0 {
			r.failed++
		}
	case !isTest && e.Elapsed > 0:
		fmt.Fprintf(r.out, "ok    %s  %.1f s\n", at.pkg, e.Elapsed)
	case !isTest, r.parents[at]:
	case e.Action == "skip":
		fmt.Fprint(r.out, strings.Join(r.said[at], ""))
		r.skipped++
	case r.notRun[at] == "":
		r.passed++
	}
}

// tellUnfinished prints the output of a package's tests that never ended: after a crash it contains the
// reason.
func (r *report) tellUnfinished(pkg string) {
	for at, said := range r.said {
		if at.pkg == pkg && at.test != "" {
			fmt.Fprint(r.out, strings.Join(said, ""))
		}
	}
}

func (r *report) close() {
	reasons := map[string]int{}
	for _, reason := range r.notRun {
		reasons[reason]++
	}
	for reason, tests := range reasons {
		fmt.Fprintf(r.out, "\nnot run: %d tests: %s", tests, reason)
	}
	for at := range r.running {
		fmt.Fprintf(r.out, "\ndid not end: %s in %s", at.test, at.pkg)
	}
	fmt.Fprintf(r.out, "\n%d passed, %d failed, %d skipped\n", r.passed, r.failed, r.skipped)
}
