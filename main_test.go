package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/handlers/apptest/interrupt"
	"rollbook/web/roll"
	"rollbook/web/store"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"rollbook": main})
}

// TestCommands runs the scripts of web/command/testdata/script with the program itself. In addition to
// testscript's own commands they have those of the map below.
func TestCommands(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("web", "command", "testdata", "script"),
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Values[processes{}] = map[string]*process{}
			env.Setenv("ROLLBOOK_DATABASE", "sqlite:"+filepath.Join(env.WorkDir, "rollbook.db"))
			env.Setenv("ROLLBOOK_MASTER_KEY", "dGhlIG1hc3RlciBrZXkgb2YgYWxsIHRoZXNlIHRlc3Q=")
			env.Setenv("ROLLBOOK_ALLOW_PRIVATE_SERVICES", "127.0.0.1")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"start": start, "end": end, "find": find, "fails": fails, "get": get, "newer": newer, "tablet": tablet, "unproven": unproven,
		},
	})
}

// TestServeEndsCleanlyWhileItStarts ends the server while its database does not answer.
func TestServeEndsCleanlyWhileItStarts(t *testing.T) {
	t.Parallel()
	listening, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listening.Close() }()
	var said bytes.Buffer
	serve := exec.Command("rollbook", "serve")
	serve.Env = []string{"ROLLBOOK_DATABASE=postgres://rollbook@" + listening.Addr().String() + "/rollbook",
		"ROLLBOOK_MASTER_KEY=dGhlIG1hc3RlciBrZXkgb2YgYWxsIHRoZXNlIHRlc3Q="}
	serve.Stderr = &said
	interrupt.Allow(serve)
	asked := errors.Join(listening.SetDeadline(time.Now().Add(patience)), serve.Start())
	if asked == nil {
		_, asked = listening.Accept()
	}
	if err := errors.Join(asked, interrupt.Send(serve.Process), serve.Wait()); err != nil || said.Len() > 0 {
		t.Errorf("it ended with %v: %s", err, &said)
	}
}

// patience bounds every wait for a process.
const patience = 2 * time.Minute

// processes is the key of the map of a script's started processes, by name.
type processes struct{}

// process is a started process, with all of its output.
type process struct {
	command *exec.Cmd
	ended   chan error

	mu      sync.Mutex
	printed bytes.Buffer
	waiting *regexp.Regexp
	seen    chan struct{}
}

// Write receives the output of the process.
func (p *process) Write(part []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.printed.Write(part)
	if p.waiting != nil && p.waiting.Match(p.printed.Bytes()) {
		p.waiting = nil
		close(p.seen)
	}
	return len(part), nil
}

func (p *process) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.printed.String()
}

// prepared is the program with the environment and the folder of the script.
func prepared(ts *testscript.TestScript, args []string) *exec.Cmd {
	made := exec.Command(args[0], args[1:]...)
	made.Dir = ts.MkAbs(".")
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "GOCOVERDIR", "ROLLBOOK_DATABASE", "ROLLBOOK_MASTER_KEY",
		"ROLLBOOK_ALLOW_PRIVATE_SERVICES", "ROLLBOOK_LISTEN", "ROLLBOOK_PUBLIC_URL", "ROLLBOOK_LOG_FORMAT", "ROLLBOOK_LISTNE",
		"ROLLBOOK_ALLOW_PLAIN_HTTP", "ROLLBOOK_HSTS_SUBDOMAINS", "ROLLBOOK_OIDC_ISSUER"} {
		if value := ts.Getenv(name); value != "" {
			made.Env = append(made.Env, name+"="+value)
		}
	}
	return made
}

// start NAME REGEXP COMMAND... starts a process and waits until its output matches; the output is then stdout
// for comparisons.
func start(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: start NAME REGEXP COMMAND...")
	}
	started := &process{
		command: prepared(ts, args[2:]), ended: make(chan error, 1),
		waiting: regexp.MustCompile("(?m)" + args[1]), seen: make(chan struct{}),
	}
	started.command.Stdout, started.command.Stderr = started, started
	interrupt.Allow(started.command)
	seen := started.seen
	ts.Check(started.command.Start())
	ts.Defer(func() { _ = started.command.Process.Kill() })
	go func() { started.ended <- started.command.Wait() }()
	ts.Value(processes{}).(map[string]*process)[args[0]] = started
	select {
	case <-seen:
	case err := <-started.ended:
		ts.Fatalf("%s ended (%v): %s", args[0], err, started.text())
	case <-time.After(patience):
		ts.Fatalf("%s printed nothing that matches %s: %s", args[0], args[1], started.text())
	}
	_, err := io.WriteString(ts.Stdout(), started.text())
	ts.Check(err)
}

// end NAME ends a process as an operator does; it must end with 0. Its whole output is then stdout for
// comparisons.
func end(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: end NAME")
	}
	started := ts.Value(processes{}).(map[string]*process)[args[0]]
	ts.Check(interrupt.Send(started.command.Process))
	select {
	case err := <-started.ended:
		if err != nil {
			ts.Fatalf("%s ended with %v: %s", args[0], err, started.text())
		}
	case <-time.After(patience):
		ts.Fatalf("%s does not end", args[0])
	}
	_, err := io.WriteString(ts.Stdout(), started.text())
	ts.Check(err)
}

// find NAME REGEXP FILE stores the match of the first group in the environment.
func find(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: find NAME REGEXP FILE")
	}
	match := regexp.MustCompile("(?m)" + args[1]).FindStringSubmatch(ts.ReadFile(args[2]))
	if match == nil {
		ts.Fatalf("nothing matches %s in %s", args[1], ts.ReadFile(args[2]))
	}
	ts.Setenv(args[0], match[1])
}

// fails CODE REGEXP COMMAND... runs a command that must end with the code, print nothing, and give the reason
// in one line on stderr, which matches.
func fails(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: fails CODE REGEXP COMMAND...")
	}
	var stdout, stderr bytes.Buffer
	run := prepared(ts, args[2:])
	run.Stdout, run.Stderr = &stdout, &stderr
	var failure *exec.ExitError
	if err := run.Run(); !errors.As(err, &failure) || strconv.Itoa(failure.ExitCode()) != args[0] {
		ts.Fatalf("it ended with %v, not with %s: %s%s", err, args[0], &stdout, &stderr)
	}
	line, rest, whole := strings.Cut(stderr.String(), "\n")
	if !whole || rest != "" || stdout.Len() > 0 || !regexp.MustCompile(args[1]).MatchString(line) {
		ts.Fatalf("not one line that matches %s:\n%s%s", args[1], &stdout, &stderr)
	}
	_, err := ts.Stderr().Write(stderr.Bytes())
	ts.Check(err)
}

// newer FILE changes the database to one that is only for newer versions.
func newer(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: newer FILE")
	}
	database, err := sql.Open("sqlite", "file:"+ts.MkAbs(args[0]))
	ts.Check(err)
	_, err = database.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (90000, 1);
		UPDATE served SET serve_from = 90000`)
	ts.Check(errors.Join(err, database.Close()))
}

// unproven EMAIL changes the account to one from before addresses were proven.
func unproven(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: unproven EMAIL")
	}
	database, err := sql.Open("sqlite", "file:"+strings.TrimPrefix(ts.Getenv("ROLLBOOK_DATABASE"), "sqlite:"))
	ts.Check(err)
	_, err = database.Exec(`UPDATE people SET proven_at = 0 WHERE email = $1`, args[0])
	ts.Check(errors.Join(err, database.Close()))
}

// get STATUS URL requests a page, following redirects; the page is then stdout for comparisons.
func get(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: get STATUS URL")
	}
	client := &http.Client{Timeout: patience}
	answer, err := client.Get(args[1])
	ts.Check(err)
	page, err := io.ReadAll(answer.Body)
	ts.Check(errors.Join(err, answer.Body.Close()))
	if strconv.Itoa(answer.StatusCode) != args[0] {
		ts.Fatalf("%s answered %d: %s", args[1], answer.StatusCode, page)
	}
	_, err = ts.Stdout().Write(page)
	ts.Check(err)
}

// tablet stores a tablet in the database: its school, id, name and class, each one argument.
func tablet(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: tablet school id name class")
	}
	ctx := context.Background()
	opened, err := store.Open(ctx, ts.Getenv("ROLLBOOK_DATABASE"), time.Now)
	ts.Check(err)
	ts.Check(opened.AddTablet(ctx, roll.Tablet{
		ID: roll.TabletID(args[1]), School: roll.SchoolID(args[0]), Name: args[2], Mode: roll.TeacherMode, MadeAt: time.Now(),
		Classes: []roll.TabletClass{{ID: roll.ClassID(args[3]), Name: args[3]}},
	}))
	ts.Check(opened.Close())
}
