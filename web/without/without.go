// Package without is for tests on a machine that lacks a program. Such a test passes without running, since
// Rollbook is built and tested with Go alone, and logs that. The tests of this package, the last of "go test
// ./...", repeat it where people read it. Only tests import it.
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

// Need is a program that some tests need.
type Need struct {
	// Tests names the tests that do not run without it.
	Tests string
	// Programs are the names or paths of its program. One of them is enough.
	Programs []string
	// Package is the package of Debian and Ubuntu that contains it.
	Package string
}

// Chromium opens pages for tests in a browser: its headless shell, which has the same layout and drawing at
// less cost, or the whole browser. The environment variable CHROMIUM selects one of them.
func Chromium() Need {
	whole := WholeChromium()
	programs := append([]string{"chromium-headless-shell"}, whole.Programs...)
	if chosen := os.Getenv("CHROMIUM"); chosen != "" {
		programs = []string{chosen}
	}
	return Need{"tests in a browser", programs, whole.Package}
}

// WholeChromium is a Chromium with all features of people's browsers: going back restores a page as it was
// left, with its ticks.
func WholeChromium() Need {
	return Need{"tests of ticks in a browser", []string{"chromium", "chromium-browser", "google-chrome"}, "chromium"}
}

// Firefox opens pages in a second browser, with an engine of its own.
func Firefox() Need {
	return Need{"tests in Firefox", []string{"firefox-esr", "firefox"}, "firefox-esr"}
}

// WebKit drives WebKitGTK's MiniBrowser, which has the engine of Safari.
func WebKit() Need {
	return Need{"tests in WebKit", []string{"WebKitWebDriver"}, "webkit2gtk-driver"}
}

// MiniBrowser is the browser that WebKit drives. It comes with it.
func MiniBrowser() Need {
	return Need{"tests in WebKit",
		[]string{"/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/libexec/webkit2gtk-4.1/MiniBrowser"}, "webkit2gtk-driver"}
}

// Screen is a screen without a monitor, for WebKit.
func Screen() Need { return Need{"tests in WebKit", []string{"Xvfb"}, "xvfb"} }

// PostgreSQL provides databases for tests: the programs of its server, which Debian keeps off the path.
func PostgreSQL() Need {
	return Need{"tests on PostgreSQL", []string{"/usr/lib/postgresql/*/bin/initdb", "initdb"}, "postgresql"}
}

// PgBouncer is a connection pooler for PostgreSQL. Its program may be outside the usual path.
func PgBouncer() Need {
	return Need{"tests of a connection pooler", []string{"pgbouncer", "/usr/sbin/pgbouncer"}, "pgbouncer"}
}

// Systemd checks the unit in web/deploy.
func Systemd() Need { return Need{"the check of the unit", []string{"systemd-analyze"}, "systemd"} }

// Nginx checks its example in web/deploy. Its program may be outside the usual path.
func Nginx() Need {
	return Need{"the check of nginx's example", []string{"nginx", "/usr/sbin/nginx"}, "nginx-light"}
}

// Promtool checks the alerts in web/deploy.
func Promtool() Need { return Need{"the check of the alerts", []string{"promtool"}, "prometheus"} }

// Caddy checks its example in web/deploy.
func Caddy() Need { return Need{"the check of Caddy's example", []string{"caddy"}, "caddy"} }

// NPM installs the provider of single sign-on for its test, and the node that runs it.
func NPM() Need { return Need{"the test of single sign-on", []string{"npm"}, "npm"} }

// Find returns the program, or "" when the machine lacks it.
func (n Need) Find() string {
	for _, name := range n.Programs {
		// Of /usr/lib/postgresql/9 and 17 the longer path is the newer version.
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

// Command returns the command that installs it on Debian and Ubuntu.
func (n Need) Command() string { return "sudo apt-get install " + n.Package }

// Here returns the program, or false when the machine lacks it. It then logs how to install it: .ci/test.go
// looks for "not run:". With the environment variable CI set to true the test fails.
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

// KeepNoResult prevents the go command from caching the test's result, because the machine may have the
// program next time. The command caches no result without the log of what the test read.
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

// All returns the needs of all tests.
func All() []Need {
	return []Need{Chromium(), WholeChromium(), Firefox(), WebKit(), Screen(), PostgreSQL(), PgBouncer(), Systemd(),
		Nginx(), Caddy(), NPM()}
}
