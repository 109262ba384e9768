package sandbox

import (
	"os"
	"path/filepath"
	"strings"
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
	if mark, err := again.Mark(harbourSchool().Code, id, today); err != nil || mark.Status != "Late" {
		t.Errorf("mark %+v %v", mark, err)
	}
	if _, err := again.authenticate(headerOf(s.headers(harbourSchool()))); err != nil {
		t.Errorf("key: %v", err)
	}
}

func TestAKeyRevokedByAnotherProcessIsRejectedImmediately(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "sandbox.db")
	s, other := start(t, func(o *Options) { o.Data = file }), sampleAt(t, file, today)
	keys, err := other.Keys(harbourSchool().Code)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.get(t, pathPeriods); r.code != 200 {
		t.Fatalf("answer %d", r.code)
	}
	if err := other.RevokeKey(harbourSchool().Code, keys[0].ID); err != nil {
		t.Fatal(err)
	}
	s.get(t, pathPeriods).wantFailure(t, 401)
}

func TestChangesOfTwoProcessesOnOneFileAreThereInBoth(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "sandbox.data")
	s, other := start(t, func(o *Options) { o.Data = file }), sampleAt(t, file, today)
	id := s.class(t, harbourSchool(), "8B")[0].EnrolmentID
	s.save(t, s.status(t, "Late"), id).items(t)
	one, _, err := other.CreateKey(harbourSchool().Code, "By a command")
	if err != nil {
		t.Fatal(err)
	}
	two, _, err := s.CreateKey(harbourSchool().Code, "On the page")
	if err != nil {
		t.Fatal(err)
	}
	if one.ID == two.ID {
		t.Errorf("two keys have the id %d", one.ID)
	}
	if mark, err := other.Mark(harbourSchool().Code, id, today); err != nil || mark.Status != "Late" {
		t.Errorf("mark %+v %v", mark, err)
	}
	here, err := s.Keys(harbourSchool().Code)
	if err != nil {
		t.Fatal(err)
	}
	if there, err := other.Keys(harbourSchool().Code); err != nil || len(here) != 3 || len(there) != 3 {
		t.Errorf("keys %+v and %+v %v", here, there, err)
	}
}

func TestADataFileKeepsMarksByteForByte(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "sandbox.data")
	s := start(t, func(o *Options) { o.Data = file })
	id := s.class(t, harbourSchool(), "8B")[0].EnrolmentID
	const free = `{"at":[9007199254740993,"<12:30>"]}`
	s.post(t, saveBody(s.status(t, "Late"), `"checkInOrCheckOut":"in","checkTime":`+free, id)).items(t)
	s.save(t, s.status(t, "Present"), id).items(t)
	mark, err := sampleAt(t, file, today).Mark(harbourSchool().Code, id, today)
	if err != nil || mark.Status != "Present" || string(mark.CheckIn) != free || !isNull(mark.CheckOut) {
		t.Errorf("mark %+v %v", mark, err)
	}
}

func TestAnUnfinishedLineOfAKilledProcessIsLeftOut(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "sandbox.data")
	s := start(t, func(o *Options) { o.Data = file })
	id := s.class(t, harbourSchool(), "8B")[0].EnrolmentID
	s.save(t, s.status(t, "Late"), id).items(t)
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.data")
	if err := os.WriteFile(cut, content[:len(content)-20], 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		again := sampleAt(t, cut, today)
		if _, err := again.Mark(harbourSchool().Code, id, today); KindOf(err) != KindNotFound {
			t.Errorf("the change that was cut is there: %v", err)
		}
		next := Mark{EnrolmentID: id, StatusID: s.status(t, "Absent"), Result: Result{Date: "2026-03-03"}}
		if err := again.SetMark(harbourSchool().Code, next); err != nil {
			t.Fatal(err)
		}
		if mark, err := again.Mark(harbourSchool().Code, id, "2026-03-03"); err != nil || mark.Status != "Absent" {
			t.Errorf("the next change is %+v %v", mark, err)
		}
	}
}

func TestAForeignFileIsRefusedAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"a database":     "SQLite format 3\x00 and the tables of an earlier sandbox, or of another program altogether",
		"another layout": strings.Replace(dataHeader, "layout 3", "layout 4", 1),
		"a short text":   "x",
	} {
		file := filepath.Join(t.TempDir(), "foreign")
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := New(Options{Data: file, Sample: true})
		if KindOf(err) != KindForeignFile || !strings.Contains(err.Error(), "move it away, or name another file") {
			t.Errorf("%s: %v, want %s and what to do", name, err, KindForeignFile)
		}
		if after, err := os.ReadFile(file); err != nil || content != string(after) {
			t.Errorf("%s was changed (%v)", name, err)
		}
	}
}

func TestAnEmptyServiceHasNoSchools(t *testing.T) {
	t.Parallel()
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if schools, err := s.Schools(); err != nil || len(schools) != 0 {
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
