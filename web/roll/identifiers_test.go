package roll

import (
	"errors"
	"strings"
	"testing"
)

func TestAnIdentifierIsPlainDecimalDigits(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"1", "12", "9007199254740993", "9223372036854775807"} {
		id, err := ParseEnrolmentID(text)
		if err != nil || id.String() != text {
			t.Errorf("%q became %d, %v", text, id, err)
		}
		status, err := ParseStatusID(text)
		if err != nil || status.String() != text || StudentID(status).String() != text {
			t.Errorf("%q became %d, %v", text, status, err)
		}
	}
	for _, text := range []string{
		"", "0", "00", "-1", "-0", "+12", " 12", "12 ", "1 2", "012", "0x0C", "0b1", "0o7", "1e3", "12.0", "12.", ".5", "1_000", "1,000", "12a", "a",
		"9223372036854775808", "-9223372036854775808", "99999999999999999999", "١٢", "१२", "１２", "1\u200d2", "12\n", "12\x00", "null", "NaN", "∞",
	} {
		if id, err := ParseEnrolmentID(text); !errors.Is(err, ErrIdentifier) || id != 0 {
			t.Errorf("%q was read as %d, %v", text, id, err)
		}
		if id, err := ParseStatusID(text); !errors.Is(err, ErrIdentifier) || id != 0 {
			t.Errorf("%q was read as status %d, %v", text, id, err)
		}
	}
}

func TestASchoolIsNamedByALowerCaseSlug(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"a", "7", "north", "north-2", "a--b", strings.Repeat("a", 40)} {
		if !ValidSchoolID(text) {
			t.Errorf("%q is refused", text)
		}
	}
	for _, text := range []string{"", "-", "-a", "a-", "North", "nörth", "a_b", "a.b", "a/b", "..", "a b", "a\n", "%2e", strings.Repeat("a", 41), "ａ"} {
		if ValidSchoolID(text) {
			t.Errorf("%q is taken", text)
		}
	}
}

func TestNamesOfRolesAndChecksAreTakenExactly(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"teacher", "office", "admin"} {
		if role, ok := ParseRole(text); !ok || string(role) != text {
			t.Errorf("role %q: %q, %t", text, role, ok)
		}
	}
	for _, text := range []string{"", "Teacher", "office ", "root"} {
		if role, ok := ParseRole(text); ok || role != "" {
			t.Errorf("role %q: %q, %t", text, role, ok)
		}
	}
	for _, text := range []string{"", "in", "out", "clear"} {
		if check, ok := ParseCheck(text); !ok || string(check) != text {
			t.Errorf("check %q: %q, %t", text, check, ok)
		}
	}
	for _, text := range []string{"IN", "in ", "sideways", "null"} {
		if check, ok := ParseCheck(text); ok || check != "" {
			t.Errorf("check %q: %q, %t", text, check, ok)
		}
	}
}
