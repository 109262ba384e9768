package sandbox

import (
	"go/build"
	"strings"
	"testing"
)

func TestTheSandboxImportsNothingOfTheApplication(t *testing.T) {
	t.Parallel()
	// If both sides shared a wrong field name, the tests would pass.
	folder, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(folder.Imports, folder.TestImports...) {
		if path == "rollbook" || strings.HasPrefix(path, "rollbook/") {
			t.Errorf("imports %s", path)
		}
	}
}
