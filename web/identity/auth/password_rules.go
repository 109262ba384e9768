package auth

import (
	_ "embed"
	"errors"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The errors of a password that an attacker would guess early.
var (
	ErrPasswordCommon = errors.New("the password is made of what many people use: well-known words, repeats, rows of keys; make it longer with words of your own")
	ErrPasswordOwn    = errors.New("the password is made of the person's or the school's names; make it longer with other words")
)

// ownCharacters is the least number of letters and digits of a new password that must remain without its
// guessable parts: well-known passwords, rows of keys, repeats, and the names of the person and the school.
const ownCharacters = 6

// A password of longEnough characters is accepted whatever its parts, if its repeating pattern has at least
// leastPattern characters.
const (
	longEnough   = 40
	leastPattern = 4
)

// shortestName is the least length of a name to look for in a password. Shorter ones occur in too many words.
const shortestName = 3

// rows returns the rows of letters, digits and keys that people type along, in both directions.
func rows() []string {
	return []string{"abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm", "wxcvbn"}
}

//go:embed well_known_passwords.txt
var commonPasswords string

// judge returns why a new password is easy to guess, or nil. About are the names of the person and the
// school, as people write them.
func judge(password string, about []string) error {
	plain, common := folded(password), commonParts()
	switch {
	case len([]rune(password)) >= longEnough && unlike(plain) >= leastPattern:
		return nil
	case own(without(plain, common)) < ownCharacters:
		return ErrPasswordCommon
	case own(without(without(plain, namesIn(about)), common)) < ownCharacters:
		return ErrPasswordOwn
	}
	return nil
}

// own counts the characters that neither follow a row nor repeat earlier ones.
func own(text string) int { return min(unlike(text), unlike(withoutRuns(text))) }

// commonParts returns frequent parts of well-known passwords, the longest first.
func commonParts() []string {
	parts := strings.Fields(commonPasswords)
	slices.SortFunc(parts, longestFirst)
	return parts
}

func longestFirst(a, b string) int { return len(b) - len(a) }

// folded returns the letters and digits of a text in lower case, without accents.
func folded(text string) string {
	return strings.Map(func(char rune) rune {
		if unicode.IsLetter(char) || unicode.IsDigit(char) {
			return unicode.ToLower(char)
		}
		return -1
	}, norm.NFKD.String(text))
}

// namesIn returns each text and each of its words, the longest first.
func namesIn(texts []string) []string {
	var names []string
	for _, text := range texts {
		words := strings.FieldsFunc(text, func(char rune) bool {
			return !unicode.IsLetter(char) && !unicode.IsDigit(char) && !unicode.IsMark(char)
		})
		for _, word := range append(words, text) {
			if name := folded(word); len([]rune(name)) >= shortestName {
				names = append(names, name)
			}
		}
	}
	slices.SortFunc(names, longestFirst)
	return names
}

// gap replaces a removed part, so that its neighbours do not join.
const gap = "\x00"

func without(text string, parts []string) string {
	for _, part := range parts {
		text = strings.ReplaceAll(text, part, gap)
	}
	return text
}

// withoutRuns removes stretches of four or more characters that follow a row.
func withoutRuns(text string) string {
	const shortestRun = 4
	chars := []rune(text)
	var rest []rune
	for len(chars) > 0 {
		length := runLength(chars)
		if length < shortestRun {
			rest = append(rest, chars[:length]...)
		} else {
			rest = append(rest, 0)
		}
		chars = chars[length:]
	}
	return string(rest)
}

// runLength counts the characters at the start that are equal, or that follow a row in one direction.
func runLength(chars []rune) int {
	longest := 1
	for longest < len(chars) && chars[longest] == chars[0] {
		longest++
	}
	for _, row := range rows() {
		for _, step := range []int{1, -1} {
			longest = max(longest, along([]rune(row), chars, step))
		}
	}
	return longest
}

func along(row, chars []rune, step int) int {
	at, length := slices.Index(row, chars[0]), 0
	// The row ends at the second zero.
	if step < 0 && chars[0] == '0' {
		at = max(at, len(row)-1)
	}
	for at >= 0 && at < len(row) && length < len(chars) && chars[length] == row[at] {
		at, length = at+step, length+1
	}
	return length
}

// unlike returns the length of the text without repetition: for a repeating text the length of its pattern,
// for any other its whole length.
func unlike(text string) int {
	chars := []rune(strings.ReplaceAll(text, gap, ""))
	for period := 1; period <= len(chars)/2; period++ {
		if slices.Equal(chars[period:], chars[:len(chars)-period]) {
			return period
		}
	}
	return len(chars)
}
