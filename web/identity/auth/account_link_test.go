package auth_test

import (
	"bytes"
	"strings"
	"testing"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

func TestOnePressMakesOneSecretForEachPerson(t *testing.T) {
	t.Parallel()
	tokens := auth.NewTokens(bytes.Repeat([]byte{1}, 32))
	others := auth.NewTokens(bytes.Repeat([]byte{2}, 32))
	press := tokens.New("ada")
	secret := tokens.LinkSecret(auth.AccountLink, press, "invitation", "a@b.example")
	if again := tokens.LinkSecret(auth.AccountLink, press, "invitation", "a@b.example"); again != secret || len(secret) != 24 {
		t.Errorf("pressed twice it is %q and %q", secret, again)
	}
	for what, other := range map[string]string{
		"another person": tokens.LinkSecret(auth.AccountLink, press, "invitation", "b@b.example"), "another kind": tokens.LinkSecret(auth.AccountLink, press, "password", "a@b.example"),
		"another press": tokens.LinkSecret(auth.AccountLink, tokens.New("ada"), "invitation", "a@b.example"), "another server": others.LinkSecret(auth.AccountLink, press, "invitation", "a@b.example"),
		"a cover link": tokens.LinkSecret(auth.CoverLink, press, "invitation\x00a@b.example"),
	} {
		if other == secret {
			t.Errorf("%s has the same secret", what)
		}
	}
}

func TestTheIDOfAnAccountLinkRevealsNothingOfItsSecret(t *testing.T) {
	t.Parallel()
	secret := strings.Repeat("A", 24)
	id, ok := auth.LinkID[roll.AccountLinkID](auth.AccountLink, secret)
	cover, _ := auth.LinkID[roll.CoverID](auth.CoverLink, secret)
	if !ok || len(id) != 43 || string(id) == string(cover) {
		t.Errorf("the id is %q", id)
	}
	for _, wrong := range []string{"", "A", secret[:23], secret + "A", secret[:23] + "=", secret[:12] + "\n" + secret[12:], strings.Repeat("A", 500), "nonsense"} {
		if _, ok := auth.LinkID[roll.AccountLinkID](auth.AccountLink, wrong); ok {
			t.Errorf("%q is a secret", wrong)
		}
	}
}

func TestAnAddressIsReadWithoutANameAndInLowerCase(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{" Ada@Harbour.Example\n": "ada@harbour.example", "a.b+c@d.example": "a.b+c@d.example"} {
		if got, ok := auth.ParseEmail(text); !ok || got != want {
			t.Errorf("%q is %q, %v", text, got, ok)
		}
	}
	for _, wrong := range []string{"", "ada", "@b", "ada@", "Ada <ada@b.example>", "<ada@b.example>", "a@b, c@d", "a b@c.example", "a@b.example\r\nBcc: c@d", strings.Repeat("a", 250) + "@b.example"} {
		if got, ok := auth.ParseEmail(wrong); ok {
			t.Errorf("%q is read as %q", wrong, got)
		}
	}
}

// FuzzEmail reads an address: an accepted one is one address, on one line, and reads the same again.
func FuzzEmail(f *testing.F) {
	for _, text := range []string{" Ada@Oak.example", "Ada <ada@oak.example>", "a@b\r\nBcc: c@d", `"a b"@c`, "a@[127.0.0.1]", "a@b, c@d"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		email, ok := auth.ParseEmail(text)
		if again, stays := auth.ParseEmail(email); ok && (!stays || again != email || strings.ContainsAny(email, "\r\n<>\x00") || !strings.Contains(email, "@")) {
			t.Errorf("%q is read as %q, and that as %q", text, email, again)
		}
	})
}
