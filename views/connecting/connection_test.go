package connecting_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/views/connecting"
	"rollbook/views/examples"
	"rollbook/views/pagetest"
	"rollbook/views/part"
)

func TestTheConnectionSaysSinceWhenWhyAndWhatWaits(t *testing.T) {
	t.Parallel()
	document := pagetest.Render(t, connecting.Connection(examples.Connection(pagetest.Base(t), true)))
	text := pagetest.Text(document.Find("main"))
	for _, want := range []string{
		"Key not accepted since 08:31.", "Invalid API credentials", "42 marks, since 08:31.",
		"Send all 4 marks now", "8B: 3 as Absent", "Thu 20 Nov · J. Rivera · since 08:31",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("does not say %q: %s", want, text)
		}
	}
	pagetest.Only(t, document, `main form[action="/schools/oak/connection/send"] button`)
	addresses := document.Find("main button[formaction]").Map(func(_ int, b *goquery.Selection) string { return b.AttrOr("formaction", "") })
	if len(addresses) != 4 || addresses[3] != "/schools/oak/saves/t2/by-hand" {
		t.Errorf("single saves lead to %v", addresses)
	}
}

func TestAGoodConnectionOffersNothingToPress(t *testing.T) {
	t.Parallel()
	document := pagetest.Render(t, connecting.Connection(examples.Connection(pagetest.Base(t), false)))
	if document.Find("main button, main a").Length() != 0 {
		t.Error("there is something to press")
	}
	if text := pagetest.Text(document.Find("main")); !strings.Contains(text, "Answering, last at 08:31.") || !strings.Contains(text, "Nothing has stopped.") {
		t.Errorf("says %q", text)
	}
}

func TestAConnectionNeverCheckedIsNotCalledGood(t *testing.T) {
	t.Parallel()
	for _, light := range []*part.Light{nil, {State: part.NotChecked}} {
		v := examples.Connection(pagetest.Base(t), false)
		v.Light = light
		if text := pagetest.Text(pagetest.Render(t, connecting.Connection(v)).Find("main")); !strings.Contains(text, "Not checked yet.") {
			t.Errorf("says %q", text)
		}
	}
}

func TestTheSentenceAboutOneListForTwoPeriodsNamesBoth(t *testing.T) {
	t.Parallel()
	all := examples.Examples(pagetest.Base(t))
	if text := pagetest.Text(pagetest.Render(t, all["connect-decision"].Body).Find("main")); !strings.Contains(text, "2025/26 and 2024/25 have the same list. Check that these are the students of 2025/26.") {
		t.Errorf("says %q", text)
	}
}

func TestTheListForPaperNamesEveryMark(t *testing.T) {
	t.Parallel()
	document := pagetest.Render(t, connecting.Waiting(examples.Waiting(pagetest.Base(t))))
	if rows := document.Find(".paper li"); rows.Length() != 3 || pagetest.Text(rows.Eq(1)) != "Zofia Jankowska Late 08:44 J. Rivera, 08:45" {
		t.Errorf("%d rows, the second %q", rows.Length(), pagetest.Text(rows.Eq(1)))
	}
	empty := examples.Waiting(pagetest.Base(t))
	empty.Groups = nil
	if text := pagetest.Text(pagetest.Render(t, connecting.Waiting(empty)).Find("main")); !strings.Contains(text, "Every mark is in the school system.") {
		t.Errorf("says %q", text)
	}
}
