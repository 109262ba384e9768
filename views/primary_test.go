package views_test

import (
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/views/examples"
	"rollbook/views/pagetest"
)

// question is what asks a person for a decision: beside it nothing else leads.
const question = ".decide, .answer, #prove button[name=seen]"

func TestEveryPageHasOneThingThatLeads(t *testing.T) {
	t.Parallel()
	for name, state := range examples.Examples(pagetest.Base(t)) {
		document := pagetest.Render(t, state.Body)
		most := 1
		if document.Find("main").Find(question).Length() > 0 {
			most = 0
		}
		if primary := document.Find(".primary"); primary.Length() > most {
			t.Errorf("%s has %d filled buttons, at most %d: %q", name, primary.Length(), most, primary.Map(textOf))
		}
	}
}

func textOf(_ int, found *goquery.Selection) string { return pagetest.Said(found) }
