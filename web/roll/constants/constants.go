// Package constants lists the values of a type from its sources, so that a test covers every value that is
// added later.
package constants

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// module is the beginning of our packages' import paths.
const module = "rollbook/"

// Of returns the constants that the package of T declares of the type, in order.
func Of[T ~string](t testing.TB) []T {
	t.Helper()
	kind := reflect.TypeFor[T]()
	var found []T
	for _, text := range In(t, strings.TrimPrefix(kind.PkgPath(), module), kind.Name()) {
		found = append(found, T(text))
	}
	return found
}

// In returns the constants that the folder's package declares of the type, named as the package writes it. It
// fails the test if there are none.
func In(t testing.TB, folder, kind string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(Root(t), folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if spec, ok := node.(*ast.ValueSpec); ok && named(spec.Type, kind) {
				for _, value := range spec.Values {
					found = append(found, literal(t, value))
				}
			}
			return true
		})
	}
	if len(found) == 0 {
		t.Fatalf("%s has no constants of type %s", folder, kind)
	}
	return found
}

// Root returns the folder of the test's module.
func Root(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	for err == nil && folder != filepath.Dir(folder) {
		if _, missing := os.Stat(filepath.Join(folder, "go.mod")); missing == nil {
			return folder
		}
		folder = filepath.Dir(folder)
	}
	t.Fatalf("there is no go.mod above: %v", err)
	return ""
}

func named(kind ast.Expr, name string) bool {
	switch kind := kind.(type) {
	case *ast.Ident:
		return kind.Name == name
	case *ast.SelectorExpr:
		return strings.HasSuffix(name, "."+kind.Sel.Name)
	}
	return false
}

func literal(t testing.TB, value ast.Expr) string {
	t.Helper()
	written, ok := value.(*ast.BasicLit)
	if !ok {
		t.Fatalf("a constant is not written as a text: %v", value)
	}
	text, err := strconv.Unquote(written.Value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
