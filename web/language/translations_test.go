package language

import (
	"encoding/json"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// translation is the file of a language besides English: each text, or its plural forms.
type translation struct {
	tag   language.Tag
	texts map[string]map[string]string
}

// whole reports whether the language has every text. A variety of English has only those that differ.
func (l translation) whole() bool {
	base, _ := l.tag.Base()
	return base.String() != "en"
}

// translations reads the files of the other languages.
func translations(t *testing.T) []translation {
	t.Helper()
	names, err := fs.Glob(embedded, "*.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []translation
	for _, name := range names {
		tag, isOne := strings.CutSuffix(name, ".json")
		if !isOne || strings.Contains(tag, ".") {
			continue
		}
		all = append(all, translation{language.MustParse(tag), forms(t, name)})
	}
	if len(all) < 4 {
		t.Fatalf("there are only %d languages besides English", len(all))
	}
	return all
}

// forms reads a catalogue file. A text without plural forms is its form "other".
func forms(t *testing.T, name string) map[string]map[string]string {
	t.Helper()
	content, err := fs.ReadFile(embedded, name)
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]json.RawMessage
	if err := json.Unmarshal(content, &texts); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	read := make(map[string]map[string]string, len(texts))
	for key, text := range texts {
		var single string
		read[key] = map[string]string{}
		if json.Unmarshal(text, &single) == nil {
			read[key]["other"] = single
		} else if err := json.Unmarshal(text, new(read[key])); err != nil {
			t.Errorf("%s: %s: %v", name, key, err)
		}
	}
	return read
}

// englishForms reads the English texts with their forms.
func englishForms(t *testing.T) map[string]map[string]string {
	t.Helper()
	names, err := fs.Glob(embedded, "*.en.json")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]string{}
	for _, name := range names {
		maps.Copy(all, forms(t, name))
	}
	return all
}

func TestEveryLanguageHasTheTextsOfEnglishAndNoOthers(t *testing.T) {
	t.Parallel()
	texts := englishForms(t)
	for _, one := range translations(t) {
		for key := range one.texts {
			if texts[key] == nil {
				t.Errorf("%s has a text for %q, which English lacks", one.tag, key)
			}
		}
		for key := range texts {
			if one.whole() && one.texts[key] == nil {
				t.Errorf("%s lacks %q: %q", one.tag, key, texts[key]["other"])
			}
		}
	}
}

var place = regexp.MustCompile(`\{\{\.\w+\}\}|\{[a-z]+\}`)

// places returns the placeholders of a text, each once.
func places(text string) []string {
	found := place.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

func TestEveryLanguageKeepsThePlaceholdersOfEnglish(t *testing.T) {
	t.Parallel()
	texts := englishForms(t)
	for _, one := range translations(t) {
		for key, forms := range one.texts {
			want := places(texts[key]["other"])
			for form, text := range forms {
				got := places(text)
				// A form for one number may write it as a word.
				if slices.Contains(want, "{{.Count}}") && !slices.Contains(got, "{{.Count}}") && slices.Contains([]string{"zero", "one", "two"}, form) {
					got = append(got, "{{.Count}}")
					slices.Sort(got)
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s: %s, %s has %v, not %v: %q", one.tag, key, form, got, want, text)
				}
			}
		}
	}
}

// pluralForms returns the names of the plural forms of a language (Unicode CLDR).
func pluralForms(tag language.Tag) []string {
	names := map[plural.Form]string{plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many"}
	used := map[string]bool{}
	for n := range 200 {
		used[names[plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)]] = true
	}
	return slices.Sorted(maps.Keys(used))
}

func TestEveryLanguageHasItsPluralForms(t *testing.T) {
	t.Parallel()
	texts := englishForms(t)
	for _, one := range translations(t) {
		want := pluralForms(one.tag)
		for key, forms := range one.texts {
			if len(texts[key]) < 2 {
				if len(forms) > 1 {
					t.Errorf("%s: %s has plural forms, which English lacks", one.tag, key)
				}
				continue
			}
			for _, form := range want {
				if _, has := forms[form]; !has {
					t.Errorf("%s: %s lacks the plural form %s", one.tag, key, form)
				}
			}
		}
	}
}

func TestATranslationSaysWhetherANativeSpeakerConfirmedIt(t *testing.T) {
	t.Parallel()
	catalogue, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range catalogue.All() {
		base, _ := words.tag.Base()
		unconfirmed := words.Text("language.unconfirmed") != ""
		if isEnglish := base.String() == "en"; isEnglish == unconfirmed {
			t.Errorf("%s says that it is unconfirmed: %t", words.Tag(), unconfirmed)
		}
	}
}

func TestNumbersHaveWesternDigitsAndTheGroupingOfTheLanguage(t *testing.T) {
	t.Parallel()
	catalogue, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for tag, want := range map[string]string{"en": "1,500", "en-GB": "1,500", "fr": "1\u00a0500", "ar": "1,500"} {
		if got := catalogue.In(tag).Number(1500); got != want {
			t.Errorf("%s writes %q, not %q", tag, got, want)
		}
	}
}

func TestAPersonChoosesTheOrderOfNames(t *testing.T) {
	t.Parallel()
	catalogue, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	words := catalogue.English()
	for _, name := range [][4]string{
		{"Karen", "Osei", "Karen Osei", "Osei, Karen"},
		{"Karen", "", "Karen", "Karen"},
		{"", "Osei", "Osei", "Osei"},
		{"", "", "", ""},
	} {
		if got := words.FullName(name[0], name[1]); got != name[2] {
			t.Errorf("%q: given name first is %q", name, got)
		}
		if got := words.SurnameFirst().FullName(name[0], name[1]); got != name[3] {
			t.Errorf("%q: surname first is %q", name, got)
		}
	}
}

func TestANameIsIsolatedInASentenceFromRightToLeft(t *testing.T) {
	t.Parallel()
	catalogue, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	arabic := catalogue.In("ar").Text("roll.at_tablet", "Tablet", "Door 12")
	if !strings.Contains(arabic, "\u2068Door 12\u2069") {
		t.Errorf("the tablet stands in %q", arabic)
	}
	if numbers := catalogue.In("ar").Count("day.missing", 12); strings.Contains(numbers, "\u2068") {
		t.Errorf("a number is isolated: %q", numbers)
	}
	if english := catalogue.English().Text("roll.at_tablet", "Tablet", "Door 12"); strings.Contains(english, "\u2068") {
		t.Errorf("English isolates: %q", english)
	}
}

func TestTheWeekBeginsWhereTheLanguageBeginsIt(t *testing.T) {
	t.Parallel()
	catalogue, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for tag, want := range map[string][3]time.Weekday{
		"en": {time.Monday, time.Saturday, time.Sunday}, "en-US": {time.Sunday, time.Saturday, time.Sunday},
		"fr": {time.Monday, time.Saturday, time.Sunday}, "ar": {time.Saturday, time.Friday, time.Saturday},
	} {
		words := catalogue.In(tag)
		if first := words.Week()[0]; first != want[0] || !words.IsWeekend(want[1]) || !words.IsWeekend(want[2]) || words.IsWeekend(time.Tuesday) {
			t.Errorf("in %s the week begins on %s", tag, first)
		}
	}
}
