package tables

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"
)

// number matches digits, perhaps with separated thousands: first one to three, then two or three, as in India, and
// three at the end. A fraction of zeros may follow.
var number = regexp.MustCompile(`^([1-9]\d{0,2}(?:,\d{2,3})*,\d{3}|[1-9]\d{0,2}(?:[.]\d{2,3})*[.]\d{3}|` +
	`[1-9]\d{0,2}(?:'\d{2,3})*'\d{3}|[1-9]\d{0,2}(?: \d{2,3})* \d{3}|\d+)([.,]0+)?$`)

// PlainNumber writes a whole number in plain digits, as a person means it. It removes leading zeros (007), a
// fraction of zeros (7001.0), thousands separators (7,001; 7.001; 7 001; 7'001) and the apostrophe that marks
// a text, and converts digits of any script to 0 to 9. It loses no digit of a long number. It returns any
// other text unchanged.
func PlainNumber(text string) string {
	found := number.FindStringSubmatch(strings.TrimPrefix(strings.Map(western, text), "'"))
	if found == nil {
		return text
	}
	digits := strings.NewReplacer(",", "", ".", "", "'", "", " ", "").Replace(found[1])
	return cmp.Or(strings.TrimLeft(digits, "0"), "0")
}

// western converts a digit to 0 to 9, and the separators of Arabic numbers to ours. It removes marks of text
// direction.
func western(char rune) rune {
	switch {
	case char >= '0' && char <= '9':
		return char
	case char == '٬' || char == '，':
		return ','
	case char == '٫' || char == '．':
		return '.'
	case char == '’' || char == '＇':
		return '\''
	case unicode.Is(unicode.Cf, char):
		return -1
	case unicode.IsSpace(char):
		return ' '
	}
	// Scripts have their ten digits in a row.
	for value := rune(0); unicode.Is(unicode.Nd, char-value); value++ {
		if !unicode.Is(unicode.Nd, char-value-1) {
			return '0' + value%10
		}
	}
	return char
}
