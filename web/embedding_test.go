package web_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// embedded are the embedded types of a file's structs, as written.
func embedded(t *testing.T, path string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, content(t, path), parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	ast.Inspect(file, func(node ast.Node) bool {
		of, ok := node.(*ast.StructType)
		if !ok {
			return true
		}
		for _, field := range of.Fields.List {
			kind := field.Type
			if pointer, ok := kind.(*ast.StarExpr); ok {
				kind = pointer.X
			}
			switch named := kind.(type) {
			case *ast.Ident:
				if len(field.Names) == 0 {
					names = append(names, named.Name)
				}
			case *ast.SelectorExpr:
				if from, ok := named.X.(*ast.Ident); ok && len(field.Names) == 0 {
					names = append(names, from.Name+"."+named.Sel.Name)
				}
			}
		}
		return true
	})
	return names
}

// A page has a named field for each part that it uses.
func TestNoHandlerLiesInsideAnother(t *testing.T) {
	t.Parallel()
	pages := 0
	for path := range files(t) {
		folder := filepath.ToSlash(filepath.Dir(path))
		if top(path) != "handlers" || folder == "handlers/visit" || folder == "handlers/apptest" || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			continue
		}
		pages++
		for _, name := range embedded(t, path) {
			from, _, elsewhere := strings.Cut(name, ".")
			switch {
			case !elsewhere && ast.IsExported(name), from == "visit", from == "desk", from == "taking" && folder != "handlers/taking":
				t.Errorf("%s embeds %s", path, name)
			}
		}
	}
	if pages == 0 {
		t.Error("no page was looked at")
	}
}
