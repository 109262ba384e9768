// Package without is for tests on a machine that lacks something. Such a test passes without having run, since
// Rollbook is built and tested with Go alone, and says so; the tests of this package, which are the last of
// "go test ./...", say it once more in a place that is read. Only tests import it.
package without

import (
	"cmp"
	"errors"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Need is something that tests need besides Go.
type Need struct {
	// Tests names the tests that do not run without it.
	Tests string
	// Programs are the names or paths of its program; one of them is enough.
	Programs []string
	// Package is the package of Debian and Ubuntu that brings it.
	Package string
}

// Chromium opens pages for tests in a browser: its headless shell, which lays out and draws the same and spends
// less around it, or the whole of it.
func Chromium() Need {
	whole := WholeChromium()
	return Need{"tests in a browser", append([]string{"chromium-headless-shell"}, whole.Programs...), whole.Package}
}

// WholeChromium is a Chromium that has all that people's has: going back in it brings a page as it was left,
// with what was ticked.
func WholeChromium() Need {
	return Need{"tests of ticks in a browser", []string{"chromium", "chromium-browser", "google-chrome"}, "chromium"}
}

// PostgreSQL has databases for tests: the programs of its server, which Debian keeps off the path.
func PostgreSQL() Need {
	return Need{"tests on PostgreSQL", []string{"/usr/lib/postgresql/*/bin/initdb", "initdb"}, "postgresql"}
}

// Systemd checks the unit in web/deploy.
func Systemd() Need { return Need{"the check of the unit", []string{"systemd-analyze"}, "systemd"} }

// Nginx checks its example in web/deploy; servers stand in a folder that is not everybody's.
func Nginx() Need {
	return Need{"the check of nginx's example", []string{"nginx", "/usr/sbin/nginx"}, "nginx-light"}
}

// Caddy checks its example in web/deploy.
func Caddy() Need { return Need{"the check of Caddy's example", []string{"caddy"}, "caddy"} }

// Find returns the program, empty where the machine lacks it.
func (n Need) Find() string {
	for _, name := range n.Programs {
		// Of /usr/lib/postgresql/9 and 17 the longer is the newer.
		if found, _ := filepath.Glob(name); strings.Contains(name, "*") && len(found) > 0 {
			return slices.MaxFunc(found, func(a, b string) int {
				return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
			})
		}
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Command installs it on Debian and Ubuntu.
func (n Need) Command() string { return "sudo apt-get install " + n.Package }

// Here returns the program. Where the machine lacks it ok is false, and the log says what installs it: .ci/test.go
// looks for "not run:". With the environment variable CI set to true that fails the test.
func (n Need) Here(t testing.TB) (program string, ok bool) {
	t.Helper()
	if program = n.Find(); program != "" {
		return program, true
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s: %s", n.Tests, n.Command())
	}
	t.Logf("not run: %s: %s", n.Tests, n.Command())
	KeepNoResult(t)
	return "", false
}

// KeepNoResult has the go command run the test anew the next time, when the machine may have more, instead of
// repeating its result: it keeps none that comes without the log of what the test read.
func KeepNoResult(t testing.TB) {
	t.Helper()
	log := flag.Lookup("test.testlogfile")
	if log == nil || log.Value.String() == "" {
		return
	}
	if err := os.Remove(log.Value.String()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Log(err)
	}
}

// All are the needs of all tests.
func All() []Need {
	return []Need{Chromium(), WholeChromium(), PostgreSQL(), Systemd(), Nginx(), Caddy()}
}
