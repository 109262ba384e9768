package handlers_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rollbook/handlers"
	"rollbook/handlers/apptest"
	"rollbook/web"

	"github.com/labstack/echo/v4"
)

// A press that reads something by the visit goes on with nothing read when the reading fails (visit.Check). Before it
// changes anything it must ask for the error.
func TestAPressAsksWhetherItsReadingsFailed(t *testing.T) {
	t.Parallel()
	called := calls(t)
	reading := []string{"v.Check", "visit.Checked", "visit.Read", "v.Periods", "v.Statuses", "v.Students"}
	checked := 0
	for _, press := range presses(t) {
		reached := reachedFrom(called, press)
		if !slices.ContainsFunc(reading, func(call string) bool { return slices.Contains(reached, call) }) {
			continue
		}
		if checked++; !slices.Contains(reached, "v.Failed") {
			t.Errorf("%s goes on with what it could not read", press)
		}
	}
	if checked < 8 {
		t.Errorf("only %d presses were checked", checked)
	}
}

// presses returns the methods that answer posts, each as "room.Type.Method".
func presses(t *testing.T) (methods []string) {
	t.Helper()
	app := apptest.NewApp(t, apptest.Options{Register: func(_ *echo.Echo, _ *echo.Group, app *web.App) error {
		for _, name := range handlers.Presses(app) {
			methods = append(methods, strings.NewReplacer("rollbook/handlers/", "", "(*", "", ")", "", "-fm", "").Replace(name))
		}
		return nil
	}})
	apptest.Must(t, app.Close())
	return methods
}

// calls returns what each function of the rooms calls: functions and own methods of its room as "room.function" and
// "room.Type.Method", and what is called of a variable or a package as it is written.
func calls(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("*/*.go")
	apptest.Must(t, err)
	called := make(map[string][]string)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		apptest.Must(t, err)
		for _, declared := range parsed.Decls {
			if function, ok := declared.(*ast.FuncDecl); ok {
				own, self := filepath.Dir(file)+".", ""
				if function.Recv != nil && len(function.Recv.List[0].Names) == 1 {
					self = function.Recv.List[0].Names[0].Name
					own += typeName(function.Recv.List[0].Type) + "."
				}
				called[own+function.Name.Name] = callsIn(function, filepath.Dir(file)+".", own, self)
			}
		}
	}
	return called
}

func typeName(of ast.Expr) string {
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

func callsIn(function *ast.FuncDecl, room, own, self string) (names []string) {
	ast.Inspect(function, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch of := call.Fun.(type) {
		case *ast.Ident:
			names = append(names, room+of.Name)
		case *ast.SelectorExpr:
			on, ok := of.X.(*ast.Ident)
			switch {
			case ok && on.Name == self:
				names = append(names, own+of.Sel.Name)
			case ok:
				names = append(names, on.Name+"."+of.Sel.Name)
			default:
				names = append(names, "."+of.Sel.Name)
			}
		}
		return true
	})
	return names
}

// reachedFrom returns all that the function calls, by itself or in others. What answers with a page is left out: it asks for
// the error itself, after the change.
func reachedFrom(called map[string][]string, function string) []string {
	reached := []string{function}
	for at := 0; at < len(reached); at++ {
		if at > 0 && slices.Contains(called[reached[at]], ".Show") {
			continue
		}
		for _, name := range called[reached[at]] {
			if !slices.Contains(reached, name) {
				reached = append(reached, name)
			}
		}
	}
	return reached
}
