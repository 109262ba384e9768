package postgrestest

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"rollbook/web/without"
)

// poolerPort is in the name of the pooler's socket.
const poolerPort = "6432"

// Pooled starts PgBouncer in the mode before the server, and returns the address of the database through it. Without
// PgBouncer it returns false, as Start does.
func (s *Server) Pooled(t testing.TB, location, mode string) (pooled string, ok bool) {
	t.Helper()
	program, ok := without.PgBouncer().Here(t)
	if !ok {
		return "", false
	}
	// It belongs to the owner of the server, and the path of its socket must be short.
	folder, err := os.MkdirTemp(s.folder, "pooler") //nolint:usetesting // see above
	if err != nil {
		t.Fatal(err)
	}
	users, settings := filepath.Join(folder, "users"), filepath.Join(folder, "settings")
	write(t, users, fmt.Sprintf("%q %q\n", superuser, ""))
	write(t, settings, fmt.Sprintf("[databases]\n* = host=%s\n[pgbouncer]\nlisten_port = %s\nunix_socket_dir = %s\n"+
		"auth_type = trust\nauth_file = %s\npool_mode = %s\ndefault_pool_size = 30\n",
		s.folder, poolerPort, folder, users, mode))
	for _, path := range []string{folder, users, settings} {
		if s.owner == nil {
			break
		}
		if err := giveTo(s.owner, path); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command(program, settings) //nolint:gosec,noctx // the cleanup ends it
	s.take(command)
	command.Dir = folder
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := command.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = command.Wait() // it was killed
	})
	pooled = "postgres:///" + databaseAt(t, location) + "?" +
		url.Values{"host": {folder}, "port": {poolerPort}, "user": {superuser}}.Encode()
	awaitPooler(t, pooled)
	return pooled, true
}

func awaitPooler(t testing.TB, location string) {
	t.Helper()
	db, err := sql.Open("pgx", location)
	if err != nil {
		t.Fatal(err)
	}
	defer closing(t, db)
	ctx, cancel := context.WithTimeout(t.Context(), startLimit)
	defer cancel()
	pause := time.NewTicker(20 * time.Millisecond)
	defer pause.Stop()
	for err = db.PingContext(ctx); err != nil; err = db.PingContext(ctx) {
		select {
		case <-pause.C:
		case <-ctx.Done():
			t.Fatalf("PgBouncer does not answer: %v", err)
		}
	}
}

func write(t testing.TB, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
