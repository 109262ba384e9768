package identity

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/schools"
)

func TestASignInCountsForTheSchoolsThatThePersonMayEnter(t *testing.T) {
	t.Parallel()
	opened, err := store.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "rollbook.db"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	needed := []error{opened.Database.Migrate(t.Context()), opened.AddPerson(t.Context(), roll.Person{ID: "ada", Email: "ada@oak.example", Name: "Ada"}, "hash")}
	for _, school := range []roll.SchoolID{"hill", "oak"} {
		needed = append(needed,
			opened.AddSchool(t.Context(), roll.School{ID: school, Name: string(school), Zone: time.UTC}, schools.Key{Sealed: []byte("sealed"), LastFour: "1234"}),
			opened.Join(t.Context(), "ada", school, roll.Teacher))
	}
	if err := errors.Join(needed...); err != nil {
		t.Fatal(err)
	}
	schools, err := accounts{opened}.Schools(t.Context(), "ada")
	if want := []roll.SchoolID{"hill", "oak"}; err != nil || !slices.Equal(schools, want) {
		t.Errorf("she counts for %q (%v), want %q", schools, err, want)
	}
	if schools, err = (accounts{opened}).Schools(t.Context(), "removed meanwhile"); err != nil || len(schools) != 0 {
		t.Errorf("somebody who is gone counts for %q (%v)", schools, err)
	}
	if err := opened.Close(); err != nil {
		t.Fatal(err)
	}
}
