package roll

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// GuessFamily guesses the family of a status from its name. The school can change it.
func GuessFamily(name string) Family {
	name = folded(name)
	for _, candidate := range familyWords() {
		if candidate.family == Excused && isNegated(name) {
			return Absent
		}
		for _, word := range candidate.words {
			if hasWord(name, word) {
				return candidate.family
			}
		}
	}
	return Other
}

// hasWord reports whether a folded name contains a word with this beginning. In scripts without spaces it
// searches the whole text.
func hasWord(name, word string) bool {
	if word[0] < utf8.RuneSelf {
		word = " " + word
	}
	return strings.Contains(name, word)
}

// isNegated reports whether the name denies an excuse or presence: "not authorised".
func isNegated(name string) bool {
	for _, negation := range negations() {
		_, denied, found := strings.Cut(name, " "+negation+" ")
		if !found {
			continue
		}
		if slices.ContainsFunc(slices.Concat(excuseWords(), presenceWords()),
			func(word string) bool { return strings.HasPrefix(denied, word) }) {
			return true
		}
	}
	return false
}

// folded lowercases a name, removes accents, replaces everything but letters and digits by single spaces, and
// adds a space at both ends.
func folded(name string) string {
	var text strings.Builder
	text.WriteByte(' ')
	spaced := true
	for _, letter := range foldLetters(strings.ToLower(name)) {
		switch {
		case unicode.Is(unicode.Mn, letter):
		case unicode.IsLetter(letter) || unicode.IsDigit(letter):
			text.WriteRune(letter)
			spaced = false
		case !spaced:
			text.WriteByte(' ')
			spaced = true
		}
	}
	if !spaced {
		text.WriteByte(' ')
	}
	return text.String()
}

// foldLetters removes the accents of precomposed letters.
func foldLetters(text string) string {
	return strings.Map(func(letter rune) rune {
		for _, alike := range [...]string{"aáàâäãå", "cçć", "eéèêëę", "gğ", "iíìîïı", "lł", "nñń", "oóòôöõø", "sśş", "uúùûü",
			"zźż", "اأإآ"} {
			base, size := utf8.DecodeRuneInString(alike)
			if strings.ContainsRune(alike[size:], letter) {
				return base
			}
		}
		return letter
	}, text)
}

// GuessStatuses completes statuses: it sets a missing family, with CarriesTime, and a missing letter. Letters returns a
// family's, or "". No two get the same letter.
func GuessStatuses(statuses []Status, letters func(Family) string) []Status {
	taken := make(map[string]bool)
	for _, status := range statuses {
		taken[status.Letter] = true
	}
	guessed := make([]Status, len(statuses))
	for i, status := range statuses {
		if status.Family == "" {
			status.Family = GuessFamily(status.Name)
			status.CarriesTime = status.CarriesTime || status.Family == Late || status.Family == LeftEarly
		}
		if letter := letters(status.Family); status.Letter == "" && !taken[letter] {
			status.Letter, taken[letter] = letter, true
		}
		guessed[i] = status
	}
	for i := range guessed {
		if guessed[i].Letter == "" {
			guessed[i].Letter = freeLetter(guessed[i].Name, taken)
			taken[guessed[i].Letter] = true
		}
	}
	return guessed
}

// freeLetter returns a letter that no other status has: the first letter of the name, or that letter followed
// by another one of the name, a digit or any letter. When all are taken it returns the first letter.
func freeLetter(name string, taken map[string]bool) string {
	var letters []string
	for _, letter := range strings.ToUpper(name) {
		if unicode.IsLetter(letter) || unicode.IsDigit(letter) {
			letters = append(letters, string(letter))
		}
	}
	if len(letters) == 0 {
		letters = []string{"#"}
	}
	if !taken[letters[0]] {
		return letters[0]
	}
	for _, second := range slices.Concat(letters[1:], strings.Split("23456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", "")) {
		if pair := letters[0] + second; !taken[pair] {
			return pair
		}
	}
	return letters[0]
}
