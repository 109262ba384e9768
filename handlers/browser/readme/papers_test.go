package readme_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// root is the folder of the repository.
const root = "../../.."

// papers are the files with commands for people.
func papers() []string { return []string{"README.md", filepath.Join(".github", "CONTRIBUTING.md")} }

// content returns the text of a file of the repository.
func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	apptest.Must(t, err)
	return string(text)
}

// commandsOf returns the commands on their own lines, each with its continuation lines and without a final
// comment.
func commandsOf(text string) []string {
	indented := regexp.MustCompile(`(?m)^(?: {4}| {7})(\S.*)$`)
	var all []string
	for _, found := range indented.FindAllStringSubmatch(strings.ReplaceAll(text, "\\\n", " "), -1) {
		line, _, _ := strings.Cut(found[1], " # ")
		all = append(all, strings.Join(strings.Fields(line), " "))
	}
	return all
}

// spansOf returns the commands within sentences.
func spansOf(text string) []string {
	var all []string
	for _, found := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(text, -1) {
		if regexp.MustCompile(`^(go|rollbook|openssl|\./rollbook|\.ci/\w+) |^\.ci/\w+$`).MatchString(found[1]) {
			all = append(all, found[1])
		}
	}
	return all
}

func TestCommandsAreFoundInDocuments(t *testing.T) {
	t.Parallel()
	got := commandsOf("Text\n\n    go run . demo        # why\n    a --b \\\n      --c\n\n1. Item\n\n       export D=e\n   text\n")
	if want := []string{"go run . demo", "a --b --c", "export D=e"}; !slices.Equal(got, want) {
		t.Errorf("found are %q, want %q", got, want)
	}
	if got := spansOf("`.ci/run` is `web/paths` with `rollbook config`"); !slices.Equal(got, []string{".ci/run", "rollbook config"}) {
		t.Errorf("within sentences are %q", got)
	}
}
