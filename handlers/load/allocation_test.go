//go:build !race

// The race detector allocates too.

package load_test

import (
	"fmt"
	"net/http"
	"runtime"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store/postgrestest"
)

// cost is the memory of a page or a save: the number of pieces, and their size.
type cost struct{ pieces, kilobytes float64 }

// spare multiplies each figure: a test fails above it. Then either the allocation goes, or the figure grows in a commit
// that says why.
const spare = 1.05

// reached are the costs of pages and saves, which no machine and no load changes. A save includes its call, and the
// school's system of the test, which answers it.
var reached = map[string]cost{
	"SQLite, 16 classes, roll page":      {1142, 97},
	"SQLite, 16 classes, saved roll":     {1180, 99},
	"SQLite, 16 classes, home":           {2803, 432},
	"SQLite, 16 classes, board":          {4778, 768},
	"SQLite, 16 classes, save":           {3456, 351},
	"SQLite, 60 classes, roll page":      {1275, 110},
	"SQLite, 60 classes, saved roll":     {1313, 102},
	"SQLite, 60 classes, home":           {8079, 1517},
	"SQLite, 60 classes, board":          {12650, 2715},
	"SQLite, 60 classes, save":           {3459, 407},
	"PostgreSQL, 16 classes, roll page":  {1159, 100},
	"PostgreSQL, 16 classes, saved roll": {1215, 102},
	"PostgreSQL, 16 classes, home":       {2942, 444},
	"PostgreSQL, 16 classes, board":      {5283, 808},
	"PostgreSQL, 16 classes, save":       {3672, 389},
	"PostgreSQL, 60 classes, roll page":  {1292, 112},
	"PostgreSQL, 60 classes, saved roll": {1348, 106},
	"PostgreSQL, 60 classes, home":       {8619, 1555},
	"PostgreSQL, 60 classes, board":      {14290, 2820},
	"PostgreSQL, 60 classes, save":       {3678, 445},
}

func TestPagesAndSavesAllocateNoMoreOnSQLite(t *testing.T) { //nolint:paralleltest // It counts for the process.
	wantReached(t, "SQLite", func() string { return apptest.NewDatabase(t, t.TempDir()) })
}

func TestPagesAndSavesAllocateNoMoreOnPostgreSQL(t *testing.T) { //nolint:paralleltest // It counts for the process.
	if server, ok := postgrestest.Start(t); ok {
		wantReached(t, "PostgreSQL", func() string { return server.NewDatabase(t) })
	}
}

// wantReached measures a school of 16 classes and one of 60, whose last class is not marked yet.
func wantReached(t *testing.T, engine string, newDatabase func() string) {
	t.Helper()
	for _, classes := range []int{16, 60} {
		p := bootBigOn(t, newDatabase(), classes, usualClass)
		anna := roll.Person{ID: apptest.Teacher, Email: apptest.Teacher, Name: "Anna Lindqvist"}
		apptest.Must(t, p.App.Store.AddPerson(t.Context(), anna, apptest.EveryHash))
		apptest.Must(t, p.App.Store.Join(t.Context(), anna.ID, bigSchool, roll.Teacher))
		takeAll(t, p, classes-1, usualClass)
		for name, work := range map[string]func(){
			"roll page":  reading(t, p, apptest.Teacher, usualRoll+"?period=1&class="+string(classID(classes-1))),
			"saved roll": reading(t, p, apptest.Teacher, usualRoll+"?period=1&class=class-0"),
			"home":       reading(t, p, apptest.Teacher, "/schools/"+string(bigSchool)),
			"board":      reading(t, p, apptest.OfficeWorker, bigDay),
		} {
			wantCost(t, fmt.Sprintf("%s, %d classes, %s", engine, classes, name), work)
		}
		// The last, since it changes marks.
		wantCost(t, fmt.Sprintf("%s, %d classes, save", engine, classes), saving(t, p))
	}
}

// reading returns a person's request for a page.
func reading(t *testing.T, p *apptest.Program, person, path string) func() {
	t.Helper()
	cookies := p.As(t, person).Cookies()
	return func() {
		if answer := p.Serve(cookies, http.MethodGet, path, nil); answer.Code != http.StatusOK {
			t.Fatalf("%s answers %d", path, answer.Code)
		}
	}
}

// saving returns a press of Save for a whole class, whose answer says that all is saved.
func saving(t *testing.T, p *apptest.Program) func() {
	t.Helper()
	class := classNumber(0, usualClass, time.UTC)
	class.person = apptest.Teacher
	class.form.Set("date", string(p.Today()))
	cookies := p.As(t, apptest.Teacher).Cookies()
	for i := range class.seen {
		class.seen[i] = 1
	}
	return func() {
		form := class.press(p.App.Identity.Tokens, everybody)
		if answer := p.Serve(cookies, http.MethodPost, usualRoll, form); answer.Code != http.StatusOK {
			t.Fatalf("the save answers %d: %s", answer.Code, answer.Body)
		}
	}
}

// wantCost does the work often and expects its cost to be the one reached: the least of some turns, since what the
// program does beside it counts too.
func wantCost(t *testing.T, name string, work func()) {
	t.Helper()
	const turns, each = 3, 8
	for range each {
		work()
	}
	got := cost{1e9, 1e9}
	for range turns {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range each {
			work()
		}
		runtime.ReadMemStats(&after)
		got.pieces = min(got.pieces, float64(after.Mallocs-before.Mallocs)/each)
		got.kilobytes = min(got.kilobytes, float64(after.TotalAlloc-before.TotalAlloc)/each/1024)
	}
	t.Logf("%q: {%.0f, %.1f},", name, got.pieces, got.kilobytes)
	if most := reached[name]; got.pieces > most.pieces*spare || got.kilobytes > most.kilobytes*spare {
		t.Errorf("%s: %.0f pieces, %.1f KB; it was %.0f, %.1f KB", name, got.pieces, got.kilobytes, most.pieces,
			most.kilobytes)
	}
}
