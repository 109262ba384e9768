package taking

import (
	"testing"

	"rollbook/static"
	"rollbook/web/language"
	"rollbook/web/paths"
)

// exampleBase has English words, and addresses without a base path.
func exampleBase(t testing.TB) ExampleBase { return exampleBaseIn(t, "en") }

// exampleBaseIn is exampleBase in the language with the tag.
func exampleBaseIn(t testing.TB, tag string) ExampleBase {
	t.Helper()
	catalogue, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	assets, err := static.New("")
	if err != nil {
		t.Fatal(err)
	}
	return ExampleBase{Words: catalogue.In(tag), Paths: paths.New(""), Assets: assets}
}
