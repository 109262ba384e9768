package auth

import (
	_ "embed"
	"errors"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// What makes a new password one that is tried first.
var (
	ErrPasswordCommon = errors.New("the password is made of what many people use: well-known words, repeats, rows of keys; make it longer with words of your own")
	ErrPasswordOwn    = errors.New("the password is made of the person's or the school's names; make it longer with other words")
)

// ownCharacters is the least number of letters and digits of a new password that must be left when
// all that is guessed first is taken out of it: well-known passwords, rows of keys, repeats, and the
// names of the person and of the school.
const ownCharacters = 6

// A password of so many characters is good whatever it is made of, as long as at least so many
// characters come before it repeats itself.
const (
	longEnough   = 40
	leastPattern = 4
)

// shortestName is the length from which a name is looked for in a password: shorter ones stand in
// too many words.
const shortestName = 3

// rows returns the rows of letters, digits and keys that people type along, in both directions.
func rows() []string {
	return []string{"abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm", "wxcvbn"}
}

//go:embed well_known_passwords.txt
var commonPasswords string

// judge tells why a new password would be guessed, where about are the names of the person and of
// the school, as people write them; nil for a good one.
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

// own counts the characters that neither follow a row nor repeat what came before.
func own(text string) int { return min(unlike(text), unlike(withoutRuns(text))) }

// commonParts returns the parts of which well-known passwords are made, the longest first.
func commonParts() []string {
	parts := strings.Fields(commonPasswords)
	slices.SortFunc(parts, longestFirst)
	return parts
}

func longestFirst(a, b string) int { return len(b) - len(a) }

// folded is the letters and digits of a text in lower case, without accents.
func folded(text string) string {
	return strings.Map(func(char rune) rune {
		if unicode.IsLetter(char) || unicode.IsDigit(char) {
			return unicode.ToLower(char)
		}
		return -1
	}, norm.NFKD.String(text))
}

// namesIn are each text as a whole and each of its words, the longest first.
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

// gap stands where something was taken out, so that what was apart does not become one.
const gap = "\x00"

func without(text string, parts []string) string {
	for _, part := range parts {
		text = strings.ReplaceAll(text, part, gap)
	}
	return text
}

// withoutRuns takes out what follows a row for four characters or more.
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

// runLength counts the characters at the start that are the same, or that follow a row one way.
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
	// The second zero ends the row that the first one begins.
	if step < 0 && chars[0] == '0' {
		at = max(at, len(row)-1)
	}
	for at >= 0 && at < len(row) && length < len(chars) && chars[length] == row[at] {
		at, length = at+step, length+1
	}
	return length
}

// unlike counts the characters that do not repeat what came before: of text that repeats itself
// only its first part counts.
func unlike(text string) int {
	chars := []rune(strings.ReplaceAll(text, gap, ""))
	for period := 1; period <= len(chars)/2; period++ {
		if slices.Equal(chars[period:], chars[:len(chars)-period]) {
			return period
		}
	}
	return len(chars)
}
