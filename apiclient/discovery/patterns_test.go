package discovery

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

func TestEveryPatternThatTheCodeNamesIsInTheList(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, compiled := range patterns {
		compiled()
	}
	named := regexp.MustCompile(`(?:patterns\.Match|isNamed)\("([a-z ]+)"`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range named.FindAllSubmatch(source, -1) {
			if patterns[string(found[1])] == nil {
				t.Errorf("%s names the pattern %q, and patterns.txt has none", file, found[1])
			}
		}
	}
}
