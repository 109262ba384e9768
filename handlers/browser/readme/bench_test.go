package readme_test

import (
	"encoding/base64"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
)

// bench is an environment for README's commands: a folder with the program in it, and a school system beside
// it.
type bench struct {
	folder  string
	service *sandbox.Sandbox
	address string
	school  sandbox.School
	// exported are the present settings.
	exported []string
}

// newBench makes a folder with the files that README's commands name.
func newBench(t *testing.T) *bench {
	t.Helper()
	service, err := sandbox.New(sandbox.Options{Sample: true})
	apptest.Must(t, err)
	server := httptest.NewServer(service)
	t.Cleanup(func() {
		apptest.Must(t, service.Close())
		server.Close()
	})
	known, err := service.Schools()
	apptest.Must(t, err)
	_, key, err := service.CreateKey(known[0].Code, "README")
	apptest.Must(t, err)
	b := &bench{folder: t.TempDir(), service: service, address: server.URL, school: known[0]}
	for name, text := range map[string]string{
		"oak.key":      key + "\n",
		"periods.csv":  "id,name,starts,ends\n7,2026,2026-08-01,2027-07-31\n",
		"statuses.csv": "id,name\n1,Present\n2,Absent\n",
		"students.csv": "enrolment,given,family,class\n101,Ada,Lund,8A\n",
	} {
		apptest.Must(t, os.WriteFile(filepath.Join(b.folder, name), []byte(text), 0o600))
	}
	return b
}

// shell is a command in the folder. The program may call the school system and use any port.
func (b *bench) shell(t *testing.T, folder, line string) *exec.Cmd {
	t.Helper()
	command := exec.CommandContext(t.Context(), "sh", "-c", "exec "+line)
	command.Dir = folder
	command.Env = append(os.Environ(), append([]string{"ROLLBOOK_LISTEN=127.0.0.1:0", "ROLLBOOK_ALLOW_PRIVATE_SERVICES=127.0.0.1"}, b.exported...)...)
	return command
}

// builds runs the command, but writes the program into the folder, and reuses the build cache: with
// -trimpath, which .ci/docker-steps tests, everything would be compiled again.
func (b *bench) builds(t *testing.T, command string) {
	t.Helper()
	line := strings.NewReplacer("-o rollbook", "-o "+filepath.Join(b.folder, "rollbook"), " -trimpath", "").Replace(command)
	if said, err := b.shell(t, root, line).CombinedOutput(); err != nil || line == command {
		t.Fatalf("%s: %v: %s", command, err, said)
	}
}

// exports sets a variable for all later commands.
func (b *bench) exports(_ *testing.T, command string) {
	b.exported = append(b.exported, strings.TrimPrefix(command, "export "))
}

// demonstrates starts the demonstration and opens its address.
func (b *bench) demonstrates(t *testing.T, command string) {
	t.Helper()
	shown := b.starts(t, root, command, regexp.MustCompile(`http://[0-9.:]+[0-9]`))
	if got := (&apptest.Program{Address: shown}).Visit(t).Get("/"); got.Code != 200 || !strings.Contains(string(got.Body), "A teacher") {
		t.Errorf("%s shows %d", command, got.Code)
	}
}

// serves starts the program, and expects it to print the first link.
func (b *bench) serves(t *testing.T, command string) {
	t.Helper()
	b.starts(t, b.folder, command, regexp.MustCompile(`https://roll\.school\.example/\S+`))
}

// output collects the output of a program while it is searched.
type output struct {
	mu   sync.Mutex
	text []byte
}

func (o *output) Write(some []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text = append(o.text, some...)
	return len(some), nil
}

func (o *output) find(pattern *regexp.Regexp) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return string(pattern.Find(o.text))
}

// starts runs the command until the test ends, and returns the part of its output that matches.
func (b *bench) starts(t *testing.T, folder, line string, pattern *regexp.Regexp) string {
	t.Helper()
	command, said := b.shell(t, folder, line), &output{}
	command.Stdout, command.Stderr = said, said
	inGroup(command)
	apptest.Must(t, command.Start())
	t.Cleanup(func() {
		apptest.Must(t, endGroup(command.Process))
		_ = command.Wait()
	})
	apptest.Eventually(t, line+" prints "+pattern.String(), func() bool { return said.find(pattern) != "" })
	return said.find(pattern)
}

// runs runs a command of the program, with the test's school system in place of README's.
func (b *bench) runs(t *testing.T, command string) {
	t.Helper()
	line := strings.NewReplacer("https://service.example", b.address, "--tenant oak", "--tenant "+b.school.Tenant, "OAK1", b.school.Code).Replace(command)
	run := b.shell(t, b.folder, line)
	run.Stdin = strings.NewReader("a password that is long enough\n")
	if said, err := run.CombinedOutput(); err != nil {
		t.Errorf("%s: %v: %s", command, err, said)
	}
}

// explains runs the program's help for the command; the help lists its flags.
func (b *bench) explains(t *testing.T, command string) {
	t.Helper()
	var names, flags []string
	for _, word := range strings.Fields(command)[1:] {
		switch {
		case strings.HasPrefix(word, "--"):
			flags = append(flags, word)
		case word == strings.ToLower(word) && !strings.ContainsAny(word, "<"):
			names = append(names, word)
		}
	}
	said, err := b.shell(t, b.folder, strings.Join(append(append([]string{"./rollbook"}, names...), "--help"), " ")).CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v: %s", command, err, said)
	}
	for _, flag := range flags {
		if !strings.Contains(string(said), flag) {
			t.Errorf("%s: its help does not say %s", command, flag)
		}
	}
}

// isMasterKey expects the command's output to have the length of a master key.
func isMasterKey(t *testing.T, command string) {
	t.Helper()
	said, err := exec.CommandContext(t.Context(), "sh", "-c", command).Output()
	if err != nil {
		t.Logf("not run: %s: sudo apt-get install openssl", command)
		return
	}
	if key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(said))); err != nil || len(key) != 32 {
		t.Errorf("%s makes %q", command, said)
	}
}
