package apptest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"
)

// RunTests runs more tests in parallel than there are processors, unless -parallel is set: most of them wait
// for a browser, a process or a school system.
func RunTests(m *testing.M) {
	flag.Parse()
	isSet := false
	flag.Visit(func(f *flag.Flag) { isSet = isSet || f.Name == "test.parallel" })
	var failures []error
	if !isSet {
		const perProcessor = 2
		failures = append(failures, flag.Set("test.parallel", strconv.Itoa(perProcessor*runtime.GOMAXPROCS(0))))
	}
	code := m.Run()
	failures = append(failures, os.RemoveAll(builtIn))
	for _, err := range failures {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// builtIn is the folder with the program, empty until a test needs it.
var builtIn string

// built returns the program's file, built once for all tests.
var built = sync.OnceValues(func() (string, error) {
	var err error
	if builtIn, err = os.MkdirTemp("", "rollbook-built-"); err != nil {
		return "", err
	}
	binary := filepath.Join(builtIn, "rollbook")
	output, err := exec.Command("go", "build", "-o", binary, "rollbook").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, output)
	}
	return binary, nil
})

// BuildProgram returns the program's file in the form for operators.
func BuildProgram(t testing.TB) (string, error) {
	t.Helper()
	return built()
}

// Within returns a limit for a measured time. On a busy machine such a time means little, so limits apply
// only with the environment variable TIMED, which .ci/test.go sets. Without it any time passes.
func Within(limit time.Duration) time.Duration {
	if os.Getenv("TIMED") == "" {
		return time.Hour
	}
	return limit
}

// Fewer returns the number of repetitions, or the time, of a test: few, or many if the environment variable REPEATS is
// "all", as .ci/test.go sets it.
func Fewer[Amount int | time.Duration](t *testing.T, what string, many, few Amount) Amount {
	t.Helper()
	if os.Getenv("REPEATS") == "all" && !testing.Short() {
		return many
	}
	t.Logf("%v %s instead of %v", few, what, many)
	return few
}

// Patience limits each wait for an event. A wait ends with the event, so the limit is only reached if the
// event never comes, even on a busy machine.
const Patience = 3 * time.Minute

// Eventually waits until the condition is true.
func Eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	const often = 5 * time.Millisecond
	look := time.NewTicker(often)
	defer look.Stop()
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	defer cancel()
	for !holds() {
		select {
		case <-look.C:
		case <-ctx.Done():
			t.Fatalf("not within %v: %s", Patience, what)
		}
	}
}
