package auth_test

import (
	"strings"
	"testing"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

func TestAPressMakesOneLinkThatOnlyItsPersonCanMake(t *testing.T) {
	t.Parallel()
	tokens := auth.NewTokens([]byte(strings.Repeat("k", 32)))
	secret := tokens.LinkSecret(auth.CoverLink, "press", "8B until 12:30")
	if again := tokens.LinkSecret(auth.CoverLink, "press", "8B until 12:30"); again != secret {
		t.Errorf("pressed twice it is %s and %s", secret, again)
	}
	others := map[string]string{
		"another press": tokens.LinkSecret(auth.CoverLink, "other", "8B until 12:30"), "another class": tokens.LinkSecret(auth.CoverLink, "press", "9A until 12:30"),
		"another server": auth.NewTokens([]byte(strings.Repeat("x", 32))).LinkSecret(auth.CoverLink, "press", "8B until 12:30"),
	}
	for what, other := range others {
		if other == secret {
			t.Errorf("%s makes the same link", what)
		}
	}
}

func TestALinkIsKnownByAHashThatDoesNotHoldItsSecret(t *testing.T) {
	t.Parallel()
	secret := auth.NewTokens([]byte(strings.Repeat("k", 32))).LinkSecret(auth.CoverLink, "press", "")
	id, ok := auth.LinkID[roll.CoverID](auth.CoverLink, secret)
	if !ok || len(secret) != 24 || strings.Contains(string(id), secret) {
		t.Errorf("%s has the id %q, %v", secret, id, ok)
	}
	for _, text := range []string{"", "x", secret[:23], secret + "A", secret[:23] + "=", secret[:23] + "é", secret[:22] + "//", " " + secret[1:], strings.Repeat("A", 4000)} {
		if id, ok := auth.LinkID[roll.CoverID](auth.CoverLink, text); ok || id != roll.CoverID("") {
			t.Errorf("%q is taken for a secret", text)
		}
	}
}
