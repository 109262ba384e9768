package apptest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/web/store"
)

// emptyDatabase returns the bytes of an empty SQLite database with the program's tables. They are made once,
// because most tests cost less than the tables.
var emptyDatabase = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "rollbook-empty-")
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "rollbook.db")
	opened, err := store.Open(context.Background(), "sqlite:"+file, time.Now)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	err = errors.Join(opened.Database.Migrate(context.Background()), opened.Close())
	empty, readErr := os.ReadFile(file)
	return empty, errors.Join(err, readErr, os.RemoveAll(folder))
})

// NewDatabase returns the location of the folder's SQLite database. A new one has its tables.
func NewDatabase(t testing.TB, folder string) string {
	t.Helper()
	file := filepath.Join(folder, "rollbook.db")
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		empty, err := emptyDatabase()
		Must(t, err)
		Must(t, os.WriteFile(file, empty, 0o600))
	}
	return "sqlite:" + file
}

// File returns the file of the database.
func (p *Program) File() string {
	return strings.TrimPrefix(p.App.Config.Database.Reveal(), "sqlite:")
}
