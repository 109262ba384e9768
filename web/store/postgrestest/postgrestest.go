// Package postgrestest starts a separate PostgreSQL for tests: in a folder that is removed with the test,
// without durability, reachable only through a Unix socket. Only tests may import it.
package postgrestest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"rollbook/web/without"
)

// startLimit limits the creation and start of a server.
const startLimit = 3 * time.Minute

// superuser owns every database of the server. It needs no password.
const superuser = "postgres"

// Server is a running PostgreSQL. It can make databases concurrently.
type Server struct {
	folder  string
	owner   *account
	program string
	port    string
	process *exec.Cmd
	admin   *sql.DB
	made    atomic.Int64
}

// Start starts a server that stops after the test and its subtests.
//
// Without an installed PostgreSQL it returns false and logs that; in continuous integration (CI=true) the
// test fails.
func Start(t testing.TB) (server *Server, ok bool) {
	t.Helper()
	initdb, ok := without.PostgreSQL().Here(t)
	if !ok {
		return nil, false
	}
	programs := programsBeside(initdb)
	server = &Server{program: filepath.Join(programs, "postgres"), port: "5432"}
	server.makeFolder(t)
	server.runs(t, "initdb", "--pgdata", server.data(), "--username", superuser, "--auth", "trust", "--encoding", "UTF8",
		"--locale", "C", "--no-sync", "--no-instructions")
	server.begin(t)
	return server, true
}

// data returns the folder of the server's files.
func (s *Server) data() string { return filepath.Join(s.folder, "data") }

// runs runs a program of PostgreSQL's to its end.
func (s *Server) runs(t testing.TB, program string, arguments ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), startLimit)
	defer cancel()
	//nolint:gosec // the program is PostgreSQL's
	command := exec.CommandContext(ctx, filepath.Join(filepath.Dir(s.program), program), arguments...)
	s.take(command)
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", program, err, output)
	}
}

// begin starts the server for the first time, until the end of the test.
func (s *Server) begin(t testing.TB) {
	t.Helper()
	var err error
	if s.admin, err = sql.Open("pgx", s.location("postgres")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Stop(t)
		closing(t, s.admin)
	})
	s.StartAgain(t)
}

// programsBeside returns the folder of PostgreSQL's programs from the path of one of them.
func programsBeside(program string) string {
	if path, err := filepath.EvalSymlinks(program); err == nil {
		program = path
	}
	return filepath.Dir(program)
}

// makeFolder makes a folder for the server's account. It is not the test's own folder, which another account
// could not reach.
func (s *Server) makeFolder(t testing.TB) {
	t.Helper()
	var err error
	if s.owner, err = serverAccount(); err != nil {
		t.Fatal(err)
	}
	//nolint:usetesting // the test's own is closed to other accounts
	if s.folder, err = os.MkdirTemp("", "postgres"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(s.folder); err != nil {
			t.Error(err)
		}
	})
	if s.owner == nil {
		return
	}
	if err := giveTo(s.owner, s.folder); err != nil {
		t.Fatal(err)
	}
}

// Restore starts the server again as one that was restored from a physical copy: on another timeline. A standby that
// took over is on another one, too.
func (s *Server) Restore(t testing.TB) {
	t.Helper()
	s.Stop(t)
	signal := filepath.Join(s.data(), "recovery.signal")
	err := os.WriteFile(signal, nil, 0o600)
	if err == nil && s.owner != nil {
		err = giveTo(s.owner, signal)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.StartAgain(t, "-c", "restore_command=false")
	for s.asks(t, "SELECT pg_is_in_recovery()") {
		continue
	}
}

// asks returns the server's answer to a question of yes or no.
func (s *Server) asks(t testing.TB, question string) (answer bool) {
	t.Helper()
	if err := s.admin.QueryRowContext(t.Context(), question).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// StartAgain starts a stopped server with its databases unchanged.
func (s *Server) StartAgain(t testing.TB, options ...string) {
	t.Helper()
	s.run(t, options...)
	ctx, cancel := context.WithTimeout(t.Context(), startLimit)
	defer cancel()
	s.await(ctx, t)
}

func (s *Server) run(t testing.TB, options ...string) {
	t.Helper()
	options = append([]string{
		"-D", s.data(), "-k", s.folder, "-p", s.port, "-h", "", "-F",
		"-c", "full_page_writes=off", "-c", "max_connections=300", "-c", "shared_buffers=32MB",
	}, options...)
	command := exec.Command(s.program, options...) //nolint:gosec,noctx // it is PostgreSQL's, and Stop ends it
	s.take(command)
	command.Dir = s.folder
	log, err := os.OpenFile(filepath.Join(s.folder, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer closing(t, log)
	command.Stdout, command.Stderr = log, log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	s.process = command
}

// Stop stops the server at once, even with open connections.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	if s.process == nil {
		return
	}
	err := s.process.Process.Signal(os.Interrupt)
	if err == nil {
		err = s.process.Wait()
	}
	s.process = nil
	if err != nil {
		t.Errorf("stop PostgreSQL: %v", err)
	}
}

// PID returns the id of the server's process.
func (s *Server) PID() int { return s.process.Process.Pid }

// EndSessions ends all other sessions.
func (s *Server) EndSessions(t testing.TB) {
	t.Helper()
	const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()
		AND datname IS NOT NULL`
	if _, err := s.admin.ExecContext(t.Context(), end); err != nil {
		t.Fatal(err)
	}
}

// await waits until the server answers.
func (s *Server) await(ctx context.Context, t testing.TB) {
	t.Helper()
	pause := time.NewTicker(20 * time.Millisecond)
	defer pause.Stop()
	for {
		err := s.admin.PingContext(ctx)
		if err == nil {
			return
		}
		select {
		case <-pause.C:
		case <-ctx.Done():
			log, unread := os.ReadFile(filepath.Join(s.folder, "log"))
			t.Fatalf("PostgreSQL does not answer: %v\n%s", errors.Join(err, unread), log)
		}
	}
}

func (s *Server) location(database string) string {
	return "postgres:///" + database + "?" + url.Values{"host": {s.folder}, "port": {s.port}, "user": {superuser}}.Encode()
}

// NewDatabase makes an empty database and returns its location.
func (s *Server) NewDatabase(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("test_%d", s.made.Add(1))
	s.make(t, "CREATE DATABASE "+name)
	return s.location(name)
}

func (s *Server) make(t testing.TB, statement string) {
	t.Helper()
	if _, err := s.admin.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("make a database: %v", err)
	}
}

// Copy copies the database at the location, which must have no connections, and returns the copy's location.
func (s *Server) Copy(t testing.TB, location string) string {
	t.Helper()
	name := fmt.Sprintf("test_%d", s.made.Add(1))
	s.make(t, "CREATE DATABASE "+name+" TEMPLATE "+databaseAt(t, location)+" STRATEGY file_copy")
	return s.location(name)
}

// Drop removes the database at the location, which must have no connections.
func (s *Server) Drop(t testing.TB, location string) {
	t.Helper()
	if _, err := s.admin.ExecContext(t.Context(), "DROP DATABASE "+databaseAt(t, location)); err != nil {
		t.Error(err)
	}
}

func databaseAt(t testing.TB, location string) string {
	t.Helper()
	at, err := url.Parse(location)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(at.Path, "/")
}

func closing(t testing.TB, what io.Closer) {
	t.Helper()
	if err := what.Close(); err != nil {
		t.Error(err)
	}
}
