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
)

// quickDir is a folder in memory where there is one: the model does not test disks.
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

// modelTemplate is a database with the model's schools.
func modelTemplate(t *testing.T) string {
	t.Helper()
	ctx := context.Background()
	file := filepath.Join(quickDir(t), "template.db")
	opened, err := store.Open(ctx, "sqlite:"+file, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := opened.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	for i := range modelSchools {
		school := roll.School{ID: roll.SchoolID("school-" + strconv.Itoa(i)), Name: "School", Zone: time.UTC, Call: 15 * time.Second, Apply: applyLimit, PastDays: 30, Proof: roll.ProvenByDocument}
		if i == guessed {
			school.Proof = roll.Unproven
		}
		if err := opened.AddSchool(ctx, school, store.Key{Sealed: []byte("sealed"), LastFour: "1234"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := opened.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}
