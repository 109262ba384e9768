package views_test

import (
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
)

var (
	tag    = regexp.MustCompile(`(?s)<[^>]*>`)
	spoken = regexp.MustCompile(`(?:alt|title|placeholder|aria-label|aria-description)="([^"\x00]*\pL[^"\x00]*)"`)
	letter = regexp.MustCompile(`[\pL]+[\pL .,':-]*`)
)

// TestEveryTextOfAPageComesFromACatalogue finds letters between the tags of the templates, and in the attributes that
// people see or hear.
func TestEveryTextOfAPageComesFromACatalogue(t *testing.T) {
	t.Parallel()
	names := []string{"Rollbook", "- Rollbook", "PIN", "CSV", "XLSX", "Enter", "Ctrl", "Esc", "Shift"}
	read := 0
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_templ.go") {
			return err
		}
		read++
		markup := literals(t, path)
		texts := letter.FindAllString(tag.ReplaceAllString(markup, "\x00"), -1)
		for _, attribute := range spoken.FindAllStringSubmatch(markup, -1) {
			texts = append(texts, attribute[1])
		}
		for _, text := range texts {
			if text = strings.TrimSpace(text); !slices.Contains(names, text) {
				t.Errorf("%s says %q itself", path, text)
			}
		}
		return nil
	})
	if err != nil || read < 10 {
		t.Fatalf("read %d templates: %v", read, err)
	}
}

// literals returns the markup that a template writes itself, with \x00 in place of each value.
func literals(t *testing.T, path string) string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var markup strings.Builder
	ast.Inspect(file, func(node ast.Node) bool {
		call, isCall := node.(*ast.CallExpr)
		if !isCall {
			return true
		}
		method, _ := call.Fun.(*ast.SelectorExpr)
		if method == nil || method.Sel.Name != "WriteString" || len(call.Args) == 0 {
			return true
		}
		text := "\x00"
		if literal, isLiteral := call.Args[len(call.Args)-1].(*ast.BasicLit); isLiteral {
			if text, err = strconv.Unquote(literal.Value); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
		}
		markup.WriteString(text)
		return true
	})
	return markup.String()
}
