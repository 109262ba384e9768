package auth

import (
	_ "embed"
	"errors"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// ErrPasswordGuessable refuses a password that an attacker would guess early.
var ErrPasswordGuessable = errors.New(
	"the password is easy to guess: it is made of well-known words, repeats, rows of keys, or names of the person " +
		"and the school; add words of your own")

const (
	// fewestGuesses is the least estimated number of guesses for a new password: zxcvbn's highest score.
	fewestGuesses = 1e10
	// fewestOwn is the least estimated number of guesses for the rest of a password, after its known words are
	// removed: zxcvbn counts four known words alone as 1e12 guesses.
	fewestOwn = 1e8
	// mostEstimated limits the characters that are estimated, because the time grows with their square.
	mostEstimated = 64
	// shortestName is the least length of a name to look for in a password. Shorter ones occur in too many words.
	shortestName = 3
)

// wellKnown are words of passwords and of school names that the estimate does not know.
//
//go:embed well_known_words.txt
var wellKnown string

// isGuessable reports whether a new password is easy to guess. About are the names of the person and the school,
// as people write them. It ignores signs, because between words they would count as random.
func isGuessable(password string, about []string) bool {
	known := append(namesIn(about), strings.Fields(wellKnown)...)
	plain := folded(password)
	stem := stemOf(plain)
	return isCommon(plain) || isCommon(stem) ||
		guesses(password, known) < fewestGuesses || guesses(stem, known) < fewestGuesses ||
		guesses(without(plain, known), known) < fewestOwn
}

// stemOf removes the digits at both ends of a folded text, because people add a year or a number to a sentence that is
// guessed early. Digits alone stay.
func stemOf(plain string) string {
	if stem := strings.TrimFunc(plain, unicode.IsDigit); stem != "" {
		return stem
	}
	return plain
}

// without removes the words from the text, the longest first.
func without(text string, words []string) string {
	words = slices.SortedFunc(slices.Values(words), func(a, b string) int { return len(b) - len(a) })
	for _, word := range words {
		text = strings.ReplaceAll(text, word, "")
	}
	return text
}

// folded returns the letters and digits of a text in lower case, without accents.
func folded(text string) string {
	return strings.Map(func(char rune) rune {
		if unicode.IsLetter(char) || unicode.IsDigit(char) {
			return unicode.ToLower(char)
		}
		return -1
	}, norm.NFKD.String(text))
}

// namesIn returns each text and each of its words, folded.
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
	return names
}
