package identity

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"rollbook/web/identity/auth"
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
	for email, want := range map[string]auth.Lane{"ada@oak.example": "school hill", "gone@oak.example": "school "} {
		checked := &lanes{}
		person, err := auth.NewSignIn(removing{opened}, checked, []byte("secret"), time.Now).Check(t.Context(), email, "a password", auth.From{})
		if !errors.Is(err, auth.ErrWrong) || checked.lane != want {
			t.Errorf("%s waits in the lane %q (%v, %v), want %q", email, checked.lane, person, err, want)
		}
	}
	if err := opened.Close(); err != nil {
		t.Fatal(err)
	}
}

// removing is a store from which a person is removed as soon as their address is found.
type removing struct{ *store.Store }

func (r removing) PersonByEmail(ctx context.Context, email string) (roll.Person, string, error) {
	if email == "gone@oak.example" {
		return roll.Person{ID: "removed meanwhile"}, "hash", nil
	}
	return r.Store.PersonByEmail(ctx, email)
}

// lanes notes the lane of a try, and refuses it.
type lanes struct{ lane auth.Lane }

func (l *lanes) Verify(_ context.Context, _, _ string, lane auth.Lane) (bool, error) {
	l.lane = lane
	return false, nil
}
