package pagetest

import (
	"testing"

	"rollbook/static"
	"rollbook/views/examples"
	"rollbook/web/language"
	"rollbook/web/paths"
)

// Base returns the words and addresses of the examples: English, and without a base path.
func Base(t testing.TB) examples.Base { return BaseIn(t, "en") }

// BaseIn is Base in the language with the tag.
func BaseIn(t testing.TB, tag string) examples.Base {
	t.Helper()
	catalogue, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	assets, err := static.New("")
	if err != nil {
		t.Fatal(err)
	}
	return examples.Base{Words: catalogue.In(tag), Paths: paths.New(""), Assets: assets}
}
