package auth_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/alexedwards/argon2id"
	"github.com/trustelem/zxcvbn"

	"rollbook/web/identity/auth"
)

// aboutAda are the names of a person and of her school.
func aboutAda() []string {
	return []string{"ada.byron@harbour.example", "Ada Byron", "harbour", "Harbour Secondary School", "HSS-4471", "Zoë Ångström"}
}

func TestPasswordsAreEstimatedAsZxcvbnDoes(t *testing.T) {
	t.Parallel()
	known := []string{"harbour", "byron", "welcome"}
	for _, text := range []string{
		"password", "drowssap", "p4ssw0rd", "P@ssw0rd", "l3tm31n", "byron", "nOrYB", "byron1975", "Harbour-1990", "trustno1", "zxcvbn",
		"qwertyuiop", "qwERTy", "1qaz2wsx", "asdfghjkl;'", "aaaaaaaa", "abcabcabc", "abcdefgh", "87654321", "acegikm", "12-11-1987",
		"1987.11.12", "12/11/87", "20261231", "31121999", "summer2016", "correcthorsebatterystaple", "gK4!vq}zP0$wLr2", "ключ от двери",
		"une école près du port", "鍵鍵 古い家", "a", "", "zebra zebra zebra", "Tr0ub4dor&3", "mypassword1992!", "0987poiu", "neverforget13/3/1997",
	} {
		got, want := auth.Guesses(text, known), zxcvbn.PasswordStrength(text, known).Guesses
		if ratio := math.Abs(math.Log10(got / want)); ratio > 0.5 {
			t.Errorf("%q takes %.3g guesses, by zxcvbn %.3g", text, got, want)
		}
	}
}

func TestANewPasswordIsRefusedWithTheReason(t *testing.T) {
	t.Parallel()
	for reason, passwords := range map[error][]string{
		auth.ErrPasswordTooShort: {"", "14 characters.", strings.Repeat("é", 14)},
		auth.ErrPasswordGuessable: {
			"passwordpassword", "Password1234567", "P-a-s-s-w-o-r-d 12345678", "123456789012345", "987654321098765", "aaaaaaaaaaaaaaaa",
			"abcdefghijklmnop", "qwertyuiopasdfgh", "poiuytrewqlkjhgf", "azertyuiopqsdfghjk123", "abcabcabcabcabcabc", "zebra zebra zebra zebra",
			"iloveyouiloveyou", "Welcome welcome 2026", "motdepasse123456", "................", "!!!!!!!!!!!!!!!!!!!!!!",
			"1q2w3e4r5t6y7u8i9o0p", "administrator111", "letmein letmein letmein", "teacher-password-123", "JesusLovesMe2026",
			"Summer2026!!!!!!", "P@ssw0rdP@ssw0rd", "correct horse battery staple", "Correct-Horse-Battery-Staple!", "December2026December",
			"Harbour Secondary 2026", "harbour.secondary.school", "Ada.Byron@harbour.example", "ada byron ada byron 7", "HSS-4471 HSS-4471 x", "Byron-Ada-4471-Harbour",
			"zoe angstrom zoe 77", "ZOËÅNGSTRÖM99999", "Ad4 Byr0n 1975!!!",
		},
	} {
		for _, password := range passwords {
			if _, err := auth.NewPasswords().Hash(t.Context(), password, aboutAda()...); !errors.Is(err, reason) {
				t.Errorf("%q: %v, want %v", password, err, reason)
			}
		}
	}
}

func TestACommonPasswordIsRefusedHoweverItIsDecorated(t *testing.T) {
	t.Parallel()
	// From lists of breaches; the estimate alone lets each of the first line pass.
	for _, password := range []string{
		"NICK1234-rem936", "30secondstomars", "BhRh0h2Oof6XbqJEH", "perasperaadastra", "mikeybihon-post12",
		"2001 30 Seconds To Mars!", "per-aspera-ad-astra-1987", "ilovemychildren2", "2ILoveMyChildren", "I love my family 2009", "ilovemygrandma77",
	} {
		if _, err := auth.NewPasswords().Hash(t.Context(), password); !errors.Is(err, auth.ErrPasswordGuessable) {
			t.Errorf("%q: %v", password, err)
		}
	}
}

func TestAnyCharactersMakeAGoodPassword(t *testing.T) {
	t.Parallel()
	for _, password := range []string{
		"a pony eats seven apples", "~ aZ09 kW5-pQ83 =x.Rt7", "Tr0ub4dor&3 and so on", "une école près du port", "ключ от старой двери", "鍵鍵 古い家の扉を開ける秘密の言葉", "  spaces around it too  ",
		"gK4!vq}zP0$wLr2", "2840 5913 7706 41", "Ada has a purple bicycle", "my school stands on a hill", "one\ttab and\nanother line",
	} {
		hash, err := auth.NewPasswords().Hash(t.Context(), password, aboutAda()...)
		if err != nil {
			t.Errorf("%q: %v", password, err)
			continue
		}
		if ok, err := auth.NewPasswords().Verify(t.Context(), password, hash, auth.First); !ok || err != nil {
			t.Errorf("%q is kept otherwise: %v", password, err)
		}
	}
}

func TestAPasswordFromBeforeTheRulesStaysValid(t *testing.T) {
	t.Parallel()
	hash, err := argon2id.CreateHash("password", &argon2id.Params{Memory: 8, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32})
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := auth.NewPasswords().Verify(t.Context(), "password", hash, auth.First); !ok || err != nil {
		t.Errorf("eight characters, once good: %v, %v", ok, err)
	}
}

func TestTheNameOfAnySchoolIsNoPassword(t *testing.T) {
	t.Parallel()
	for _, password := range []string{"Harbour Secondary School", "St Mary's Primary School", "Oakwood High School", "Riverside Academy", "Lakeside Elementary School"} {
		if _, err := auth.NewPasswords().Hash(t.Context(), password, "head@district.example", "Karen Osei"); !errors.Is(err, auth.ErrPasswordGuessable) {
			t.Errorf("%q: %v", password, err)
		}
	}
	if _, err := auth.NewPasswords().Hash(t.Context(), "Karen Osei 1975", "head@district.example", "Karen Osei"); !errors.Is(err, auth.ErrPasswordGuessable) {
		t.Errorf("a name and a year: %v", err)
	}
}
