package handlers_test

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

	"rollbook/web"
	"rollbook/web/vault"
)

const mebibyte = 1 << 20

// BenchmarkProgram builds the program as the Dockerfile does, and reports its size in MiB,
// the milliseconds from its start to its first answer, on a new database and on one that
// is there, and the memory that it keeps when nobody asks for anything, in MiB: after the
// start, and after a morning of sign-ins and roll pages. The school system runs in this
// process.
func BenchmarkProgram(b *testing.B) {
	binary := buildSmall(b)
	var first, again []time.Duration
	for b.Loop() {
		config := web.Config{Database: vault.NewSecret("sqlite:" + filepath.Join(b.TempDir(), "rollbook.db"))}
		empty := &deployment{program: &program{app: &web.App{Config: config}}, binary: binary, key: vault.RandomMasterKey()}
		first, again = append(first, empty.timeToAnswer(b)), append(again, empty.timeToAnswer(b))
	}
	b.ReportMetric(percentile(first, 50), "first-start-ms")
	b.ReportMetric(percentile(again, 50), "start-ms")
	d := deploy(b, binary, time.Second)
	running := d.start(b, newPort(b))
	b.ReportMetric(running.idleMemory(b), "started-MiB")
	d.aMorning(b)
	b.ReportMetric(running.idleMemory(b), "idle-MiB")
	built, err := os.Stat(binary)
	must(b, err)
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

// timeToAnswer starts the program, asks until a sign-in page comes, and stops it.
func (d *deployment) timeToAnswer(b *testing.B) time.Duration {
	b.Helper()
	at := newPort(b)
	begun := time.Now()
	running := d.begin(b, at)
	for !running.answers("/sign-in") {
		if time.Since(begun) > 10*time.Second {
			b.Fatalf("it does not answer: %s", running.log)
		}
		time.Sleep(time.Millisecond)
	}
	taken := time.Since(begun)
	running.terminate(b)
	return taken
}

// aMorning is 16 people who sign in and look at 100 rolls each.
func (d *deployment) aMorning(b *testing.B) {
	b.Helper()
	var people sync.WaitGroup
	for range benchmarkClients {
		v := d.as(b, teacher)
		people.Go(func() {
			for range 100 {
				v.get(eightB).want(b, http.StatusOK)
			}
		})
	}
	people.Wait()
}

var residentMemory = regexp.MustCompile(`(?m)^VmRSS:\s+(\d+) kB$`)

// idleMemory is what the process keeps in memory, in MiB, when nobody asked for anything
// for 15 seconds.
func (p *process) idleMemory(b *testing.B) float64 {
	b.Helper()
	time.Sleep(15 * time.Second)
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.command.Process.Pid), "status"))
	must(b, err)
	found := residentMemory.FindSubmatch(status)
	if found == nil {
		b.Skip("this machine does not tell how much memory a process has")
	}
	kilobytes, err := strconv.ParseFloat(string(found[1]), 64)
	must(b, err)
	return kilobytes / 1024
}
