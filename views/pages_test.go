package views_test

import (
	"bytes"
	"compress/gzip"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"rollbook/static"
	"rollbook/web/paths"
)

// render writes a component and reads it back.
func render(t testing.TB, body templ.Component) *goquery.Document {
	t.Helper()
	document, err := goquery.NewDocumentFromReader(bytes.NewReader(bytesOf(t, body)))
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func bytesOf(t testing.TB, body templ.Component) []byte {
	t.Helper()
	var written bytes.Buffer
	if err := body.Render(t.Context(), &written); err != nil {
		t.Fatal(err)
	}
	return written.Bytes()
}

// said is a selection's text, with one space between elements and words.
func said(selection *goquery.Selection) string {
	var words []string
	for _, node := range selection.Nodes {
		for child := range node.Descendants() {
			if goquery.NodeName(goquery.NewDocumentFromNode(child).Selection) == "#text" {
				words = append(words, strings.Fields(child.Data)...)
			}
		}
	}
	return strings.Join(words, " ")
}

// only fails unless the selector finds exactly one element, and returns it.
func only(t testing.TB, document *goquery.Document, selector string) *goquery.Selection {
	t.Helper()
	found := document.Find(selector)
	if found.Length() != 1 {
		t.Fatalf("%d elements match %s", found.Length(), selector)
	}
	return found
}

func TestEveryPageHasOneHeadingAndATitle(t *testing.T) {
	t.Parallel()
	for name, state := range examples(t) {
		document := render(t, state.body)
		if headings := document.Find("main h1"); headings.Length() != 1 || said(headings) == "" {
			t.Errorf("%s: %d first headings", name, headings.Length())
		}
		if title := said(document.Find("title")); !strings.HasSuffix(title, " - Rollbook") || strings.HasPrefix(title, " ") {
			t.Errorf("%s: title %q", name, title)
		}
	}
}

func TestEveryPostNamesItsAddressAndCarriesTheGuard(t *testing.T) {
	t.Parallel()
	for name, state := range examples(t) {
		render(t, state.body).Find("form").Each(func(_ int, form *goquery.Selection) {
			action, hasAction := form.Attr("action")
			if form.AttrOr("method", "") == "get" {
				return
			}
			if form.AttrOr("method", "") != "post" {
				t.Errorf("%s: a form that is not posted: %s", name, action)
			}
			if form.Find("[name=guard]").AttrOr("value", "") != "guard-token" {
				t.Errorf("%s: no guard in the form to %q", name, action)
			}
			if !hasAction && form.Find("button:not([formaction])").Length() > 0 {
				t.Errorf("%s: a button that leads nowhere", name)
			}
		})
	}
}

func TestNoPageNeedsMoreThanTheStrictPolicyAllows(t *testing.T) {
	t.Parallel()
	for name, state := range examples(t) {
		document := render(t, state.body)
		if found := document.Find("style, [style], script:not([src]), iframe, object, base"); found.Length() > 0 {
			t.Errorf("%s: %d inline styles, scripts or frames", name, found.Length())
		}
		seen := map[string]bool{}
		document.Find("*").Each(func(_ int, element *goquery.Selection) {
			for _, attribute := range element.Get(0).Attr {
				if strings.HasPrefix(attribute.Key, "on") || strings.HasPrefix(attribute.Key, "hx-on") {
					t.Errorf("%s: the attribute %s", name, attribute.Key)
				}
				if attribute.Key == "id" && seen[attribute.Val] {
					t.Errorf("%s: the id %s twice", name, attribute.Val)
				}
				seen[attribute.Val] = seen[attribute.Val] || attribute.Key == "id"
			}
		})
	}
}

func TestEveryAddressStandsBelowTheBasePath(t *testing.T) {
	t.Parallel()
	assets, err := static.New("/rollbook")
	if err != nil {
		t.Fatal(err)
	}
	for name, state := range examples(t) {
		state.page.Paths, state.page.Assets = paths.New("/rollbook"), assets
		document := render(t, state.body)
		// The light's addresses come with the view, which was made without a base path.
		document.Find("#light a").Remove()
		for _, attribute := range []string{"href", "src", "action", "formaction"} {
			document.Find("[" + attribute + "]").Each(func(_ int, element *goquery.Selection) {
				address := element.AttrOr(attribute, "")
				if !strings.HasPrefix(address, "/rollbook/") && !strings.HasPrefix(address, "#") {
					t.Errorf("%s: %s=%q", name, attribute, address)
				}
			})
		}
	}
}

func TestNoPageSaysAKeyOrLeavesAGap(t *testing.T) {
	t.Parallel()
	key := regexp.MustCompile(`\b(home|save|event|history|request|problem|demo|schools|sign_in|connection|waiting|help|preferences|shell|roll|date)\.[a-z_]+`)
	workshop := regexp.MustCompile(`(?i)\b(enrolments?|intents?|rosters?|services?|confirming|refused|pupils?)\b`)
	for name, state := range examples(t) {
		document := render(t, state.body)
		document.Find("pre, code, q").Remove()
		text := said(document.Find("body")) + said(document.Find("title"))
		if found := key.FindString(text); found != "" {
			t.Errorf("%s says the key %s", name, found)
		}
		if strings.Contains(text, "…") {
			t.Errorf("%s: a placeholder without its value in %q", name, text)
		}
		if found := workshop.FindString(text); found != "" {
			t.Errorf("%s says %s", name, found)
		}
	}
}

func TestPagesAreLight(t *testing.T) {
	t.Parallel()
	const most = 5 << 10
	for name, state := range examples(t) {
		var compressed bytes.Buffer
		writer := gzip.NewWriter(&compressed)
		if _, err := writer.Write(bytesOf(t, state.body)); err != nil {
			t.Fatal(err)
		}
		if err := writer.Close(); err != nil {
			t.Fatal(err)
		}
		if compressed.Len() > most {
			t.Errorf("%s: %d bytes with gzip, at most %d", name, compressed.Len(), most)
		}
	}
}
