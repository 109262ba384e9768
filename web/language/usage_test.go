package language

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

// usage holds the keys that the program's sources use.
type usage struct {
	literals map[string]string   // each string that looks like a key, with its place
	glued    map[string]string   // each place that puts a key together or takes it apart, with the way
	given    map[string][]string // the placeholders given with a key, over all calls
	areas    map[string]bool     // the beginnings of the catalogue's keys
}

var keyLike = regexp.MustCompile(`^[a-z_]+(\.[a-z0-9_]+)+$`)

// fileEndings distinguishes the names of files from keys.
var fileEndings = []string{".css", ".js", ".json", ".svg", ".go", ".templ", ".csv", ".db", ".xlsx", ".example"}

func TestEveryKeyThatIsUsedIsInTheCatalogue(t *testing.T) {
	t.Parallel()
	catalogue, used := texts(t), readSources(t)
	for key, place := range used.literals {
		if _, ok := catalogue[key]; !ok && used.areas[strings.SplitN(key, ".", 2)[0]] {
			t.Errorf("%s: %q is in no catalogue", place, key)
		}
	}
	for family, values := range families(t) {
		for _, value := range values {
			if _, ok := catalogue[string(family.Of(value))]; !ok {
				t.Errorf("%q is in no catalogue", family.Of(value))
			}
		}
	}
}

func TestKeysArePutTogetherInTheirFamiliesOnly(t *testing.T) {
	t.Parallel()
	for place, how := range readSources(t).glued {
		t.Errorf("%s: %s", place, how)
	}
}

func TestEveryKeyOfTheCatalogueIsUsed(t *testing.T) {
	t.Parallel()
	used := readSources(t).literals
	for family, values := range families(t) {
		for _, value := range values {
			used[string(family.Of(value))] = "a family"
		}
	}
	for key := range texts(t) {
		if _, ok := used[key]; !ok {
			t.Errorf("%q is used nowhere", key)
		}
	}
}

func TestEveryPlaceholderIsGivenItsValue(t *testing.T) {
	t.Parallel()
	catalogue := texts(t)
	for key, given := range readSources(t).given {
		names := slices.Concat(given, []string{"Count"})
		for _, match := range regexp.MustCompile(`\{\{\.(\w+)\}\}`).FindAllStringSubmatch(catalogue[key], -1) {
			if !slices.Contains(names, match[1]) {
				t.Errorf("%s: no value for %s", key, match[0])
			}
		}
		for _, name := range given {
			if !strings.Contains(catalogue[key], "{{."+name+"}}") {
				t.Errorf("%s: the value %s stands nowhere in %q", key, name, catalogue[key])
			}
		}
	}
}

func TestWordsOfTheWorkshopStayOffTheScreen(t *testing.T) {
	t.Parallel()
	workshop := regexp.MustCompile(`(?i)\b(enrol?lments?|intents?|rosters?|services?|confirming|refused|pupils?)\b`)
	all := texts(t)
	for topic, text := range helpTexts(t) {
		all["help/"+topic] = withoutCommands(text)
	}
	for key, text := range all {
		if found := workshop.FindString(text); found != "" {
			t.Errorf("%s says %q: %s", key, found, text)
		}
	}
}

// withoutCommands removes the commands that the help shows.
func withoutCommands(text string) string {
	return regexp.MustCompile("(?m)^\\$ .*$|`[^`]*`").ReplaceAllString(text, "")
}

// texts is the English catalogue, with all plural forms of a key as one text.
func texts(t *testing.T) map[string]string {
	t.Helper()
	names, err := fs.Glob(embedded, "*.en.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d catalogues: %v", len(names), err)
	}
	all := map[string]string{}
	for _, name := range names {
		for key, text := range fileTexts(t, name) {
			if _, twice := all[key]; twice {
				t.Errorf("%s: %q is in another catalogue too", name, key)
			}
			all[key] = text
		}
	}
	return all
}

func readSources(t *testing.T) usage {
	t.Helper()
	used := usage{map[string]string{}, map[string]string{}, map[string][]string{}, map[string]bool{}}
	for key := range texts(t) {
		used.areas[strings.SplitN(key, ".", 2)[0]] = true
	}
	eachSource(t, func(path string, files *token.FileSet, file *ast.File) {
		used.read(files, file)
		if filepath.Base(filepath.Dir(path)) != "language" {
			used.readGlue(files, file)
		}
	})
	return used
}

// eachSource calls a function with each source of the program that can contain words for people.
func eachSource(t *testing.T, read func(path string, files *token.FileSet, file *ast.File)) {
	t.Helper()
	root := filepath.Join("..", "..")
	for _, folder := range []string{"views", "handlers", "web"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			read(path, files, file)
			return nil
		})
		// A folder that does not exist yet uses no key.
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
}

// read collects the keys of one file.
func (u usage) read(files *token.FileSet, file *ast.File) {
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if text := literal(node); isKey(text) && !strings.HasSuffix(text, "_") {
				u.literals[text] = files.Position(node.Pos()).String()
			}
		case *ast.CallExpr:
			u.readCall(node)
		}
		return true
	})
}

// readGlue records the places where a file makes a key of anything but a literal, or works on the texts of
// keys.
func (u usage) readGlue(files *token.FileSet, file *ast.File) {
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.BinaryExpr:
			if node.Op == token.ADD {
				u.notePieces(files, node.X, node.Y)
			}
		case *ast.CallExpr:
			selector, ok := node.Fun.(*ast.SelectorExpr)
			if !ok {
				break
			}
			of, _ := selector.X.(*ast.Ident)
			switch {
			case (selector.Sel.Name == "Key" || selector.Sel.Name == "MessageKey") && len(node.Args) == 1 && !isKey(literal(node.Args[0])):
				u.glued[files.Position(node.Pos()).String()] = "makes a key of something"
			case of != nil && (of.Name == "strings" || of.Name == "fmt"):
				u.notePieces(files, node.Args...)
			}
		}
		return true
	})
}

// keyPiece is the beginning of a key, perhaps before a variable part.
var keyPiece = regexp.MustCompile(`^([a-z_]+)(\.[a-z0-9_]+)*[._](%.*)?$`)

func (u usage) notePieces(files *token.FileSet, pieces ...ast.Expr) {
	for _, piece := range pieces {
		text := literal(piece)
		if found := keyPiece.FindStringSubmatch(text); found != nil && u.areas[found[1]] && strings.Contains(text, ".") || isKey(text) && u.areas[strings.SplitN(text, ".", 2)[0]] {
			u.glued[files.Position(piece.Pos()).String()] = "has a piece of a key: " + text
		}
	}
}

// readCall records the placeholders that a call of Text or Count fills in.
func (u usage) readCall(call *ast.CallExpr) {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 || call.Ellipsis != token.NoPos {
		return
	}
	first := map[string]int{"Text": 1, "Count": 2}[selector.Sel.Name]
	if first == 0 {
		return
	}
	for _, key := range keysOf(call.Args[0]) {
		u.given[key] = slices.Concat(u.given[key])
		for i := first; i < len(call.Args); i += 2 {
			u.given[key] = append(u.given[key], literal(call.Args[i]))
		}
	}
}

// keysOf returns the key that an expression is, or the two keys of Either.
func keysOf(expression ast.Expr) []string {
	pieces := []ast.Expr{expression}
	if call, ok := expression.(*ast.CallExpr); ok {
		if either, ok := call.Fun.(*ast.SelectorExpr); ok && either.Sel.Name == "Either" {
			pieces = call.Args
		}
	}
	var keys []string
	for _, piece := range pieces {
		if key := literal(piece); isKey(key) {
			keys = append(keys, key)
		}
	}
	return keys
}

func isKey(text string) bool {
	return keyLike.MatchString(text) && !slices.Contains(fileEndings, filepath.Ext(text))
}

func literal(node ast.Expr) string {
	if basic, ok := node.(*ast.BasicLit); ok && basic.Kind == token.STRING {
		if text, err := strconv.Unquote(basic.Value); err == nil {
			return text
		}
	}
	return ""
}

// fileTexts is one catalogue file, with all plural forms of a key as one text.
func fileTexts(t *testing.T, name string) map[string]string {
	t.Helper()
	content, err := fs.ReadFile(embedded, name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := i18n.ParseMessageFileBytes(content, name, nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	found := map[string]string{}
	for _, message := range file.Messages {
		found[message.ID] = strings.Join([]string{message.One, message.Other}, "\n")
	}
	return found
}
