package auth_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/alexedwards/argon2id"

	"rollbook/web/identity/auth"
)

const password = "correct horse battery"

func TestAPasswordIsVerifiedExactlyAsTyped(t *testing.T) {
	t.Parallel()
	passwords := auth.NewPasswords()
	long := "  A pony eats 7 apples, $5 each, and goes home by the old river "
	if len(long) != 64 {
		t.Fatalf("the example has %d characters", len(long))
	}
	hash, err := passwords.Hash(t.Context(), long)
	if err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]bool{
		long: true, strings.TrimSpace(long): false, long[:63]: false, long + " ": false, strings.ToLower(long): false, "": false,
	} {
		if got, err := passwords.Verify(t.Context(), typed, hash, auth.First); got != want || err != nil {
			t.Errorf("Verify(%q) = %v, %v", typed, got, err)
		}
	}
}

func TestAnAccentIsTheSameHoweverTheKeyboardComposesIt(t *testing.T) {
	t.Parallel()
	passwords := auth.NewPasswords()
	hash, err := passwords.Hash(t.Context(), "caf\u00e9 au lait, chaud")
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := passwords.Verify(t.Context(), "cafe\u0301 au lait, chaud", hash, auth.First); !ok || err != nil {
		t.Errorf("the decomposed form: %v, %v", ok, err)
	}
	if ok, err := passwords.Verify(t.Context(), "cafe au lait, chaud", hash, auth.First); ok || err != nil {
		t.Errorf("without the accent: %v, %v", ok, err)
	}
}

func TestPasswordsThatCannotBeUsedAreRefusedWithTheReason(t *testing.T) {
	t.Parallel()
	passwords := auth.NewPasswords()
	for name, test := range map[string]struct {
		password string
		want     error
	}{
		"nothing":             {"", auth.ErrPasswordTooShort},
		"fourteen characters": {"a pony eats éé", auth.ErrPasswordTooShort},
		"over 1 KiB":          {strings.Repeat("a", auth.MaxPasswordSize+1), auth.ErrPasswordTooLong},
		"no text":             {"abcdefgh\xff", auth.ErrPasswordEncoding},
	} {
		if _, err := passwords.Hash(t.Context(), test.password); !errors.Is(err, test.want) {
			t.Errorf("%s: err = %v, want %v", name, err, test.want)
		}
	}
	if _, err := passwords.Hash(t.Context(), strings.Repeat("a pony eats seven apples, ", 100)[:auth.MaxPasswordSize]); err != nil {
		t.Errorf("1 KiB is refused: %v", err)
	}
}

func TestAVeryLongPasswordIsRefusedWithoutWaitingForATurn(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := auth.NewPasswords().Verify(ended, strings.Repeat("a", 1<<20), "", auth.First)
	if !errors.Is(err, auth.ErrPasswordTooLong) {
		t.Errorf("err = %v", err)
	}
	if _, err := auth.NewPasswords().Verify(t.Context(), strings.Repeat("a", auth.MaxPasswordSize), "", auth.First); err != nil {
		t.Errorf("the longest password: %v", err)
	}
}

func TestAHashNamesTheChosenCost(t *testing.T) {
	t.Parallel()
	hash, err := auth.NewPasswords().Hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	params, _, _, err := argon2id.DecodeHash(hash)
	if err != nil {
		t.Fatal(err)
	}
	if params.Memory != 19*1024 || params.Iterations != 2 || params.Parallelism != 1 {
		t.Errorf("the cost is %+v", *params)
	}
}

func TestTheHashForUnknownNamesCostsTheSameAndIsNeverRight(t *testing.T) {
	t.Parallel()
	hash, err := auth.NewPasswords().Hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	nobody := auth.HashOfNobody(auth.NewPasswords())
	want, _, _, err := argon2id.DecodeHash(hash)
	if err != nil {
		t.Fatal(err)
	}
	got, _, _, err := argon2id.DecodeHash(nobody)
	if err != nil || *got != *want {
		t.Errorf("cost %+v, want %+v (%v)", got, want, err)
	}
	if ok, err := auth.NewPasswords().Verify(t.Context(), password, "", auth.First); ok || err != nil {
		t.Errorf("Verify = %v, %v", ok, err)
	}
}

func TestAtMostTwoPasswordsAreHashedAtOnceAndWaitingEndsWithTheRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		passwords := auth.NewPasswords()
		giveFirst, giveSecond := auth.TakeTurn(passwords), auth.TakeTurn(passwords)
		ctx, cancel := context.WithCancel(t.Context())
		answer := make(chan error)
		go func() {
			_, err := passwords.Verify(ctx, password, "", auth.First)
			answer <- err
		}()
		synctest.Wait()
		select {
		case err := <-answer:
			t.Fatalf("a third is hashed beside two: %v", err)
		default:
		}
		cancel()
		if err := <-answer; !errors.Is(err, context.Canceled) {
			t.Errorf("err = %v", err)
		}
		giveFirst()
		if _, err := passwords.Verify(t.Context(), password, "", auth.First); err != nil {
			t.Errorf("a free turn is not given: %v", err)
		}
		giveSecond()
	})
}
