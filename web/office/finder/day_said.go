package finder

import (
	"strconv"
	"strings"
	"time"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// DaySaid reads a past day at the beginning of a text, and returns it with the rest of the text: the last such day of
// the week, as "tue", or the last such date, as "17/11", "17 nov" or "2026-11-17".
func DaySaid(words *language.Words, today roll.Date, text string) (date roll.Date, rest string, said bool) {
	first, rest := nextWord(text)
	if date, err := roll.ParseDate(first); err == nil {
		return date, rest, date < today
	}
	second, afterSecond := nextWord(rest)
	for back := 1; back <= 366; back++ {
		date = today.AddDays(-back)
		at := date.Noon(time.UTC)
		switch {
		case back <= 7 && startsOne(first, words.Weekday(at.Weekday()), words.ShortWeekday(at.Weekday())):
			return date, rest, true
		case isNumeric(words, first, at):
			return date, rest, true
		case first == strconv.Itoa(at.Day()) && startsOne(second, words.Month(at), words.ShortMonth(at)):
			return date, afterSecond, true
		}
	}
	return "", "", false
}

// nextWord splits the first word off a text.
func nextWord(text string) (word, rest string) {
	word, rest, _ = strings.Cut(strings.TrimSpace(text), " ")
	return strings.TrimRight(word, ","), strings.TrimSpace(rest)
}

// startsOne reports whether one of the names begins with the text, at least two letters of it.
func startsOne(text string, names ...string) bool {
	text = Folded(text)
	for _, name := range names {
		if len([]rune(text)) > 1 && strings.HasPrefix(Folded(name), text) {
			return true
		}
	}
	return false
}

// isNumeric reports whether the text is the date in digits, in the order of the language, with or without the year.
func isNumeric(words *language.Words, text string, at time.Time) bool {
	inDigits := func(text string) string {
		parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("/.-", r) })
		for i := range parts {
			parts[i] = strings.TrimLeft(parts[i], "0")
		}
		return strings.Join(parts, " ")
	}
	typed, date := inDigits(text), inDigits(words.Numeric(at))
	return typed == date || typed+" "+strconv.Itoa(at.Year()) == date
}
