package auth_test

import (
	"strings"
	"testing"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

func TestAPressMakesOneCodeWhoseIDRevealsNothingOfIt(t *testing.T) {
	t.Parallel()
	tokens, others := auth.NewTokens([]byte(strings.Repeat("k", 32))), auth.NewTokens([]byte(strings.Repeat("x", 32)))
	code := tokens.PairingCode("press", "door")
	if read, ok := roll.ParsePairingCode(code); !ok || read != code || tokens.PairingCode("press", "door") != code {
		t.Errorf("the code is %q", code)
	}
	for what, other := range map[string]string{
		"another press": tokens.PairingCode("other", "door"), "another door": tokens.PairingCode("press", "hall"), "another server": others.PairingCode("press", "door"),
	} {
		if other == code {
			t.Errorf("%s makes the same code", what)
		}
	}
	// With a plain hash, a reader of the database could try all codes.
	if id := tokens.PairingID(code); id == others.PairingID(code) || strings.Contains(string(id), code) || id != tokens.PairingID(code) {
		t.Errorf("the id is %q", id)
	}
	if first := tokens.TabletID("press"); first != tokens.TabletID("press") || first == tokens.TabletID("other") {
		t.Error("a press does not add one tablet")
	}
	if number := tokens.PairingNumber(code); len(number) != 2 || strings.Trim(number, "0123456789") != "" || number[0] == '0' {
		t.Errorf("the number is %q", number)
	}
}

func TestEachPairingHasANetworkCodeOfSixDigitsAndTheTabletKeepsItsHash(t *testing.T) {
	t.Parallel()
	tokens := auth.NewTokens(make([]byte, 32))
	code := tokens.NetworkCode("door", 1)
	key, err := tokens.NetworkKey("door", 1)
	if err != nil || len(code) != 6 || strings.Trim(code, "0123456789") != "" || strings.Contains(key, code) {
		t.Errorf("the code %s has the key %s, %v", code, key, err)
	}
	if other := tokens.NetworkCode("door", 2); other == code {
		t.Error("paired again, it has the same code")
	}
}
