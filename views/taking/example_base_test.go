package taking

import (
	"testing"

	"rollbook/static"
	"rollbook/web/language"
	"rollbook/web/paths"
)

// exampleBase has English words, and addresses without a base path.
func exampleBase(t testing.TB) ExampleBase {
	t.Helper()
	catalogue, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	assets, err := static.New("")
	if err != nil {
		t.Fatal(err)
	}
	return ExampleBase{Words: catalogue.English(), Paths: paths.New(""), Assets: assets}
}
