package vault_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"rollbook/web/vault"
)

const apiKey = "sms_live_8d1f2a7c90e34b56"

func open(t *testing.T, keys ...vault.MasterKey) *vault.Vault {
	t.Helper()
	made, err := vault.New(keys...)
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	return made
}

func TestASealedCredentialOpensForItsSchool(t *testing.T) {
	t.Parallel()
	v := open(t, vault.RandomMasterKey())
	sealed := v.Seal("north", apiKey)
	if bytes.Contains(sealed, []byte(apiKey)) {
		t.Fatal("the sealed value holds the key in the open")
	}
	secret, err := v.Open("north", sealed)
	if err != nil || secret.Reveal() != apiKey {
		t.Fatalf("Open = %q, %v", secret.Reveal(), err)
	}
}

func TestTheSameCredentialIsNeverSealedToTheSameBytes(t *testing.T) {
	t.Parallel()
	v := open(t, vault.RandomMasterKey())
	if bytes.Equal(v.Seal("north", apiKey), v.Seal("north", apiKey)) {
		t.Fatal("two seals of one value are equal")
	}
}

func TestACredentialCopiedToAnotherSchoolDoesNotOpen(t *testing.T) {
	t.Parallel()
	v := open(t, vault.RandomMasterKey())
	_, err := v.Open("south", v.Seal("north", apiKey))
	if !errors.Is(err, vault.ErrTampered) {
		t.Fatalf("err = %v, want ErrTampered", err)
	}
}

func TestEveryChangedByteIsNoticed(t *testing.T) {
	t.Parallel()
	v := open(t, vault.RandomMasterKey())
	sealed := v.Seal("north", apiKey)
	for place := range sealed {
		changed := bytes.Clone(sealed)
		changed[place] ^= 1
		if _, err := v.Open("north", changed); err == nil {
			t.Fatalf("the value opened with byte %d changed", place)
		}
		if _, err := v.Open("north", sealed[:place]); err == nil {
			t.Fatalf("the value opened cut to %d bytes", place)
		}
	}
}

func TestErrorsOfOpenAreDistinguished(t *testing.T) {
	t.Parallel()
	v := open(t, vault.RandomMasterKey())
	sealed := v.Seal("north", apiKey)
	changed := bytes.Clone(sealed)
	changed[len(changed)-1] ^= 1
	for name, test := range map[string]struct {
		sealed []byte
		want   error
	}{
		"nothing":     {nil, vault.ErrMalformed},
		"plain text":  {[]byte(apiKey), vault.ErrMalformed},
		"another key": {open(t, vault.RandomMasterKey()).Seal("north", apiKey), vault.ErrWrongKey},
		"changed tag": {changed, vault.ErrTampered},
	} {
		if _, err := v.Open("north", test.sealed); !errors.Is(err, test.want) {
			t.Errorf("%s: err = %v, want %v", name, err, test.want)
		}
	}
}

func TestAMasterKeyIsReplacedWithoutLosingItsSealedValues(t *testing.T) {
	t.Parallel()
	older, newer := vault.RandomMasterKey(), vault.RandomMasterKey()
	before := open(t, older)
	sealed := before.Seal("north", apiKey)

	both := open(t, newer, older)
	secret, err := both.Open("north", sealed)
	if err != nil || secret.Reveal() != apiKey {
		t.Fatalf("Open with both keys = %v", err)
	}
	if bytes.HasPrefix(sealed, both.Headers()[0]) {
		t.Error("a value of the old key is not reported for sealing anew")
	}
	again := both.Seal("north", secret.Reveal())
	if !bytes.HasPrefix(again, both.Headers()[0]) {
		t.Error("a value of the new key is reported for sealing anew")
	}
	if _, err := open(t, newer).Open("north", again); err != nil {
		t.Errorf("the new key alone does not open what it sealed: %v", err)
	}
}

func TestAWrongMasterKeyIsNoticedByTheKeptCheck(t *testing.T) {
	t.Parallel()
	older, newer := vault.RandomMasterKey(), vault.RandomMasterKey()
	kept := open(t, older).KeyCheck()
	if !open(t, older).Matches(kept) || !open(t, newer, older).Matches(kept) {
		t.Error("the right master key does not match")
	}
	if open(t, newer).Matches(kept) || open(t, older).Matches(nil) {
		t.Error("a wrong master key matches")
	}
	if strings.Contains(vault.ErrWrongKey.Error(), "\n") {
		t.Error("the error has more than one line")
	}
}

func TestDerivedKeysDependOnThePurposeAndTheMasterKeyOnly(t *testing.T) {
	t.Parallel()
	older, newer := vault.RandomMasterKey(), vault.RandomMasterKey()
	cookies := derive(t, open(t, newer, older), "cookies")
	if len(cookies) != 2 || len(cookies[0]) != 32 {
		t.Fatalf("%d keys, want 2 of 32 bytes", len(cookies))
	}
	if !bytes.Equal(cookies[0], derive(t, open(t, newer), "cookies")[0]) {
		t.Error("a restart changes the key")
	}
	if !bytes.Equal(cookies[1], derive(t, open(t, older), "cookies")[0]) {
		t.Error("the old key is not the second")
	}
	if bytes.Equal(cookies[0], derive(t, open(t, newer), "saves")[0]) {
		t.Error("two purposes share a key")
	}
}

func derive(t *testing.T, v *vault.Vault, purpose string) [][]byte {
	t.Helper()
	keys, err := v.Derive(purpose)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func TestAVaultWithoutAKeyIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := vault.New(); !errors.Is(err, vault.ErrNoMasterKey) {
		t.Errorf("no key: %v", err)
	}
	if _, err := vault.New(vault.MasterKey{}); !errors.Is(err, vault.ErrNoMasterKey) {
		t.Errorf("an empty key: %v", err)
	}
}
