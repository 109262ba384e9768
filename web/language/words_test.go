package language

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func english(t testing.TB) *Words {
	t.Helper()
	catalogue, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalogue.English()
}

func equal(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDatesAndTimesAreWrittenOut(t *testing.T) {
	t.Parallel()
	words := english(t)
	morning := time.Date(2025, time.November, 18, 8, 32, 5, 0, time.FixedZone("school", 3600))
	equal(t, words.Clock(morning), "08:32")
	equal(t, words.LongDate(morning), "Tuesday 18 November")
	equal(t, words.FullDate(morning), "Tuesday 18 November 2025")
	equal(t, words.ShortDate(morning.AddDate(0, 0, 2)), "Thu 20 Nov")
}

func TestASpanIsSaidInItsLargestUnit(t *testing.T) {
	t.Parallel()
	words := english(t)
	for span, want := range map[time.Duration]string{
		-time.Second:     "0 seconds",
		time.Second:      "1 second",
		59 * time.Second: "59 seconds",
		time.Minute:      "1 minute",
		90 * time.Minute: "1 hour",
		47 * time.Hour:   "47 hours",
		72 * time.Hour:   "3 days",
	} {
		equal(t, words.Span(span), want)
	}
}

func TestNumbersAreGrouped(t *testing.T) {
	t.Parallel()
	words := english(t)
	equal(t, words.Number(28), "28")
	equal(t, words.Number(-28), "-28")
	equal(t, words.Number(1500), "1,500")
}

func TestAnUnknownKeyIsReturnedAsItIs(t *testing.T) {
	t.Parallel()
	equal(t, english(t).Text("nowhere.at_all"), "nowhere.at_all")
	equal(t, english(t).Count("nowhere.at_all", 2), "nowhere.at_all")
}

var twoLanguages = fstest.MapFS{
	"a.en.json": {Data: []byte(`{
		"a.plain": "Plain", "a.only_english": "Only {{.What}}", "a.gap": "[{{.What}}]",
		"a.marks": {"one": "{{.Count}} mark for {{.Who}}", "other": "{{.Count}} marks for {{.Who}}"}}`)},
	"a.ar.json": {Data: []byte(`{
		"a.plain": "بسيط",
		"a.marks": {"zero": "zero", "one": "one", "two": "two", "few": "few {{.Count}}", "many": "many", "other": "other"}}`)},
}

func TestPlaceholdersAreFilledAndPluralsChosen(t *testing.T) {
	t.Parallel()
	catalogue, err := load(twoLanguages)
	if err != nil {
		t.Fatal(err)
	}
	words := catalogue.English()
	equal(t, words.Count("a.marks", 1, "Who", "Kim"), "1 mark for Kim")
	equal(t, words.Count("a.marks", 1234, "Who", "<b>"), "1,234 marks for <b>")
	equal(t, words.Text("a.gap", "What", 7), "[7]")
	equal(t, words.Text("a.gap"), "[…]")
	arabic := catalogue.For("ar-EG")
	equal(t, arabic.Count("a.marks", 2), "two")
	equal(t, arabic.Count("a.marks", 0), "zero")
	if got := arabic.Count("a.marks", 5); !strings.HasPrefix(got, "few ") {
		t.Errorf("five takes the form few in Arabic, got %q", got)
	}
}

func TestAValueCannotTurnOrDrownTheSentenceAroundIt(t *testing.T) {
	t.Parallel()
	words := english(t)
	for value, want := range map[string]string{
		"\u202eAbs\u0007ent \u2066x": "Absent x",
		"\u0645\u062d\u0645\u062f":   "\u0645\u062d\u0645\u062f",
		"zero\u200djoined":           "zero\u200djoined",
		strings.Repeat("é", 500):     strings.Repeat("é", 500),
		strings.Repeat("é", 501):     strings.Repeat("é", 499) + "…",
	} {
		if text := words.Text("roll.keep", "Status", value); text != "Keep "+want {
			t.Errorf("%.20q: %.40q", value, text)
		}
	}
}

func TestAMissingTranslationIsSaidInEnglish(t *testing.T) {
	t.Parallel()
	catalogue, err := load(twoLanguages)
	if err != nil {
		t.Fatal(err)
	}
	arabic := catalogue.For("ar")
	equal(t, arabic.Text("a.plain"), "بسيط")
	equal(t, arabic.Text("a.only_english", "What", "12"), "Only 12")
}

func TestTheDirectionComesFromTheScript(t *testing.T) {
	t.Parallel()
	catalogue, err := load(twoLanguages)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, catalogue.For("ar").Dir(), "rtl")
	equal(t, catalogue.For("ar").Tag(), "ar")
	equal(t, catalogue.For("en-GB").Dir(), "ltr")
}

func TestTheFirstKilobyteOfAcceptLanguageDecides(t *testing.T) {
	t.Parallel()
	catalogue, err := load(twoLanguages)
	if err != nil {
		t.Fatal(err)
	}
	for header, want := range map[string]string{
		"":               "en",
		"fr, ar;q=0.5":   "ar",
		"fr":             "en",
		"en;q=0.1,ar":    "ar",
		"ar-EG,en;q=0.9": "ar",
		"\x00;;;q=zz":    "en",
		"ar," + strings.Repeat("fr;q=0.2,", 1200) + ";;;": "ar",
		strings.Repeat("fr;q=0.1,", 150) + "ar":           "en",
		strings.Repeat("a", 1<<16):                        "en",
		"ar," + strings.Repeat("-", 2000):                 "ar",
		strings.Repeat("de-1996;q=0.3,", 72) + "ararar":   "en",
	} {
		if got := catalogue.For(header).Tag(); got != want {
			t.Errorf("%.40q of %d bytes: got %s, want %s", header, len(header), got, want)
		}
	}
}

func TestAMalformedCatalogueIsAnError(t *testing.T) {
	t.Parallel()
	for says, file := range map[string]string{
		"cut off": `{"a.b": `, "a list": `["a.b"]`, "a number for a text": `{"a.b": 1}`, "twice the same": `{"a": "", "a": ""}`,
		"an unknown plural form": `{"a.b": {"most": "x"}}`, "a number for a form": `{"a.b": {"one": 1}}`,
	} {
		if _, err := load(fstest.MapFS{"a.en.json": {Data: []byte(file)}}); err == nil {
			t.Errorf("a file with %s was accepted", says)
		}
	}
	if _, err := load(fstest.MapFS{"a.noTongue.json": {Data: []byte(`{}`)}}); err == nil {
		t.Error("a file of no language was accepted")
	}
}

func BenchmarkPlainText(b *testing.B) {
	words := english(b)
	b.ReportAllocs()
	for b.Loop() {
		words.Text("date.monday")
	}
}

func BenchmarkCountedText(b *testing.B) {
	words := english(b)
	b.ReportAllocs()
	for b.Loop() {
		words.Count("date.minutes", 12)
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load(); err != nil {
			b.Fatal(err)
		}
	}
}
