package pins

import (
	"errors"
	"slices"
	"strings"
)

// The lengths of a PIN in digits.
const (
	Shortest = 4
	Longest  = 8
)

// leastDigits is the least number of different digits in a PIN: 1212, 1122 and 1221 have fewer.
const leastDigits = 3

// The faults of a new PIN.
var (
	// ErrNotPIN is returned for text that is not 4 to 8 of the digits 0 to 9.
	ErrNotPIN = errors.New("a PIN is 4 to 8 digits")
	// ErrEasy is returned for a PIN that would be among the first to be tried.
	ErrEasy = errors.New("the PIN is one of those that are tried first")
)

// Read trims a typed PIN. It returns ErrNotPIN.
func Read(text string) (string, error) {
	pin := strings.TrimSpace(text)
	if len(pin) < Shortest || len(pin) > Longest || strings.Trim(pin, "0123456789") != "" {
		return "", ErrNotPIN
	}
	return pin, nil
}

// Check reads a new PIN and refuses frequent choices: fewer than three different digits (640 of the 10,000
// with four), digits in equal steps such as 1234, 4321 and 2468 (80 more), a year of 1900 to 2099 (190 more),
// a repeated part such as 123123, and a few patterns of the keypad. Each rule removes few of all PINs and
// many of those that people choose. It returns ErrNotPIN and ErrEasy.
func Check(text string) (string, error) {
	pin, err := Read(text)
	if err != nil {
		return "", err
	}
	digits := []byte(pin)
	slices.Sort(digits)
	if len(slices.Compact(digits)) < leastDigits || inSteps(pin) || isYear(pin) || repeats(pin) ||
		slices.Contains(wellKnown(), pin) {
		return "", ErrEasy
	}
	return pin, nil
}

// inSteps reports whether all digits differ from the one before by the same step, with 0 after 9.
func inSteps(pin string) bool {
	step := func(i int) int { return (int(pin[i]) - int(pin[i-1]) + 10) % 10 }
	for i := 2; i < len(pin); i++ {
		if step(i) != step(1) {
			return false
		}
	}
	return true
}

// isYear reports whether the PIN is a year in which a person at a school, or in their family, was born,
// married or employed.
func isYear(pin string) bool {
	return len(pin) == len("2026") && (strings.HasPrefix(pin, "19") || strings.HasPrefix(pin, "20"))
}

// repeats reports whether the PIN repeats a shorter part.
func repeats(pin string) bool {
	for length := 1; length <= len(pin)/2; length++ {
		if len(pin)%length == 0 && strings.Repeat(pin[:length], len(pin)/length) == pin {
			return true
		}
	}
	return false
}

// wellKnown returns frequent PINs that no rule covers: the keypad's middle column and its rows and edges, and
// the most frequent one with three digits.
func wellKnown() []string {
	return []string{"2580", "0852", "1004", "1397", "1793", "147258", "159357", "258456", "741852", "789456", "963852"}
}
