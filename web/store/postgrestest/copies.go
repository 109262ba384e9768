package postgrestest

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// copyPort is the port of a copied server, which runs on the same machine as its original.
const copyPort = "5433"

// BaseBackup starts a copy of the running server, made by pg_basebackup, beside it. It ends with the test.
func (s *Server) BaseBackup(t testing.TB) *Server {
	t.Helper()
	made := s.copied(t)
	// Of the original's settings it would wait for a standby.
	if err := os.Truncate(filepath.Join(made.data(), "postgresql.auto.conf"), 0); err != nil {
		t.Fatal(err)
	}
	made.begin(t)
	return made
}

// Standby starts a standby of the running server. From then on the server acknowledges only what the standby has.
func (s *Server) Standby(t testing.TB) *Server {
	t.Helper()
	standby := s.copied(t, "--write-recovery-conf")
	standby.begin(t)
	s.make(t, "ALTER SYSTEM SET synchronous_standby_names = '*'")
	s.asks(t, "SELECT pg_reload_conf()")
	for !s.asks(t, "SELECT count(*) > 0 FROM pg_stat_replication WHERE sync_state = 'sync'") {
		continue
	}
	return standby
}

// copied makes a server of a copy of the files, and does not start it.
func (s *Server) copied(t testing.TB, options ...string) *Server {
	t.Helper()
	made := &Server{program: s.program, port: copyPort}
	made.makeFolder(t)
	made.runs(t, "pg_basebackup", append(options, "--pgdata", made.data(), "--host", s.folder, "--port", s.port,
		"--username", superuser, "--checkpoint", "fast", "--wal-method", "stream", "--no-sync")...)
	return made
}

// TakesOver ends the server without its orderly end, and lets the standby take over.
func (s *Server) TakesOver(t testing.TB, from *Server) {
	t.Helper()
	if err := from.process.Process.Signal(syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	_, err := from.process.Process.Wait()
	if from.process = nil; err != nil {
		t.Fatal(err)
	}
	if !s.asks(t, "SELECT pg_promote()") {
		t.Fatal("the standby does not take over")
	}
}

// Either returns the location of the database at whichever of the servers can write.
func (s *Server) Either(t testing.TB, other *Server, location string) string {
	t.Helper()
	return "postgres:///" + databaseAt(t, location) + "?" + url.Values{
		"host": {strings.Join([]string{s.folder, other.folder}, ",")}, "port": {s.port + "," + other.port},
		"user": {superuser}, "target_session_attrs": {"read-write"},
	}.Encode()
}

// Of returns the location of the database at this server.
func (s *Server) Of(t testing.TB, location string) string {
	t.Helper()
	return s.location(databaseAt(t, location))
}
