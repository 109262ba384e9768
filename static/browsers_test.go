package static

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

// Safari and iPadOS 16.4 know neither light-dark() (17.5) nor the alternative text of content (17.4).
func TestStyleSheetsKeepTheirColoursAndSignsInOldSafaris(t *testing.T) {
	t.Parallel()
	alternative := regexp.MustCompile(`content:\s*([^;{}]*?)\s*/\s*""`)
	files, err := fs.Glob(embedded, "css/*.css")
	if err != nil || len(files) == 0 {
		t.Fatalf("the style sheets are %v: %v", files, err)
	}
	for _, file := range files {
		source, err := fs.ReadFile(embedded, file)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(string(source)), " ")
		if text := regexp.MustCompile(`/\*.*?\*/`).ReplaceAllString(text, ""); strings.Contains(text, "light-dark(") {
			t.Errorf("%s has a colour that is light-dark()", file)
		}
		for _, found := range alternative.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(text, "content: "+found[1]+"; "+found[0]) {
				t.Errorf("%s: %s stands without the same content before it", file, found[0])
			}
		}
	}
}
