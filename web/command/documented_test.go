package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// documented returns the command lines in the read-me and the help pages, by their place.
func documented(t *testing.T) map[string][]string {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join("..", "language", "help", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string][]string)
	for _, page := range append(pages, filepath.Join("..", "..", "README.md")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		whole := strings.ReplaceAll(strings.ReplaceAll(string(text), "\\\n$", ""), "\\\n", "")
		for line := range strings.Lines(whole) {
			line = strings.TrimSpace(strings.TrimPrefix(line, "$ "))
			if _, arguments, ours := strings.Cut(line, "rollbook "); ours && (strings.HasPrefix(line, "rollbook ") || strings.HasPrefix(line, "./rollbook ")) {
				found[filepath.Base(page)+": "+line] = split(arguments)
			}
		}
	}
	return found
}

// split splits a command line into arguments like a shell; it supports double quotes.
func split(line string) []string {
	var arguments []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 0 {
			arguments = append(arguments, strings.Fields(part)...)
		} else {
			arguments = append(arguments, part)
		}
	}
	return arguments
}

func TestDocumentedCommandsExist(t *testing.T) {
	t.Parallel()
	lines := documented(t)
	if len(lines) < 10 {
		t.Fatalf("only %d command lines were found", len(lines))
	}
	for line, arguments := range lines {
		parser, err := kong.New(&commands{}, kong.Name("rollbook"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(arguments); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}
