package edge_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What version 5 of echo writes in another way stands in version.go alone, so that moving there stays mechanical.
func TestOnlyOneFileKnowsTheVersionOfEcho(t *testing.T) {
	t.Parallel()
	other := regexp.MustCompile(`Response\(\)\.(Committed|Status|Size|Writer|Flush)\b|SetInternal\(|\bc\.Error\(|HTTPErrorHandler|echo\.NewResponse|echo\.HTTPError\b|\be\.Routes\(|\(\*(visit\.)?Visit\)$|HideBanner`)
	for _, root := range []string{"../../web", "../../handlers"} {
		err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "edge/version.go") {
				return err
			}
			content, err := os.ReadFile(path)
			for line := range strings.Lines(string(content)) {
				if found := other.FindString(strings.TrimSpace(line)); found != "" && !strings.HasPrefix(line, "func ") {
					t.Errorf("%s has %s", path, found)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
