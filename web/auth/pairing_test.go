package auth_test

import (
	"strings"
	"testing"

	"rollbook/web/auth"
	"rollbook/web/roll"
)

func TestAPressMakesOneCodeWhoseIDTellsNothingOfIt(t *testing.T) {
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
	// With a plain hash whoever reads the database could try all codes out.
	if id := tokens.PairingID(code); id == others.PairingID(code) || strings.Contains(string(id), code) || id != tokens.PairingID(code) {
		t.Errorf("the id is %q", id)
	}
	if tokens.TabletID("press") != tokens.TabletID("press") || tokens.TabletID("press") == tokens.TabletID("other") {
		t.Error("a press does not add one tablet")
	}
	if number := tokens.PairingNumber(code); len(number) != 2 || strings.Trim(number, "0123456789") != "" || number[0] == '0' {
		t.Errorf("the number is %q", number)
	}
}
