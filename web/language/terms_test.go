package language

import (
	"encoding/json"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// term is a row of testdata/terms.json: the term for a fact, and the terms that must not replace it.
type term struct {
	Fact, Say string
	// Not are regular expressions of other terms for the fact. They ignore case.
	Not []string
	// But are regular expressions of phrases that contain such a term with another meaning.
	But []string
	// Only and Except are regular expressions of the keys for which the row applies, and does not apply;
	// without Only it applies to all.
	Only, Except []string
}

// wrong returns the text's words in place of the term.
func (t term) wrong(key, text string) string {
	if matches(key, t.Except...) != "" || len(t.Only) > 0 && matches(key, t.Only...) == "" {
		return ""
	}
	for _, but := range append([]string{`\{\{\.\w+\}\}`}, t.But...) {
		text = regexp.MustCompile(but).ReplaceAllString(text, "")
	}
	return matches(text, t.Not...)
}

// matches returns the match of the first expression that occurs in the text.
func matches(text string, expressions ...string) string {
	for _, expression := range expressions {
		if found := regexp.MustCompile("(?i)" + expression).FindString(text); found != "" {
			return found
		}
	}
	return ""
}

func terms(t *testing.T) []term {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", "terms.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []term
	if err := json.Unmarshal(content, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestEachFactHasOneTerm(t *testing.T) {
	t.Parallel()
	all := sentences(t)
	for topic, text := range helpTexts(t) {
		all["help/"+topic] = withoutCommands(text)
	}
	maps.Copy(all, texts(t))
	if len(all) < 1000 {
		t.Fatalf("%d texts were found", len(all))
	}
	for _, term := range terms(t) {
		for key, text := range all {
			if wrong := term.wrong(key, text); wrong != "" {
				t.Errorf("%s says %q, but %s is called %q: %s", key, wrong, term.Fact, term.Say, text)
			}
		}
	}
}

func TestATermIsFoundOnlyWhereItMeansTheFact(t *testing.T) {
	t.Parallel()
	row := term{Not: []string{`\bwaits\b`}, But: []string{"waits for you"}, Except: []string{`^here\.`}}
	for _, one := range []struct{ key, text, wrong string }{
		{"there.a", "A mark Waits.", "Waits"}, {"there.a", "A question waits for you.", ""}, {"here.a", "It waits.", ""},
	} {
		if wrong := row.wrong(one.key, one.text); wrong != one.wrong {
			t.Errorf("%s, %q: %q, want %q", one.key, one.text, wrong, one.wrong)
		}
	}
	row.Only = []string{`^home\.`}
	if wrong := row.wrong("there.a", "It waits."); wrong != "" {
		t.Errorf("of a key that the row is not for: %q", wrong)
	}
}

// sentences returns the texts that commands print and the program logs, by their place in the sources.
func sentences(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	eachSource(t, func(path string, files *token.FileSet, file *ast.File) {
		command := filepath.Base(filepath.Dir(path)) == "command"
		ast.Inspect(file, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.BasicLit:
				text := literal(node)
				if help, ok := reflect.StructTag(text).Lookup("help"); ok {
					text = help
				}
				if command && strings.Contains(text, " ") {
					found[files.Position(node.Pos()).String()] = text
				}
			case *ast.CallExpr:
				for _, text := range logged(node) {
					found[files.Position(node.Pos()).String()] = text
				}
			}
			return true
		})
	})
	return found
}

// logged returns the message of a call that logs one.
func logged(call *ast.CallExpr) []string {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	methods := []string{"DebugContext", "InfoContext", "WarnContext", "ErrorContext"}
	if !ok || len(call.Args) < 2 || !slices.Contains(methods, selector.Sel.Name) {
		return nil
	}
	return []string{literal(call.Args[1])}
}
