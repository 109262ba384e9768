package demo

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"rollbook/web/roll"
)

func TestTheThirdSchoolIsConnectedByAPersonAndCanBeReset(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 18, 8, 40, 0, 0, time.Local)
	shown := demonstrationAt(t, now)
	third := shown.Unconnected()
	for range 2 {
		school, err := shown.app.Store.School(t.Context(), third.School)
		if err != nil || school.BaseURL != "" || school.Mapping != "" {
			t.Fatalf("the school is at %q with the mapping %q (%v)", school.BaseURL, school.Mapping, err)
		}
		if keys, err := shown.app.Connecting.Keys.Keys(t.Context(), third.School); err != nil || len(keys) > 0 {
			t.Errorf("it has the keys %+v (%v)", keys, err)
		}
		if _, memberships, err := shown.app.Store.Person(t.Context(), personID(shown.Unconnected())); err != nil || len(memberships) != 1 || memberships[0].Role != roll.Admin {
			t.Errorf("its admin is in %+v (%v)", memberships, err)
		}
		if err := shown.app.Store.SetBaseURL(t.Context(), third.School, shown.service.baseURL()); err != nil {
			t.Fatal(err)
		}
		if err := shown.BeginAgain(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheThirdSchoolIsThereAgainAfterARestart(t *testing.T) {
	t.Parallel()
	folder, now := t.TempDir(), func() time.Time { return time.Date(2026, 11, 18, 8, 40, 0, 0, time.Local) }
	for restarts := range 2 {
		shown, err := Start(t.Context(), folder, true, now, slog.New(slog.DiscardHandler), withoutPages)
		if err != nil {
			t.Fatal(err)
		}
		school, err := shown.app.Store.School(t.Context(), shown.Unconnected().School)
		if err != nil || school.BaseURL != "" {
			t.Errorf("after %d restarts it is at %q (%v)", restarts, school.BaseURL, err)
		}
		if err := shown.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDataOfAnEarlierVersionIsRefusedWithAdvice(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "school-system.db"), []byte("SQLite format 3\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Start(t.Context(), folder, true, time.Now, slog.New(slog.DiscardHandler), withoutPages)
	if err == nil || err.Error() != "the data are of an earlier version: "+folder+": use another folder" {
		t.Errorf("it answers %v", err)
	}
}
