package language

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

// usage is what the program's sources say about keys.
type usage struct {
	literals map[string]string   // each string that looks like a key, with its place
	prefixes map[string]string   // each beginning of a key that is put together, with its place
	given    map[string][]string // the placeholders given with a key, over all calls
}

var keyLike = regexp.MustCompile(`^[a-z_]+(\.[a-z0-9_]+)+$`)

// fileEndings keeps the names of files from being taken for keys.
var fileEndings = []string{".css", ".js", ".json", ".svg", ".go", ".templ", ".csv", ".db", ".xlsx", ".example"}

func TestEveryKeyThatIsUsedIsInTheCatalogue(t *testing.T) {
	t.Parallel()
	catalogue, used := texts(t), readSources(t)
	areas := map[string]bool{}
	for key := range catalogue {
		areas[strings.SplitN(key, ".", 2)[0]] = true
	}
	for key, place := range used.literals {
		if _, ok := catalogue[key]; !ok && areas[strings.SplitN(key, ".", 2)[0]] {
			t.Errorf("%s: %q is in no catalogue", place, key)
		}
	}
	for prefix, place := range used.prefixes {
		if !anyHasPrefix(catalogue, prefix) {
			t.Errorf("%s: no key begins with %q", place, prefix)
		}
	}
}

func TestEveryKeyOfTheCatalogueIsUsed(t *testing.T) {
	t.Parallel()
	used := readSources(t)
	for key := range texts(t) {
		_, ok := used.literals[key]
		for prefix := range used.prefixes {
			ok = ok || strings.HasPrefix(key, prefix)
		}
		if !ok {
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

// withoutCommands leaves out what the help shows as typed.
func withoutCommands(text string) string {
	return regexp.MustCompile("(?m)^\\$ .*$|`[^`]*`").ReplaceAllString(text, "")
}

// texts is the English catalogue, all plural forms of a key as one text.
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
	used := usage{map[string]string{}, map[string]string{}, map[string][]string{}}
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
			used.read(files, file)
			return nil
		})
		// A folder that does not exist yet uses no key.
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	return used
}

// read collects what one file says about keys.
func (u usage) read(files *token.FileSet, file *ast.File) {
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if text := literal(node); isKey(text) && !strings.HasSuffix(text, "_") {
				u.literals[text] = files.Position(node.Pos()).String()
			}
		case *ast.BinaryExpr:
			text := literal(node.X)
			if node.Op == token.ADD && strings.HasSuffix(strings.ReplaceAll(text, "_", "."), ".") && isKey(text+"x") {
				u.prefixes[text] = files.Position(node.Pos()).String()
			}
		case *ast.CallExpr:
			u.readCall(node)
		}
		return true
	})
}

// readCall notes the placeholders that a call of Text or Count gives values for.
func (u usage) readCall(call *ast.CallExpr) {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 || call.Ellipsis != token.NoPos || !isKey(literal(call.Args[0])) {
		return
	}
	first := map[string]int{"Text": 1, "Count": 2}[selector.Sel.Name]
	if first == 0 {
		return
	}
	key := literal(call.Args[0])
	u.given[key] = slices.Concat(u.given[key])
	for i := first; i < len(call.Args); i += 2 {
		u.given[key] = append(u.given[key], literal(call.Args[i]))
	}
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

func anyHasPrefix(catalogue map[string]string, prefix string) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(catalogue)), func(key string) bool { return strings.HasPrefix(key, prefix) })
}

// fileTexts is one catalogue file, all plural forms of a key as one text.
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
