//go:build ignore

// mutate shows what a package's own tests do not notice. It changes one expression of the package at a time,
// runs the tests on that, and prints each change that they pass:
//
//	go run .ci/mutate.go [-every N] [-flags "FLAGS OF go test"] PACKAGE...
//
// Sources stay as they are: the compiler reads the changed file from a temporary folder.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// mutant is one changed expression: text replaces the bytes between the positions from and to.
type mutant struct {
	file     string
	from, to token.Position
	text     string
}

// others has another operator for each: the nearest for an order, the opposite for all else.
var others = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.ADD: token.SUB, token.SUB: token.ADD,
}

func main() {
	log.SetFlags(0)
	every := flag.Int("every", 1, "try each such mutant only")
	flags := flag.String("flags", "-short -timeout=2m", "flags for go test")
	flag.Parse()
	folder, err := os.MkdirTemp("", "mutants")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	for _, name := range flag.Args() {
		if err := try(folder, name, strings.Fields(*flags), *every); err != nil {
			log.Fatalf("%s: %v", name, err)
		}
	}
}

// try prints the mutants of the package that its tests do not notice.
func try(folder, name string, flags []string, every int) error {
	if noticed, output := test(name, flags); noticed {
		return fmt.Errorf("the tests fail on the sources as they are:\n%s", output)
	}
	all, err := mutants(name)
	if err != nil {
		return err
	}
	tried, survived := 0, 0
	for i := 0; i < len(all); i += every {
		overlay, err := all[i].write(folder)
		if err != nil {
			return err
		}
		noticed, output := test(name, append([]string{"-overlay=" + overlay}, flags...))
		if bytes.Contains(output, []byte("[build failed]")) {
			continue
		}
		if tried++; !noticed {
			survived++
			fmt.Printf("survived: %s:%d:%d becomes %s\n", all[i].file, all[i].from.Line, all[i].from.Column, all[i].text)
		}
	}
	fmt.Printf("%s: %d of %d mutants tried, %d survived\n", name, tried, len(all), survived)
	return nil
}

// test runs the package's tests, and reports whether they fail. The package comes before flags that only its tests
// know.
func test(name string, flags []string) (failed bool, output []byte) {
	command := exec.Command("go", append([]string{"test", name, "-vet=off"}, flags...)...)
	output, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		log.Fatal(err)
	}
	return err != nil, output
}

// mutants returns the mutants of the package's source files.
func mutants(name string) (all []mutant, err error) {
	listed, err := exec.Command("go", "list", "-f", `{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}`, name).Output()
	if err != nil {
		return nil, err
	}
	for _, file := range strings.Fields(string(listed)) {
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		add := func(from token.Pos, length int, text string) {
			all = append(all, mutant{file, set.Position(from), set.Position(from + token.Pos(length)), text})
		}
		ast.Inspect(tree, func(node ast.Node) bool { change(node, add); return true })
	}
	return all, nil
}

// change adds the mutants of one node of the syntax tree.
func change(node ast.Node, add func(from token.Pos, length int, text string)) {
	switch node := node.(type) {
	case *ast.BinaryExpr:
		if other, ok := others[node.Op]; ok {
			add(node.OpPos, len(node.Op.String()), other.String())
		}
	case *ast.UnaryExpr:
		if node.Op == token.NOT {
			add(node.OpPos, 1, "")
		}
	case *ast.Ident:
		if opposite, ok := map[string]string{"true": "false", "false": "true"}[node.Name]; ok {
			add(node.Pos(), len(node.Name), opposite)
		}
	case *ast.BasicLit:
		if number, err := strconv.Atoi(node.Value); err == nil && node.Kind == token.INT {
			add(node.Pos(), len(node.Value), strconv.Itoa(number+1))
		}
	}
}

// write writes the changed file and the overlay that puts it in its place.
func (m mutant) write(folder string) (overlay string, err error) {
	source, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(folder, "changed.go")
	content := string(source[:m.from.Offset]) + m.text + string(source[m.to.Offset:])
	if err := os.WriteFile(changed, []byte(content), 0o600); err != nil {
		return "", err
	}
	replaced, err := json.Marshal(map[string]any{"Replace": map[string]string{m.file: changed}})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(folder, "overlay.json")
	return overlay, os.WriteFile(overlay, replaced, 0o600)
}
