package web_test

import (
	"path/filepath"
	"regexp"
	"testing"
)

// mostFilesOfAPress limits the files that a reader must open to follow one press.
const mostFilesOfAPress = 20

func TestTheFilesOnTheWayOfAPressExist(t *testing.T) {
	t.Parallel()
	known := files(t)
	listed := regexp.MustCompile(`(?m)^//\t(\S+\.go)  +\S`).FindAllSubmatch(content(t, filepath.Join("handlers", "taking", "doc.go")), -1)
	if len(listed) == 0 || len(listed) > mostFilesOfAPress {
		t.Errorf("%d files are listed", len(listed))
	}
	for _, one := range listed {
		if path := filepath.FromSlash(string(one[1])); !known[path] {
			t.Errorf("%s does not exist", path)
		}
	}
}
