package auth_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// code tries the code of Ada's second factor, which is right or not.
func (s *school) code(right bool, from auth.From) error {
	check := auth.NewSignIn(s, s, []byte("secret"), func() time.Time { return s.clock })
	return check.CheckCode(context.Background(), roll.Person{ID: "ada", Email: "ada@school.example"}, from, func() (bool, error) { return right, nil })
}

func TestGuessedCodesKeepTheOwnerOutOfNoDeviceWhereSheUsedOneAndHoldUpANewOneForSeconds(t *testing.T) {
	t.Parallel()
	school := newSchool()
	own := auth.From{Device: "own", Address: "192.0.2.7"}
	if err := school.code(true, own); err != nil {
		t.Fatal(err)
	}
	// The password alone makes the thief's device known for passwords only.
	thief := auth.From{Device: "thief", Address: "192.0.2.7"}
	if _, err := school.signInFrom("ada@school.example", password, thief); err != nil {
		t.Fatal(err)
	}
	looked := 0
	for range 400 {
		if err := school.code(false, thief); errors.Is(err, auth.ErrWrong) {
			looked++
		}
	}
	if looked != 5 {
		t.Errorf("%d of 400 guessed codes are compared, want 5", looked)
	}
	if err := school.code(true, own); err != nil {
		t.Errorf("her own device: %v", err)
	}
	fresh := auth.From{Device: "new", Address: "192.0.2.7"}
	slowed, ok := errors.AsType[*auth.ThrottledError](school.code(true, fresh))
	if !ok || slowed.RetryAfter > 15*time.Second {
		t.Fatalf("a new device: %v", slowed)
	}
	school.clock = school.clock.Add(slowed.RetryAfter)
	for range 20 {
		_ = school.code(false, thief)
	}
	if err := school.code(true, fresh); err != nil {
		t.Errorf("a new device after the wait: %v", err)
	}
}

func TestCodesOfOneAddressDoNotSlowOthers(t *testing.T) {
	t.Parallel()
	school := newSchool()
	for i := range 400 {
		check := auth.NewSignIn(school, school, []byte("secret"), func() time.Time { return school.clock })
		person := roll.Person{ID: roll.PersonID(fmt.Sprint("p", i)), Email: staff(i)}
		_ = check.CheckCode(t.Context(), person, auth.From{Device: "thief", Address: "192.0.2.7"}, func() (bool, error) { return false, nil })
	}
	if err := school.code(true, auth.From{Device: "new", Address: "198.51.100.7"}); err != nil {
		t.Errorf("elsewhere: %v", err)
	}
	if _, ok := errors.AsType[*auth.ThrottledError](school.code(true, auth.From{Device: "newer", Address: "192.0.2.7"})); !ok {
		t.Error("the address is not slowed")
	}
}
