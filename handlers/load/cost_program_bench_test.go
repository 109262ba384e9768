package load_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web"
	"rollbook/web/edge/settings"
	"rollbook/web/vault"
)

const mebibyte = 1 << 20

// BenchmarkProgram builds the program as the Dockerfile does, and reports its size in MiB, the milliseconds
// from its start to its first answer, on a new and on an existing database, and the memory of the idle
// program in MiB: after the start, and after a morning of sign-ins and roll pages. The school system runs in
// this process.
func BenchmarkProgram(b *testing.B) {
	binary := buildSmall(b)
	var first, again []time.Duration
	for b.Loop() {
		config := settings.Config{Database: vault.NewSecret("sqlite:" + filepath.Join(b.TempDir(), "rollbook.db"))}
		empty := &apptest.Deployment{Program: &apptest.Program{App: &web.App{Config: config}}, Binary: binary, Key: vault.RandomMasterKey()}
		first, again = append(first, timeToAnswer(b, empty)), append(again, timeToAnswer(b, empty))
	}
	b.ReportMetric(percentile(first, 50), "first-start-ms")
	b.ReportMetric(percentile(again, 50), "start-ms")
	d := apptest.Deploy(b, binary, time.Second)
	running := d.Start(b, apptest.NewPort(b))
	b.ReportMetric(idleMemory(b, running), "started-MiB")
	aMorning(b, d)
	b.ReportMetric(idleMemory(b, running), "idle-MiB")
	built, err := os.Stat(binary)
	apptest.Must(b, err)
	b.ReportMetric(float64(built.Size())/mebibyte, "binary-MiB")
}

// buildSmall builds the program as the Dockerfile does.
func buildSmall(b *testing.B) string {
	b.Helper()
	binary := filepath.Join(b.TempDir(), "rollbook")
	build := exec.CommandContext(b.Context(), "go", "build", "-trimpath", "-ldflags=-s -w", "-o", binary, "rollbook")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, output)
	}
	return binary
}

// timeToAnswer starts the program, sends requests until it is ready, and stops it.
func timeToAnswer(b *testing.B, d *apptest.Deployment) time.Duration {
	b.Helper()
	at := apptest.NewPort(b)
	begun := time.Now()
	running := d.Begin(b, at)
	for !running.Answers("/readyz") {
		if time.Since(begun) > 10*time.Second {
			b.Fatalf("it does not answer: %s", running.Log)
		}
		<-time.After(time.Millisecond)
	}
	taken := time.Since(begun)
	running.Terminate(b)
	return taken
}

// aMorning makes 16 people sign in and open 100 rolls each.
func aMorning(b *testing.B, d *apptest.Deployment) {
	b.Helper()
	var people sync.WaitGroup
	for range benchmarkClients {
		v := d.As(b, apptest.Teacher)
		people.Go(func() {
			for range 100 {
				v.Get(apptest.EightB).Want(b, http.StatusOK)
			}
		})
	}
	people.Wait()
}

var residentMemory = regexp.MustCompile(`(?m)^VmRSS:\s+(\d+) kB$`)

// idleMemory measures the memory of the process, in MiB, after 15 seconds without a request.
func idleMemory(b *testing.B, p *apptest.Process) float64 {
	b.Helper()
	<-time.After(15 * time.Second)
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.Command.Process.Pid), "status"))
	apptest.Must(b, err)
	found := residentMemory.FindSubmatch(status)
	if found == nil {
		b.Skip("this machine does not tell how much memory a process has")
	}
	kilobytes, err := strconv.ParseFloat(string(found[1]), 64)
	apptest.Must(b, err)
	return kilobytes / 1024
}
