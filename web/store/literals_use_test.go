package store

import (
	"context"
	"database/sql"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rollbook/web/roll"
	"rollbook/web/roll/constants"
	"rollbook/web/store/literal"
	"rollbook/web/store/saves"
)

func literalSentences() []sentence {
	return []sentence{{"the schema's indexes know the outcomes and states that the statements ask for", indexesKnowTheStates}}
}

// bare matches a value that a statement writes out itself: a word between quotes, or an empty text where the
// column holds one of several values.
var bare = regexp.MustCompile(`'[a-z_]+[:%]*'|\b(state|outcome|decision|reason|role|proof|kind|late|check_kind|seen) *(=|<>) *''`)

// statementFiles returns the files of this package and its rooms, without tests.
func statementFiles(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*.go", "absences/*.go", "audit/*.go", "keeping/*.go", "lists/*.go", "people/*.go", "saves/*.go", "schools/*.go"} {
		found, err := filepath.Glob(pattern)
		must(t, err)
		names = append(names, found...)
	}
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
}

// changing finds the table that a statement changes.
var changing = regexp.MustCompile(`(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)`)

func TestEachTableIsChangedByOnePackage(t *testing.T) {
	t.Parallel()
	changedIn := make(map[string]string)
	for _, name := range statementFiles(t) {
		content, err := os.ReadFile(name)
		must(t, err)
		for _, statement := range changing.FindAllStringSubmatch(string(content), -1) {
			table, folder := statement[1], filepath.Dir(name)
			if other, known := changedIn[table]; known && other != folder && table != "SET" {
				t.Errorf("%s and %s change the table %s", other, folder, table)
			}
			changedIn[table] = folder
		}
	}
}

func TestEveryStatementTakesItsValuesFromOnePlace(t *testing.T) {
	t.Parallel()
	for _, name := range statementFiles(t) {
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		must(t, err)
		ast.Inspect(file, func(node ast.Node) bool {
			text, ok := node.(*ast.BasicLit)
			if ok && text.Kind == token.STRING && bare.MatchString(text.Value) {
				t.Errorf("%s: %s stands in a statement", files.Position(text.Pos()), bare.FindString(text.Value))
			}
			return true
		})
	}
}

// holds fails the test unless a statement's set contains exactly the values for which the method of the same
// name is true.
func holds[T ~string](t *testing.T, set string, is func(T) bool) {
	t.Helper()
	for _, value := range constants.Of[T](t) {
		if strings.Contains(set, "'"+string(value)+"'") != is(value) {
			t.Errorf("%q is missing in %s or does not belong there", value, set)
		}
	}
}

func TestTheSetsOfStatementsAreThoseOfTheRule(t *testing.T) {
	t.Parallel()
	holds(t, literal.Returned, roll.Outcome.Returned)
	holds(t, literal.UnderWay, roll.Outcome.UnderWay)
	holds(t, saves.Pending, roll.Outcome.Pending)
	holds(t, literal.Decides, roll.AttemptState.Decides)
	holds(t, literal.Probed, func(reason roll.Pause) bool { return reason != roll.NotPaused && !reason.Probed() })
}

func TestTheGravestPauseHasTheLastName(t *testing.T) {
	t.Parallel()
	byGravity := []roll.Pause{roll.NotPaused, roll.PausedAddress, roll.PausedKey, roll.PausedStudents}
	if !slices.IsSorted(byGravity) {
		t.Errorf("by their names they are in another order than %v", byGravity)
	}
	for _, reason := range constants.Of[roll.Pause](t) {
		if !slices.Contains(byGravity, reason) {
			t.Errorf("nobody said how grave %q is", reason)
		}
	}
}

func TestAdminsAreNotifiedOfEveryPause(t *testing.T) {
	t.Parallel()
	kinds := constants.Of[roll.TroubleKind](t)
	for _, reason := range constants.Of[roll.Pause](t) {
		if reason != roll.NotPaused && !slices.Contains(kinds, roll.TroubleKind(reason)) {
			t.Errorf("%q is no kind of trouble", reason)
		}
	}
}

func indexesKnowTheStates(f *fixture) {
	var indexes []string
	must(f.t, f.schema(f.t.Context(), &indexes))
	pendingMarks, unsavedMarks, openAttempts := ofIndex(indexes, "marks_pending"), ofIndex(indexes, "marks_unsaved"), ofIndex(indexes, "attempts_open")
	holds(f.t, pendingMarks, roll.Outcome.Pending)
	// It contains the marks in all other states.
	holds(f.t, unsavedMarks, func(outcome roll.Outcome) bool { return outcome == roll.Saved || outcome.Pending() })
	holds(f.t, openAttempts, func(state roll.AttemptState) bool { return state == roll.Open })
	known := []string{pendingMarks, unsavedMarks, openAttempts, ofIndex(indexes, "held_marks_open")}
	for _, index := range indexes {
		if strings.Contains(index, "'") && !slices.Contains(known, index) {
			f.t.Errorf("no test knows the values of %s", index)
		}
	}
}

// schema returns the definitions of the database's indexes.
func (f *fixture) schema(ctx context.Context, indexes *[]string) error {
	ask := `SELECT coalesce(sql, '') FROM sqlite_master WHERE type = 'index'`
	if !strings.HasPrefix(f.location, "sqlite:") {
		ask = `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'`
	}
	return f.Database.Query(ctx, func(rows *sql.Rows) error {
		var index string
		err := rows.Scan(&index)
		*indexes = append(*indexes, index)
		return err
	}, ask)
}

func ofIndex(indexes []string, name string) string {
	at := slices.IndexFunc(indexes, func(index string) bool { return strings.Contains(index, " "+name+" ") })
	if at < 0 {
		return ""
	}
	return indexes[at]
}
