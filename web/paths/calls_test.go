package paths_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestEveryCallHasTheValuesOfItsAddress reads the calls of Paths.To in the whole program: each needs a value for each
// segment that varies, and no more than one for each parameter.
func TestEveryCallHasTheValuesOfItsAddress(t *testing.T) {
	t.Parallel()
	patterns, calls := make(map[string]string), make(map[string][]*ast.CallExpr)
	set := token.NewFileSet()
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.Contains(path, "node_modules") {
			return err
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			switch is := node.(type) {
			case *ast.ValueSpec:
				if kind, ok := is.Type.(*ast.Ident); ok && kind.Name == "Address" && file.Name.Name == "paths" {
					patterns[is.Names[0].Name] = patternOf(is.Values[0])
				}
			case *ast.CallExpr:
				if name := addressOf(is); name != "" {
					calls[name] = append(calls[name], is)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || len(patterns) < 100 || len(calls) < 100 {
		t.Fatalf("%d addresses and calls of %d, %v", len(patterns), len(calls), err)
	}
	for name, pattern := range patterns {
		for _, call := range calls[name] {
			if values := len(call.Args) - 1; !fits(pattern, values) {
				t.Errorf("%s: %d values for %s", set.Position(call.Pos()), values, pattern)
			}
		}
	}
}

// fits reports whether the address can have that many values.
func fits(pattern string, values int) bool {
	path, parameters, _ := strings.Cut(pattern, "?")
	least := strings.Count(path, ":")
	most := least
	for parameter := range strings.SplitSeq(parameters, "&") {
		if parameter != "" && !strings.Contains(parameter, "=") {
			most++
		}
	}
	return least <= values && values <= most
}

// addressOf returns the name of the address of a call of To, or "".
func addressOf(call *ast.CallExpr) string {
	to, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || to.Sel.Name != "To" || len(call.Args) == 0 || call.Ellipsis != token.NoPos {
		return ""
	}
	name, ok := call.Args[0].(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if from, ok := name.X.(*ast.Ident); !ok || from.Name != "paths" {
		return ""
	}
	return name.Sel.Name
}

// patternOf returns the text of a constant. Those of a Query are one parameter.
func patternOf(value ast.Expr) string {
	switch is := value.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(is.Value)
		return text
	case *ast.BinaryExpr:
		return patternOf(is.X) + "?query"
	}
	return ""
}
