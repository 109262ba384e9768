package pins_test

import (
	"errors"
	"fmt"
	"testing"

	"rollbook/web/identity/pins"
)

func TestAPINThatIsTriedFirstIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"0000", "1111", "7777", "1234", "4321", "7890", "0987", "2468", "1357", "9753", "1212", "1122", "1221", "1112", "6969", "1010",
		"1900", "1984", "2000", "2026", "2580", "1004", "11111", "12345", "123456", "654321", "121212", "123123", "147258", "45674567", "98765432", " 1234 ",
	} {
		if _, err := pins.Check(text); !errors.Is(err, pins.ErrEasy) {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"7306", "0417", "9853", "53184", "190473", "20845531"} {
		if pin, err := pins.Check(text); err != nil || pin != text {
			t.Errorf("%s: %q, %v", text, pin, err)
		}
	}
	for _, text := range []string{"", "730", "730612345", "seven", "73.6", "７３０６"} {
		if _, err := pins.Check(text); !errors.Is(err, pins.ErrNotPIN) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// The package's doc contains these numbers.
func TestSoManyPINsAreLeftThatFiftyTriesHitOneInAtMostSixOfAThousandCases(t *testing.T) {
	t.Parallel()
	left := 0
	for number := range 10_000 {
		if _, err := pins.Check(fmt.Sprintf("%04d", number)); err == nil {
			left++
		}
	}
	if chance := 50 / float64(left); left != 9085 || chance > 0.006 {
		t.Errorf("%d are left, the chance is %.4f", left, chance)
	}
}
