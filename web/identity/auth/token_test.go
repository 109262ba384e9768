package auth_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

var (
	newKey = bytes.Repeat([]byte{1}, 32)
	oldKey = bytes.Repeat([]byte{2}, 32)
)

func TestASaveTokenBelongsToThePersonWhosePageItWasMadeFor(t *testing.T) {
	t.Parallel()
	tokens := auth.NewTokens(newKey)
	token := tokens.New("ada")
	if err := tokens.Check(token, "ada"); err != nil {
		t.Errorf("its owner: %v", err)
	}
	if err := tokens.Check(token, "bob"); !errors.Is(err, auth.ErrTokenForeign) {
		t.Errorf("somebody else: %v", err)
	}
	if err := tokens.Check(token, ""); !errors.Is(err, auth.ErrTokenForeign) {
		t.Errorf("nobody: %v", err)
	}
}

func TestAFurtherSaveOfAPressHasTheSameTokenEachTime(t *testing.T) {
	t.Parallel()
	before, now := auth.NewTokens(oldKey), auth.NewTokens(newKey, oldKey)
	token := before.Of("ada", 3)
	beside := before.Beside(token, "ada", 3, 4)
	if again := now.Beside(token, "ada", 3, 4); again != beside {
		t.Errorf("after a change of keys it is %q, not %q", again, beside)
	}
	if other := before.Beside(token, "ada", 3, 5); other == beside || beside == token {
		t.Errorf("%q, %q and %q are not different", token, beside, other)
	}
	if generation, err := now.Generation(beside, "ada", 4); err != nil || generation != 3 {
		t.Errorf("it is of generation %d: %v", generation, err)
	}
	if err := now.Check(beside, "bob"); !errors.Is(err, auth.ErrTokenForeign) {
		t.Errorf("somebody else: %v", err)
	}
}

func TestATokenOfASchoolWithoutAGenerationIsOfTheFirst(t *testing.T) {
	t.Parallel()
	tokens := auth.NewTokens(newKey)
	for newest, token := range map[int64]roll.Token{0: tokens.New("ada"), 1: tokens.Of("ada", 0), 3: tokens.Of("ada", 1)} {
		if generation, err := tokens.Generation(token, "ada", newest); generation != 1 || err != nil {
			t.Errorf("newest %d: %d, %v", newest, generation, err)
		}
	}
}

func TestNoTwoSaveTokensAreEqual(t *testing.T) {
	t.Parallel()
	tokens := auth.NewTokens(newKey)
	seen := map[roll.Token]bool{}
	for range 1000 {
		token := tokens.New("ada")
		if seen[token] || strings.ContainsAny(string(token), "/+=?&") {
			t.Fatalf("token %q", token)
		}
		seen[token] = true
	}
}

func TestNonsenseIsNoSaveToken(t *testing.T) {
	t.Parallel()
	tokens := auth.NewTokens(newKey)
	token := string(tokens.New("ada"))
	for _, text := range []string{
		"", "x", token + "A", token[:27], token + "=", " " + token, "B" + token[1:], token + "\n", token[:20] + "\r\n" + token[20:], strings.Repeat("A", 28), strings.Repeat("A", 54), strings.Repeat("é", 14), strings.Repeat("é", 27),
		token[:20] + "\n" + token[21:], token[:20] + "\r\n" + token[22:], string(auth.NewTokens(oldKey).New("ada")),
	} {
		if err := tokens.Check(roll.Token(text), "ada"); !errors.Is(err, auth.ErrTokenMalformed) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestATokenFromBeforePagesHadShorterOnesIsStillItsOwners(t *testing.T) {
	t.Parallel()
	const before = "AZqwR4YAdLqbzN0AAAAAAM6iygn9CkrfQxDnvME5_W1rM2sS8yEO-g"
	tokens := auth.NewTokens(newKey)
	if err := tokens.Check(before, "ada"); err != nil {
		t.Errorf("its owner: %v", err)
	}
	if err := tokens.Check(before, "bob"); !errors.Is(err, auth.ErrTokenForeign) {
		t.Errorf("somebody else: %v", err)
	}
}

func TestEveryChangedCharacterOfASaveTokenIsNoticed(t *testing.T) {
	t.Parallel()
	tokens := auth.NewTokens(newKey)
	token := []byte(tokens.New("ada"))
	for place := range token {
		changed := bytes.Clone(token)
		if changed[place] = 'A'; token[place] == 'A' {
			changed[place] = 'B'
		}
		if err := tokens.Check(roll.Token(changed), "ada"); err == nil {
			t.Errorf("character %d changed: accepted", place)
		}
	}
}

func TestPagesMadeBeforeAChangeOfKeysCanStillBeSent(t *testing.T) {
	t.Parallel()
	before, after := auth.NewTokens(oldKey), auth.NewTokens(newKey, oldKey)
	if err := after.Check(before.New("ada"), "ada"); err != nil {
		t.Errorf("save token: %v", err)
	}
	if err := after.Check(before.New("ada"), "bob"); !errors.Is(err, auth.ErrTokenForeign) {
		t.Errorf("somebody else's: %v", err)
	}
	if err := after.CheckFormToken(before.FormToken("s1"), "s1"); err != nil {
		t.Errorf("form token: %v", err)
	}
	if err := before.CheckFormToken(after.FormToken("s1"), "s1"); err == nil {
		t.Error("the new key is not used to sign")
	}
}

func TestAFormTokenIsGoodForItsSessionOnly(t *testing.T) {
	t.Parallel()
	tokens := auth.NewTokens(newKey)
	token := tokens.FormToken("s1")
	if err := tokens.CheckFormToken(token, "s1"); err != nil {
		t.Errorf("its session: %v", err)
	}
	for name, test := range map[string]struct{ token, binding string }{
		"another session":  {token, "s2"},
		"no session":       {tokens.FormToken(""), ""},
		"nothing":          {"", "s1"},
		"a save token":     {string(tokens.New("s1")), "s1"},
		"another server's": {auth.NewTokens(oldKey).FormToken("s1"), "s1"},
		"cut off":          {token[:43], "s1"},
	} {
		if err := tokens.CheckFormToken(test.token, test.binding); !errors.Is(err, auth.ErrFormToken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAFormTokenLooksDifferentInEveryAnswer(t *testing.T) {
	t.Parallel()
	tokens := auth.NewTokens(newKey)
	one, other := tokens.FormToken("s1"), tokens.FormToken("s1")
	if one[:43] == other[:43] || one[43:] == other[43:] {
		t.Error("a part of the token repeats")
	}
}

func TestAPseudonymIsAlwaysTheSameAndRevealsNoPerson(t *testing.T) {
	t.Parallel()
	tokens := auth.NewTokens(newKey)
	ada := tokens.Pseudonym("ada@harbour.example")
	if ada != auth.NewTokens(newKey, oldKey).Pseudonym("ada@harbour.example") {
		t.Error("it changes")
	}
	if ada == tokens.Pseudonym("bob@harbour.example") || ada == auth.NewTokens(oldKey).Pseudonym("ada@harbour.example") {
		t.Error("it is not hers alone, or anybody can make it")
	}
	if len(ada) != 12 || strings.ContainsAny(ada, "|@.") {
		t.Errorf("it is %q", ada)
	}
}
