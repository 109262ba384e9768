package web

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rollbook/web/edge/settings"
	"rollbook/web/store"
	"rollbook/web/store/engine"
	"rollbook/web/vault"
)

// stored is the configuration of a database file in a folder of the test.
func stored(t *testing.T) (config settings.Config, file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "rollbook.db")
	return settings.Config{Database: vault.NewSecret("sqlite:" + file)}, file
}

// migrated is the configuration of a database with the tables of this version.
func migrated(t *testing.T) (config settings.Config, file string) {
	t.Helper()
	config, file = stored(t)
	opened, err := store.Open(t.Context(), config.Database.Reveal(), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(opened.Database.Migrate(t.Context()), opened.Close()); err != nil {
		t.Fatal(err)
	}
	return config, file
}

// lose overwrites with zeros the page at which the table begins.
func lose(t *testing.T, file, table string) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	var page, size int64
	err = errors.Join(
		db.QueryRowContext(t.Context(), "SELECT rootpage FROM sqlite_master WHERE name = $1", table).Scan(&page),
		db.QueryRowContext(t.Context(), "PRAGMA page_size").Scan(&size),
		db.Close(),
	)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = opened.WriteAt(make([]byte, size), (page-1)*size)
	if err := errors.Join(err, opened.Close()); err != nil {
		t.Fatal(err)
	}
}

const (
	tooLarge    = 0
	smallEnough = 1 << 40
)

func TestAStartDoesNotWaitUntilALargeDatabaseIsReadThrough(t *testing.T) {
	t.Parallel()
	config, file := migrated(t)
	lose(t, file, "remarks")
	opened, whole, err := openToServe(t.Context(), config, time.Now, tooLarge)
	if err != nil || whole {
		t.Fatalf("whole %t: %v", whole, err)
	}
	defer opened.Close()
	if err := opened.Database.Ready(t.Context()); err != nil {
		t.Errorf("before the damage is found: %v", err)
	}
	var said bytes.Buffer
	checkOn(t.Context(), opened, slog.New(slog.NewTextHandler(&said, nil)))
	if text := said.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "nothing more is saved or sent") {
		t.Errorf("it says %q", text)
	}
	if err := opened.Database.Ready(t.Context()); !errors.Is(err, engine.ErrDamaged) {
		t.Errorf("ready: %v", err)
	}
	if err := opened.SetDay(t.Context(), "north", "", "", 1); !errors.Is(err, engine.ErrDamaged) {
		t.Errorf("a change: %v", err)
	}
}

func TestAStartRefusesDamageOfASmallDatabase(t *testing.T) {
	t.Parallel()
	config, file := migrated(t)
	opened, whole, err := openToServe(t.Context(), config, time.Now, smallEnough)
	if err != nil || !whole {
		t.Fatalf("whole %t: %v", whole, err)
	}
	if err := opened.Close(); err != nil {
		t.Fatal(err)
	}
	lose(t, file, "remarks")
	if _, _, err := openToServe(t.Context(), config, time.Now, smallEnough); !errors.Is(err, engine.ErrDamaged) {
		t.Errorf("with damage: %v", err)
	}
}

func TestBeforeTablesAreChangedAllOfTheDatabaseIsRead(t *testing.T) {
	t.Parallel()
	config, file := stored(t)
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), "CREATE TABLE other (word TEXT); INSERT INTO other VALUES ('kept')")
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	lose(t, file, "other")
	if _, _, err := openToServe(t.Context(), config, time.Now, tooLarge); !errors.Is(err, engine.ErrDamaged) {
		t.Errorf("opened: %v", err)
	}
}

func TestAWholeDatabaseAndAnEndedCheckReportNoDamage(t *testing.T) {
	t.Parallel()
	config, _ := migrated(t)
	opened, _, err := openToServe(t.Context(), config, time.Now, tooLarge)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	var said bytes.Buffer
	log := slog.New(slog.NewTextHandler(&said, nil))
	ended, end := context.WithCancel(t.Context())
	end()
	checkOn(ended, opened, log)
	checkOn(t.Context(), opened, log)
	if said.Len() > 0 {
		t.Errorf("it says %q", said.String())
	}
	if err := opened.Database.Ready(t.Context()); err != nil {
		t.Errorf("ready: %v", err)
	}
}
