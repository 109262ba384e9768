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
// from its start to its first answer, on a new and on an existing database, the processor time and the memory of
// "version", and the private memory of the idle program in MiB: after the start, and after a morning of sign-ins and
// roll pages. The school system runs in this process.
func BenchmarkProgram(b *testing.B) {
	all := builds(buildSmall(b))
	first, again := make([][]time.Duration, len(all)), make([][]time.Duration, len(all))
	for b.Loop() {
		for i, build := range all {
			config := settings.Config{Database: vault.NewSecret("sqlite:" + filepath.Join(b.TempDir(), "rollbook.db"))}
			empty := &apptest.Deployment{
				Program: &apptest.Program{App: &web.App{Config: config}}, Binary: build, Key: vault.RandomMasterKey(),
			}
			first[i], again[i] = append(first[i], timeToAnswer(b, empty)), append(again[i], timeToAnswer(b, empty))
		}
	}
	columns := make(map[string][]float64)
	for i, build := range all {
		columns["first-start-ms"] = append(columns["first-start-ms"], percentile(first[i], 50))
		columns["start-ms"] = append(columns["start-ms"], percentile(again[i], 50))
		for unit, cost := range sizes(b, build) {
			columns[unit] = append(columns[unit], cost)
		}
	}
	for unit, costs := range columns {
		wantNoMore(b, unit, costs...)
	}
}

// sizes measures the memory of a build, its file, and the start of its shortest command.
func sizes(b *testing.B, binary string) map[string]float64 {
	b.Helper()
	const times = 10
	var used time.Duration
	var most float64
	for range times {
		version := exec.CommandContext(b.Context(), binary, "version")
		apptest.Must(b, version.Run())
		used += version.ProcessState.UserTime() + version.ProcessState.SystemTime()
		most = max(most, mostMemoryOf(version.ProcessState))
	}
	d := apptest.Deploy(b, binary, time.Second)
	if binary == *against {
		fitTables(b, d.App.Config.Database.Reveal(), binary)
	}
	running := d.Start(b, apptest.NewPort(b))
	all := map[string]float64{
		"version-cpu-ms": float64(used.Microseconds()) / 1000 / times, "version-MiB": most,
		"started-MiB": idleMemory(b, running),
	}
	aMorning(b, d)
	all["idle-MiB"] = idleMemory(b, running)
	built, err := os.Stat(binary)
	apptest.Must(b, err)
	all["binary-MiB"] = float64(built.Size()) / mebibyte
	running.Terminate(b)
	return all
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

var privateMemory = regexp.MustCompile(`(?m)^RssAnon:\s+(\d+) kB$`)

// idleMemory measures the private memory of the process, in MiB, after 15 seconds without a request.
func idleMemory(b *testing.B, p *apptest.Process) float64 {
	b.Helper()
	<-time.After(15 * time.Second)
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.Command.Process.Pid), "status"))
	apptest.Must(b, err)
	found := privateMemory.FindSubmatch(status)
	if found == nil {
		b.Skip("this machine does not tell how much memory a process has")
	}
	kilobytes, err := strconv.ParseFloat(string(found[1]), 64)
	apptest.Must(b, err)
	return kilobytes / 1024
}
