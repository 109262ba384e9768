package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wantPrivate checks the modes of the files of a database in use.
func wantPrivate(t *testing.T, files ...string) {
	t.Helper()
	for _, file := range files {
		about, err := os.Stat(file)
		must(t, err)
		if about.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", filepath.Base(file), about.Mode())
		}
	}
}

func TestADatabasesFilesAreItsOwnersAlone(t *testing.T) {
	t.Parallel()
	f := newSQLite(t)
	f.accept(t, press("kept", absent(), unseen(1)...))
	file := strings.TrimPrefix(f.location, "sqlite:")
	saved := filepath.Join(memoryFolder(t), "copy.db")
	must(t, f.Backup(t.Context(), saved))
	wantPrivate(t, file, file+"-wal", file+"-shm", saved)
}

func TestAnExistingDatabaseIsClosedToOtherUsers(t *testing.T) {
	t.Parallel()
	f := newSQLite(t)
	f.accept(t, press("kept", absent(), unseen(1)...))
	file := strings.TrimPrefix(f.location, "sqlite:")
	for _, name := range []string{file, file + "-wal", file + "-shm"} {
		must(t, os.Chmod(name, 0o664))
	}
	opened(t, f.location)
	wantPrivate(t, file, file+"-wal", file+"-shm")
}
