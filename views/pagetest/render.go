// Package pagetest renders pages for tests and extracts their text. Only tests import it.
package pagetest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"
)

// Render renders a component and parses the result.
func Render(t testing.TB, body templ.Component) *goquery.Document {
	t.Helper()
	document, err := goquery.NewDocumentFromReader(bytes.NewReader(BytesOf(t, body)))
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// BytesOf renders a component.
func BytesOf(t testing.TB, body templ.Component) []byte {
	t.Helper()
	var written bytes.Buffer
	if err := body.Render(t.Context(), &written); err != nil {
		t.Fatal(err)
	}
	return written.Bytes()
}

// Text returns a selection's text, with one space between elements and words.
func Text(selection *goquery.Selection) string {
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

// Only returns the only element that the selector finds; any other number fails the test.
func Only(t testing.TB, document *goquery.Document, selector string) *goquery.Selection {
	t.Helper()
	found := document.Find(selector)
	if found.Length() != 1 {
		t.Fatalf("%d elements match %s", found.Length(), selector)
	}
	return found
}
