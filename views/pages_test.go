package views_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/static"
	"rollbook/views/examples"
	"rollbook/views/pagetest"
	"rollbook/views/taking"
	"rollbook/web/paths"
)

// TestEveryPageHasOneHeadingATitleAndItsIcon writes each page to the folder in the variable PAGES, if that is set: .ci/long
// checks them as HTML.
func TestEveryPageHasOneHeadingATitleAndItsIcon(t *testing.T) {
	t.Parallel()
	states := examples.Examples(pagetest.Base(t))
	for name, view := range taking.RollExamples(pagetest.Base(t)) {
		states["roll-"+name] = examples.Example{Page: &view.Page, Body: taking.Roll(view)}
	}
	for name, state := range states {
		if folder := os.Getenv("PAGES"); folder != "" {
			if err := os.WriteFile(filepath.Join(folder, name+".html"), pagetest.BytesOf(t, state.Body), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		document := pagetest.Render(t, state.Body)
		if headings := document.Find("main h1"); headings.Length() != 1 || pagetest.Text(headings) == "" {
			t.Errorf("%s: %d first headings", name, headings.Length())
		}
		if title := pagetest.Text(document.Find("title")); !strings.HasSuffix(title, " - Rollbook") || strings.HasPrefix(title, " ") {
			t.Errorf("%s: title %q", name, title)
		}
		if icons := document.Find("head link[rel=icon]"); icons.Length() != 1 || icons.AttrOr("href", "") == "" {
			t.Errorf("%s: %d icons", name, icons.Length())
		}
	}
}

func TestEveryPostNamesItsAddressAndCarriesTheGuard(t *testing.T) {
	t.Parallel()
	for name, state := range examples.Examples(pagetest.Base(t)) {
		pagetest.Render(t, state.Body).Find("form").Each(func(_ int, form *goquery.Selection) {
			action, hasAction := form.Attr("action")
			// A dialog's form sends nothing: a script handles it.
			if method := form.AttrOr("method", ""); method == "get" || method == "dialog" {
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
	for name, state := range examples.Examples(pagetest.Base(t)) {
		document := pagetest.Render(t, state.Body)
		if name == "gallery" { // it frames its own pictures, and its policy allows that
			document.Find("iframe").Remove()
		}
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

func TestEveryAddressIsBelowTheBasePath(t *testing.T) {
	t.Parallel()
	assets, err := static.New("/rollbook")
	if err != nil {
		t.Fatal(err)
	}
	// These are in the view, which was made without a base path.
	carried := []string{
		"/schools/oak", "/schools/elm/day", "/schools/oak/roll", "/schools/oak/roll?class=8B", "/schools/oak/settings/connection", "/schools/oak/settings/day", "/schools/oak/settings/keys", "/schools/oak/settings/tablets",
		"/schools/oak/settings/teachers", "http://127.0.0.1:8090/help", "/door",
	}
	for name, state := range examples.Examples(pagetest.Base(t)) {
		state.Page.Paths, state.Page.Assets = paths.New("/rollbook"), assets
		document := pagetest.Render(t, state.Body)
		// The light's addresses are in the view, which was made without a base path.
		document.Find("#light a").Remove()
		for _, attribute := range []string{"href", "src", "action", "formaction"} {
			document.Find("[" + attribute + "]").Each(func(_ int, element *goquery.Selection) {
				address := element.AttrOr(attribute, "")
				if !strings.HasPrefix(address, "/rollbook/") && !strings.HasPrefix(address, "#") && !strings.HasPrefix(address, "mailto:") && !slices.Contains(carried, address) {
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
	for name, state := range examples.Examples(pagetest.Base(t)) {
		document := pagetest.Render(t, state.Body)
		document.Find("pre, code, q").Remove()
		text := pagetest.Text(document.Find("body")) + pagetest.Text(document.Find("title"))
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
	for name, state := range examples.Examples(pagetest.Base(t)) {
		var compressed bytes.Buffer
		writer := gzip.NewWriter(&compressed)
		if _, err := writer.Write(pagetest.BytesOf(t, state.Body)); err != nil {
			t.Fatal(err)
		}
		if err := writer.Close(); err != nil {
			t.Fatal(err)
		}
		most := 5 << 10
		if strings.HasPrefix(name, "first-school") {
			// It contains the names of the world's time zones, and is rarely opened.
			most = 7 << 10
		}
		if compressed.Len() > most {
			t.Errorf("%s: %d bytes with gzip, at most %d", name, compressed.Len(), most)
		}
	}
}

// A form with GET puts its fields into the address, which stays in histories and in logs of proxies. So it has none that a
// person types, except a student's number and the gallery's search.
func TestNothingTypedStandsInAnAddress(t *testing.T) {
	t.Parallel()
	for name, state := range examples.Examples(pagetest.Base(t)) {
		form := pagetest.Render(t, state.Body).Find("form:not([method=post]):not([method=dialog]):not(#gallery)")
		form.Find("input:not([type]), [type=text], [type=search], [type=email], textarea").Each(func(_ int, field *goquery.Selection) {
			if field.AttrOr("name", "") != "number" {
				t.Errorf("%s: the address gets what is typed as %q", name, field.AttrOr("name", ""))
			}
		})
	}
}
