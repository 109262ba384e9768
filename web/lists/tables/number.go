package tables

import (
	"strings"
	"unicode"
)

// PlainNumber writes a whole number in plain digits, as a person means it. It removes leading zeros (007), a
// fraction of zeros (7001.0), thousands separators (7,001; 7.001; 7 001; 7'001) and the apostrophe that marks
// a text, and converts digits of any script to 0 to 9. It loses no digit of a long number. It returns any
// other text unchanged.
func PlainNumber(text string) string {
	bare := strings.TrimPrefix(strings.Map(western, text), "'")
	whole, found := joined(bare)
	if !found {
		head, zeros := fraction(bare)
		if whole, found = joined(head); !found || zeros == "" || strings.Trim(zeros, "0") != "" {
			return text
		}
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		return "0"
	}
	return whole
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

// joined joins the digits of a number with separated thousands: first one to three, then two or three, as in
// India, and three at the end.
func joined(text string) (digits string, found bool) {
	at := strings.IndexFunc(text, func(char rune) bool { return char < '0' || char > '9' })
	if at < 0 {
		return text, text != ""
	}
	sign := text[at : at+1]
	groups := strings.Split(text, sign)
	if !strings.ContainsAny(sign, ",.' ") || len(groups[0]) > 3 || strings.HasPrefix(text, "0") {
		return "", false
	}
	for i, group := range groups {
		last := i == len(groups)-1
		if strings.Trim(group, "0123456789") != "" || group == "" || i > 0 && len(group) != 3 && (last || len(group) != 2) {
			return "", false
		}
	}
	return strings.Join(groups, ""), true
}

// fraction cuts a number at its last point or comma.
func fraction(text string) (whole, part string) {
	at := strings.LastIndexAny(text, ".,")
	if at < 0 {
		return text, ""
	}
	return text[:at], text[at+1:]
}
