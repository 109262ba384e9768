package finder

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// letters replaces letters that Unicode does not take apart by what people type for them.
func letters() *strings.Replacer {
	return strings.NewReplacer(
		"ı", "i", "ł", "l", "ø", "o", "đ", "d", "ð", "d", "þ", "th", "æ", "ae", "œ", "oe", "ħ", "h", "ŧ", "t",
		"ى", "ي", "ی", "ي", "ک", "ك", "ة", "ه", "ـ", "",
		"'", "", "’", "", "‘", "", "ʼ", "", "ʹ", "", "`", "", "´", "",
	)
}

// folding makes texts comparable: without case, without accents and vowel points, with
// digits as they stand in numbers. It is not safe for concurrent use.
type folding struct {
	letters, umlauts *strings.Replacer
	fold             cases.Caser
}

func newFolding() *folding {
	return &folding{fold: cases.Fold(), letters: letters(), umlauts: strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "å", "aa")}
}

// Folded is a name as two people type it: without case and accents, with one space between words.
func Folded(name string) string { return strings.Join(newFolding().words(name), " ") }

// words are the folded words of a text.
func (f *folding) words(text string) []string {
	plain := text
	if strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		plain = norm.NFKD.String(f.letters.Replace(f.fold.String(text)))
	}
	return strings.FieldsFunc(f.letters.Replace(strings.Map(letter, plain)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

// spelled are the words of the text with its umlauts written out; none where it has none.
func (f *folding) spelled(text string) []string {
	lower := norm.NFC.String(strings.ToLower(text))
	out := f.umlauts.Replace(lower)
	if out == lower {
		return nil
	}
	return f.words(out)
}

// letter leaves out accents, points and what cannot be seen, and turns every digit into an
// ASCII one. Marks that are vowels of their script stay: without them other words are left.
func letter(r rune) rune {
	switch {
	case unicode.Is(unicode.Mn, r) && unicode.In(r, unicode.Inherited, unicode.Arabic, unicode.Hebrew), unicode.Is(unicode.Cf, r):
		return -1
	case r > unicode.MaxASCII && unicode.IsDigit(r):
		return digit(r)
	}
	return unicode.ToLower(r)
}

// digit is the ASCII digit of the same value: Unicode has each script's ten in a row, of
// which the digits before r are in the same row.
func digit(r rune) rune {
	value := rune(0)
	for value < 9 && unicode.IsDigit(r-value-1) {
		value++
	}
	return '0' + value
}
