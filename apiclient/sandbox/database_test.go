package sandbox

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
)

func TestADataFileKeepsKeysAndMarks(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "with space?&#%41.db")
	s := start(t, func(o *Options) { o.Data = file })
	id := s.class(t, harbourSchool(), "8B")[0].EnrolmentID
	s.save(t, s.status(t, "Late"), id).items(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Fatalf("the data is elsewhere: %v", err)
	}
	again := sampleAt(t, file, today)
	if mark, err := again.Mark(t.Context(), harbourSchool().Code, id, today); err != nil || mark.Status != "Late" {
		t.Errorf("mark %+v %v", mark, err)
	}
	if _, err := again.authenticate(t.Context(), headerOf(s.headers(harbourSchool()))); err != nil {
		t.Errorf("key: %v", err)
	}
}

func TestAKeyRevokedByAnotherProcessIsRejectedImmediately(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "sandbox.db")
	s, other := start(t, func(o *Options) { o.Data = file }), sampleAt(t, file, today)
	keys, err := other.Keys(t.Context(), harbourSchool().Code)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.get(t, pathPeriods); r.code != 200 {
		t.Fatalf("answer %d", r.code)
	}
	if err := other.RevokeKey(t.Context(), harbourSchool().Code, keys[0].ID); err != nil {
		t.Fatal(err)
	}
	s.get(t, pathPeriods).wantFailure(t, 401)
}

func TestAForeignFileIsRefusedAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	foreign := filepath.Join(t.TempDir(), "foreign.db")
	db, err := sql.Open("sqlite", foreign)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE pupils (id INTEGER); PRAGMA user_version = 1"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(t.TempDir(), "text.db")
	if err := os.WriteFile(text, []byte("not a database, but long enough to be looked at as one by its first hundred bytes, "+foreign), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{foreign, text} {
		before, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := New(t.Context(), Options{Data: file, Sample: true}); KindOf(err) != KindForeignFile {
			t.Errorf("%s: %v, want %s", filepath.Base(file), err, KindForeignFile)
		}
		after, err := os.ReadFile(file)
		if err != nil || string(before) != string(after) {
			t.Errorf("%s was changed (%v)", filepath.Base(file), err)
		}
	}
}

func TestAnEmptyServiceHasNoSchools(t *testing.T) {
	t.Parallel()
	s, err := New(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if schools, err := s.Schools(t.Context()); err != nil || len(schools) != 0 {
		t.Errorf("schools %v %v", schools, err)
	}
}

func TestAnUnexpectedFailureIsABareInternalError(t *testing.T) {
	t.Parallel()
	s := start(t)
	headers := s.headers(harbourSchool())
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := s.send(t.Context(), "GET", pathPeriods, "", headers).wantFailure(t, 500); got != "internal error" {
		t.Errorf("message %q", got)
	}
}
