package pagetest

import (
	"testing"

	"rollbook/static"
	"rollbook/views/examples"
	"rollbook/web/language"
	"rollbook/web/paths"
)

// Base is what the examples are made of: English words, and addresses without a base path.
func Base(t testing.TB) examples.Base {
	t.Helper()
	catalogue, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	assets, err := static.New("")
	if err != nil {
		t.Fatal(err)
	}
	return examples.Base{Words: catalogue.English(), Paths: paths.New(""), Assets: assets}
}
