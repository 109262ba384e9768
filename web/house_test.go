package web_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The maximum lines of a file and of a function, and characters of a line. Generated code and data are excluded.
const (
	mostFileLines     = 400
	mostFunctionLines = 80
	mostLineLetters   = 120
)

func TestTheTopLevelIsClosed(t *testing.T) {
	t.Parallel()
	allowed := []string{
		"go.mod", "go.sum", "main.go", "main_test.go", "Dockerfile", "README.md",
		"web", "views", "static", "handlers", "apiclient",
		".ci", ".dockerignore", ".editorconfig", ".gitattributes", ".github", ".gitignore", ".golangci.yml", ".readme",
	}
	for path := range files(t) {
		if !slices.Contains(allowed, top(path)) {
			t.Errorf("%s has no place at the top", path)
		}
	}
}

// written reports whether people wrote the file as source.
func written(path string) bool {
	slashed := filepath.ToSlash(path)
	if strings.HasSuffix(path, "_templ.go") || strings.Contains(slashed, "/vendor/") || strings.Contains(slashed, "/testdata/") {
		return false
	}
	source := []string{".go", ".templ", ".css", ".js", ".sql", ".md", ".yml", ".sh", ".mod"}
	return slices.Contains(source, filepath.Ext(path)) || !strings.Contains(filepath.Base(path), ".")
}

// content is the text of a file of the module.
func content(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(house, path))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestNoFileIsTooLongToRead(t *testing.T) {
	t.Parallel()
	for path := range files(t) {
		if !written(path) {
			continue
		}
		if lines := bytes.Count(content(t, path), []byte("\n")); lines > mostFileLines {
			t.Errorf("%s has %d lines", path, lines)
		}
	}
}

// The linter checks the lines of Go.
func TestNoLineIsTooLongToRead(t *testing.T) {
	t.Parallel()
	for path := range files(t) {
		isChecked := slices.Contains([]string{".templ", ".css", ".js"}, filepath.Ext(path))
		if !written(path) || !isChecked {
			continue
		}
		number := 0
		for line := range strings.Lines(string(content(t, path))) {
			number++
			if letters := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); letters > mostLineLetters {
				t.Errorf("%s:%d has %d characters", path, number, letters)
			}
		}
	}
}

func TestTheFirstPageAboutTheProgramIsShort(t *testing.T) {
	t.Parallel()
	if lines := bytes.Count(content(t, "README.md"), []byte("\n")); lines >= 150 {
		t.Errorf("README.md has %d lines", lines)
	}
}

func TestTheMapsNameEveryRoom(t *testing.T) {
	t.Parallel()
	guide := string(content(t, "README.md")) + string(content(t, filepath.Join(".github", "CONTRIBUTING.md")))
	doc := string(content(t, filepath.Join("web", "doc.go")))
	for folder := range folders(t) {
		above, room := filepath.Split(folder)
		if above == "web/" && !strings.Contains(doc, "//\t"+room+" ") {
			t.Errorf("web/doc.go does not name %s", folder)
		}
		isTestOnly := slices.Contains(testOnly(), folder) && above != "handlers/"
		if (above == "web/" && !isTestOnly || above == "handlers/") && !strings.Contains(guide, "`"+room+"/`") && !strings.Contains(guide, folder+"/`") {
			t.Errorf("neither README.md nor CONTRIBUTING.md names %s", folder)
		}
	}
}

func TestNoFunctionIsTooLongToRead(t *testing.T) {
	t.Parallel()
	for path := range files(t) {
		if !written(path) || filepath.Ext(path) != ".go" {
			continue
		}
		positions := token.NewFileSet()
		file, err := parser.ParseFile(positions, path, content(t, path), parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok {
				continue
			}
			first, last := positions.Position(function.Pos()).Line, positions.Position(function.End()).Line
			if lines := last - first + 1; lines > mostFunctionLines {
				t.Errorf("%s: %s has %d lines", path, function.Name.Name, lines)
			}
		}
	}
}

func TestNothingIsNamedForBeingEverything(t *testing.T) {
	t.Parallel()
	vague := regexp.MustCompile(`^(utils?|common|helpers?|misc)([._].*)?$`)
	for path := range files(t) {
		for name := range strings.SplitSeq(filepath.ToSlash(path), "/") {
			if vague.MatchString(name) {
				t.Errorf("%s says nothing about its content", path)
			}
		}
	}
}

// foreign matches addresses with a meaning on one machine only.
func foreign() *regexp.Regexp {
	return regexp.MustCompile(`[^\w.]/(home|root|Users)/`)
}

func TestFilesSpeakOfThisProgramOnly(t *testing.T) {
	t.Parallel()
	words := foreign()
	for path := range files(t) {
		if path == filepath.Join("web", "house_test.go") || slices.Contains([]string{"vendor", "testdata"}, filepath.Base(filepath.Dir(path))) {
			continue
		}
		if found := words.Find(content(t, path)); found != nil {
			t.Errorf("%s says %q", path, found)
		}
	}
}

// Every paper that a comment names is in the repository.
func TestEveryPaperThatIsNamedIsHere(t *testing.T) {
	t.Parallel()
	paper, here := regexp.MustCompile(`\b[\w-]+\.md\b`), make(map[string]bool)
	for path := range files(t) {
		here[filepath.Base(path)] = true
	}
	for path := range files(t) {
		if !written(path) {
			continue
		}
		for _, name := range paper.FindAllString(string(content(t, path)), -1) {
			if !here[name] {
				t.Errorf("%s names %s", path, name)
			}
		}
	}
}

// The address of a package's source is private, and often unreachable for others.
func TestLockFilesNameNoAddresses(t *testing.T) {
	t.Parallel()
	for path := range files(t) {
		if filepath.Base(path) == "package-lock.json" && bytes.Contains(content(t, path), []byte(`"resolved"`)) {
			t.Errorf("%s says where packages came from", path)
		}
	}
}

// Sleeping makes tests slow or flaky, except in a bubble of testing/synctest.
func TestNothingSleepsOutsideOfBubbles(t *testing.T) {
	t.Parallel()
	sleep, bubble := []byte("time."+"Sleep("), []byte(`"testing/synctest"`)
	bubbles := make(map[string]bool)
	forTests := func(path string) bool {
		return strings.HasSuffix(path, "_test.go") || slices.Contains(testOnly(), filepath.ToSlash(filepath.Dir(path)))
	}
	for path := range files(t) {
		if forTests(path) && bytes.Contains(content(t, path), bubble) {
			bubbles[filepath.Dir(path)] = true
		}
	}
	for path := range files(t) {
		allowed := forTests(path) && bubbles[filepath.Dir(path)]
		if filepath.Ext(path) == ".go" && !allowed && bytes.Contains(content(t, path), sleep) {
			t.Errorf("%s sleeps", path)
		}
	}
}
