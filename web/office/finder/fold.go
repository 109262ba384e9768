package finder

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// letters replaces letters that Unicode does not decompose by those that people type instead.
func letters() *strings.Replacer {
	return strings.NewReplacer(
		"ı", "i", "ł", "l", "ø", "o", "đ", "d", "ð", "d", "þ", "th", "æ", "ae", "œ", "oe", "ħ", "h", "ŧ", "t",
		"ى", "ي", "ی", "ي", "ک", "ك", "ة", "ه", "ـ", "",
		"'", "", "’", "", "‘", "", "ʼ", "", "ʹ", "", "`", "", "´", "",
	)
}

// folding normalises texts for comparison: without case, accents and vowel points, and with ASCII digits. It
// is not safe for concurrent use.
type folding struct {
	letters, umlauts *strings.Replacer
	fold             cases.Caser
}

func newFolding() *folding {
	return &folding{fold: cases.Fold(), letters: letters(),
		umlauts: strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "å", "aa")}
}

// Folded returns a name in a comparable form: without case and accents, with one space between words.
func Folded(name string) string { return strings.Join(newFolding().words(name), " ") }

// words returns the folded words of a text.
func (f *folding) words(text string) []string {
	plain := text
	if strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		plain = norm.NFKD.String(f.letters.Replace(f.fold.String(text)))
	}
	return strings.FieldsFunc(f.letters.Replace(strings.Map(letter, plain)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

// spelled returns the words of the text with its umlauts written out, or none without umlauts.
func (f *folding) spelled(text string) []string {
	lower := norm.NFC.String(strings.ToLower(text))
	out := f.umlauts.Replace(lower)
	if out == lower {
		return nil
	}
	return f.words(out)
}

// letter removes accents, points and invisible characters, and turns every digit into an ASCII one. It keeps
// marks that are vowels of their script, because they distinguish words.
func letter(r rune) rune {
	switch {
	case unicode.Is(unicode.Mn, r) &&
		unicode.In(r, unicode.Inherited, unicode.Arabic, unicode.Hebrew), unicode.Is(unicode.Cf, r):
		return -1
	case r > unicode.MaxASCII && unicode.IsDigit(r):
		return digit(r)
	}
	return unicode.ToLower(r)
}

// digit returns the ASCII digit with the same value. Unicode has each script's ten digits in a row, so the
// digits before r are in the same row.
func digit(r rune) rune {
	value := rune(0)
	for value < 9 && unicode.IsDigit(r-value-1) {
		value++
	}
	return '0' + value
}
