package taking

import (
	"bytes"
	"compress/gzip"
	"context"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"
)

// render returns a page's bytes.
func render(t testing.TB, page templ.Component) []byte {
	t.Helper()
	var buffer bytes.Buffer
	if err := page.Render(context.Background(), &buffer); err != nil {
		t.Fatal(err)
	}
	return buffer.Bytes()
}

// document returns a page parsed like in a browser.
func document(t testing.TB, page templ.Component) *goquery.Document {
	t.Helper()
	parsed, err := goquery.NewDocumentFromReader(bytes.NewReader(render(t, page)))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// transferred returns the size after gzip at its usual level.
func transferred(t testing.TB, content []byte) int {
	t.Helper()
	var buffer bytes.Buffer
	writer := gzip.NewWriter(&buffer)
	if _, err := writer.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return buffer.Len()
}

func within(t *testing.T, what string, size, limit int) {
	t.Helper()
	t.Logf("%s: %d of %d", what, size, limit)
	if size > limit {
		t.Errorf("%s: %d, more than %d", what, size, limit)
	}
}

func TestARollOf28StaysWithinItsBudgets(t *testing.T) {
	t.Parallel()
	for name, state := range exampleStates() {
		if name == "awkward" || name == "thirty" {
			continue
		}
		page := render(t, Roll(state(exampleBase(t))))
		within(t, name+": bytes", transferred(t, page), 7<<10)
		within(t, name+": nodes", document(t, Roll(state(exampleBase(t)))).Find("*").Length(), 600)
	}
}

func TestAnAnswerToASaveOf28StaysWithinItsBudget(t *testing.T) {
	t.Parallel()
	answer := exampleAnswer(t)
	within(t, "all saved", transferred(t, render(t, RollSaved(answer))), 4<<10)
	outcomes := exampleStates()["outcomes"](exampleBase(t))
	for i := range answer.Cells {
		cell := outcomes.Rows[i].Cell
		cell.Fresh, cell.Seen = true, 7
		answer.Cells[i] = cell
	}
	answer.Summary = outcomes.Summary
	content := render(t, RollSaved(answer))
	within(t, "every outcome", transferred(t, content), 4<<10)
	if strings.Contains(string(content), "<li class") {
		t.Error("the answer holds rows of the list")
	}
}
