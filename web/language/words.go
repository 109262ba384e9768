package language

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/message"
	"golang.org/x/text/number"

	"rollbook/web/roll"
)

// rightToLeft lists the scripts (ISO 15924) that are written from right to left.
var rightToLeft = []string{"Adlm", "Arab", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi"}

// Words contains every text in one language. It is safe for concurrent use.
type Words struct {
	// surnameFirst are the same texts with "Osei, Karen" in place of "Karen Osei"; nil in those themselves.
	surnameFirst *Words
	tag          language.Tag
	// name is the tag as text.
	name      string
	direction string
	// plain has the language's own texts without placeholders and plural forms, english those in English.
	plain, english map[string]string
	articles       map[string]Article
	localizer      *i18n.Localizer
	printer        *message.Printer
}

func newWords(tag language.Tag, bundle *i18n.Bundle) *Words {
	direction := "ltr"
	if script, _ := tag.Script(); slices.Contains(rightToLeft, script.String()) {
		direction = "rtl"
	}
	// Western digits in every language, because people compare them with those of the school system.
	digits, err := tag.SetTypeForKey("nu", "latn")
	if err != nil {
		digits = tag
	}
	return &Words{
		tag:       tag,
		name:      tag.String(),
		direction: direction,
		localizer: i18n.NewLocalizer(bundle, tag.String()),
		printer:   message.NewPrinter(digits),
	}
}

// SurnameFirst returns the texts with the surname of every student first.
func (w *Words) SurnameFirst() *Words { return cmp.Or(w.surnameFirst, w) }

// FullName returns a student's name, in the order that the person chose.
func (w *Words) FullName(given, surname string) string {
	if w.surnameFirst == nil && given != "" && surname != "" {
		return w.Text("roll.surname_first", "Given", given, "Surname", surname)
	}
	return strings.TrimSpace(given + " " + surname)
}

// Name returns the name of the language in the language itself, such as "français".
func (w *Words) Name() string { return display.Self.Name(w.tag) }

// Comparing returns the function that orders two texts as usual in the language (Unicode Technical Standard 10). It is
// for one goroutine.
func (w *Words) Comparing() func(a, b string) int { return collate.New(w.tag).CompareString }

// Tag returns the language for HTML's lang attribute (BCP 47), such as "en".
func (w *Words) Tag() string { return w.name }

// Dir returns the direction of the language's script: "ltr" or "rtl".
func (w *Words) Dir() string { return w.direction }

// Text returns the text of the key. Pairs fill its placeholders: "Name", value, ...; the caller formats
// numbers with Number. It returns an unknown key unchanged; a test prevents the use of such keys.
//
// A text without placeholders costs one or two map look-ups.
func (w *Words) Text(key Key, pairs ...any) string {
	if text, ok := w.plain[string(key)]; ok {
		return text
	}
	if text, ok := w.english[string(key)]; ok {
		return text
	}
	return w.localize(&i18n.LocalizeConfig{MessageID: string(key), TemplateData: values(pairs)})
}

// Count returns the text of the key in the plural form for n (Unicode CLDR), with {{.Count}} replaced by n
// and the other placeholders as in Text.
func (w *Words) Count(key Key, n int, pairs ...any) string {
	if text, ok := w.plain[string(key)]; ok {
		return text
	}
	data := values(pairs)
	data["Count"] = w.Number(n)
	return w.localize(&i18n.LocalizeConfig{MessageID: string(key), TemplateData: data, PluralCount: n})
}

// Number formats a whole number for the language: 1,500.
func (w *Words) Number(n int) string {
	if n >= 0 && n < 1000 {
		return fmt.Sprint(n)
	}
	return w.printer.Sprint(number.Decimal(n))
}

func (w *Words) localize(config *i18n.LocalizeConfig) string {
	config.TemplateParser = placeholders{isolates: w.direction == "rtl"}
	// Even with an error there is a usable text: English, or the plural form "other".
	text, err := w.localizer.Localize(config)
	if err != nil && text == "" {
		return config.MessageID
	}
	return text
}

func values(pairs []any) map[string]any {
	data := make(map[string]any, len(pairs)/2+1)
	for i := 0; i+1 < len(pairs); i += 2 {
		if name, ok := pairs[i].(string); ok {
			data[name] = pairs[i+1]
		}
	}
	return data
}

// StatusLetter returns the letter for the statuses of the family, such as "A" for Absent; "" for Other, whose statuses
// take one of their name.
func (w *Words) StatusLetter(family roll.Family) string {
	if family == roll.Other {
		return ""
	}
	return w.Text(FamilyLetterKeys.Of(string(family)))
}
