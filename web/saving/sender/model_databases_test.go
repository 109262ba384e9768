package sender

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/postgrestest"
	"rollbook/web/store/schools"
)

// quickDir is a folder in memory if there is one: the model does not test disks.
func quickDir(t *testing.T) string {
	t.Helper()
	//nolint:usetesting // a temporary folder of the test stands on the disk
	dir, err := os.MkdirTemp("/dev/shm", "model")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// modelTemplate is an SQLite file with the model's schools.
func modelTemplate(t *testing.T) string {
	t.Helper()
	file := filepath.Join(quickDir(t), "template.db")
	fillTemplate(t, "sqlite:"+file)
	return file
}

// fillTemplate creates the tables at the location, and adds the model's schools.
func fillTemplate(t *testing.T, location string) {
	t.Helper()
	ctx := context.Background()
	opened, err := store.Open(ctx, location, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := opened.Database.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	for i := range modelSchools {
		school := roll.School{ID: roll.SchoolID("school-" + strconv.Itoa(i)), Name: "School", Zone: time.UTC, Call: 15 * time.Second, Apply: applyLimit, PastDays: 30, Proof: modelProof(i)}
		if err := opened.AddSchool(ctx, school, schools.Key{Sealed: []byte("sealed"), LastFour: "1234"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := opened.Close(); err != nil {
		t.Fatal(err)
	}
}

// modelProof is the initial proof of a school of the model.
func modelProof(school int) roll.Proof {
	switch school {
	case guessed:
		return roll.Unproven
	case documented:
		return roll.ProvenByDocument
	}
	return roll.ProvenByAnswer
}

// databases makes a database with the model's schools for a run, and deletes it after the run.
type databases func(t *testing.T) (location string, end func())

// onSQLite makes a file for each run.
func onSQLite(t *testing.T) databases {
	t.Helper()
	template := modelTemplate(t)
	return func(t *testing.T) (string, func()) {
		t.Helper()
		//nolint:usetesting // a run's folder goes with it, not with the test of many runs
		dir, err := os.MkdirTemp(filepath.Dir(template), "run")
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, "model.db")
		copyFile(t, template, file)
		return "sqlite:" + file, func() {
			if err := os.RemoveAll(dir); err != nil {
				t.Error(err)
			}
		}
	}
}

// onPostgreSQL makes a database on one server for each run.
func onPostgreSQL(t *testing.T, server *postgrestest.Server) databases {
	t.Helper()
	template := server.NewDatabase(t)
	fillTemplate(t, template)
	return func(t *testing.T) (string, func()) {
		t.Helper()
		location := server.Copy(t, template)
		return location, func() { server.Drop(t, location) }
	}
}
