package sandbox

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAKeyIsShownOnceAndListedMasked(t *testing.T) {
	t.Parallel()
	s := start(t)
	key, value, err := s.CreateKey(harbourSchool().Code, "  Rollbook  ")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(value, KeyPrefix) || len(value) < len(KeyPrefix)+20 {
		t.Errorf("key %q, want %s and enough chance", value, KeyPrefix)
	}
	keys, err := s.Keys(harbourSchool().Code)
	if err != nil || len(keys) != 2 {
		t.Fatalf("keys %v %v, want two", keys, err)
	}
	listed := keys[1]
	if listed.ID != key.ID || listed.Name != "Rollbook" || !listed.Created.Equal(s.clock.Now()) {
		t.Errorf("listed %+v, made %+v", listed, key)
	}
	if want := strings.Repeat("*", 8) + value[len(value)-4:]; listed.Masked != want || key.Masked != want {
		t.Errorf("masked %q and %q, want %q", listed.Masked, key.Masked, want)
	}
	if listed.LastUsed != nil || listed.Revoked != nil {
		t.Errorf("a new key was used %v, revoked %v", listed.LastUsed, listed.Revoked)
	}
}

func TestOnlyAHashOfAKeyIsKept(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := start(t, func(o *Options) { o.Data = filepath.Join(folder, "sandbox.db") })
	s.get(t, pathPeriods)
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("files %v %v", files, err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte(s.keys[harbourSchool().Code])) {
			t.Errorf("%s holds the key", file)
		}
	}
}

func TestASchoolHasAtMostFiveActiveKeys(t *testing.T) {
	t.Parallel()
	s := start(t)
	code := harbourSchool().Code
	var last APIKey
	for range MaxActiveKeys - 1 {
		var err error
		if last, _, err = s.CreateKey(code, "one more"); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := s.CreateKey(code, "sixth"); KindOf(err) != KindTooManyKeys {
		t.Errorf("a sixth key: %v, want %s", err, KindTooManyKeys)
	}
	if _, _, err := s.CreateKey(tilleulsSchool().Code, "another school's"); err != nil {
		t.Errorf("another school's key: %v", err)
	}
	if err := s.RevokeKey(code, last.ID); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.CreateKey(code, "in its place"); err != nil {
		t.Errorf("after revoking one: %v", err)
	}
}

func TestKeyMistakesAreDistinguished(t *testing.T) {
	t.Parallel()
	s := start(t)
	code := harbourSchool().Code
	for _, name := range []string{"", "  ", strings.Repeat("x", 101), "\xff"} {
		if _, _, err := s.CreateKey(code, name); KindOf(err) != KindInvalid {
			t.Errorf("name %q: %v, want %s", name, err, KindInvalid)
		}
	}
	if _, _, err := s.CreateKey("nobody", "x"); KindOf(err) != KindNotFound {
		t.Errorf("unknown school: %v", err)
	}
	older, err := s.Keys(tilleulsSchool().Code)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.RevokeKey(code, older[0].ID); KindOf(err) != KindNotFound {
		t.Errorf("another school's key: %v, want %s", err, KindNotFound)
	}
	for range 2 {
		if err := s.RevokeKey(tilleulsSchool().Code, older[0].ID); err != nil {
			t.Errorf("revoking, also again: %v", err)
		}
	}
}

func TestTheFirstKeyIsMadeOnceForADataFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "sandbox.db")
	s := start(t, func(o *Options) { o.Data = file })
	value := s.keys[harbourSchool().Code]
	again, err := New(Options{Data: file, Sample: true, Now: s.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = again.Close() }()
	shown, err := again.FirstKey(harbourSchool().Code)
	if err != nil || shown != mask(value) {
		t.Errorf("%q %v, want the masked form of the first key", shown, err)
	}
	if _, err := again.authenticate(headerOf(s.headers(harbourSchool()))); err != nil {
		t.Errorf("the key does not work after opening again: %v", err)
	}
}
