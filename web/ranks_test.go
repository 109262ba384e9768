package web_test

import (
	"errors"
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ranks orders the packages of the program by their folders: each imports strictly
// lower ones only.
func ranks() map[string]int {
	rows := [][]string{
		{"web/roll", "web/paths", "static", "apiclient/document", "apiclient/sandbox", "web/lists/tables"},
		{"web/identity/limits", "apiclient", "web/language", "web/papers", "apiclient/sandbox/registrar"},
		{"apiclient/mapping", "web/lists/lines", "web/lists/days", "web/store/packed", "web/store/engine", "web/store/literal"},
		{"web/connecting/proof", "web/store/people", "web/store/schools", "web/store/absences", "web/store/audit"},
		{"web/store/saves"},
		{"web/store/lists"},
		{"web/store/keeping"},
		{"web/store", "web/identity/session", "web/vault", "web/identity/auth", "web/live", "web/office/finder", "web/connecting/readings", "apiclient/discovery"},
		{"web/events"},
		{"web/edge/settings", "web/saving/sender", "web/lists/rosters", "web/office/strips", "web/saving/submission", "web/connecting/services", "web/office/notices", "web/lists/hooks", "web/lists/drafts", "web/identity/people", "web/identity/pins", "web/identity/factors", "web/identity/sso", "web/ending", "web/identity/tablets", "web/office/comparing", "web/office/absences", "web/office/boards", "web/lists/imports"},
		{"web/connecting/setup", "web/events/facts", "web/office/exports"},
		{"web/connecting"},
		{"web/lists", "web/identity"},
		{"web/office", "web/saving"},
		{"web/edge"},
		{"web"},
		{"web/demo"},
		{"web/command"},
		{"views/part"},
		{"views/layout"},
		{"views/entry", "views/factor", "views/taking", "views/door"},
		{"views/office", "views/absences", "views/settings", "views/connecting"},
		{examples},
		{"handlers/visit"},
		{"handlers/naming"},
		{"handlers/factor"},
		{"handlers/desk", "handlers/entry"},
		{"handlers/taking"},
		{"handlers/office", "handlers/absences", "handlers/settings", "handlers/connecting", "handlers/door"},
		{"handlers"},
		{"."},
	}
	table := make(map[string]int)
	for rank, folders := range rows {
		for _, folder := range folders {
			table[folder] = rank
		}
	}
	return table
}

// testOnly are the packages that only tests import.
func testOnly() []string {
	return []string{"views/browsertest", "views/pagetest", "handlers/apptest", "handlers/apptest/interrupt", "web/roll/constants", "web/store/postgrestest", "web/without"}
}

// house is the module's folder.
const house = ".."

// ours is the beginning of our packages' import paths.
const ours = "rollbook"

// pkg is a package with the imports of its files, ours as folders.
type pkg struct {
	folder string
	// hasCode is false for folders with tests only.
	hasCode                      bool
	imports, insideTests, others []string
}

// packages reads the imports of every package of the module.
func packages(t *testing.T) []pkg {
	t.Helper()
	var all []pkg
	for folder := range folders(t) {
		if strings.HasPrefix(folder, ".") && folder != "." {
			continue
		}
		read, err := build.ImportDir(filepath.Join(house, folder), 0)
		if _, ok := errors.AsType[*build.NoGoError](err); ok {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, pkg{
			folder: folder, hasCode: len(read.GoFiles) > 0,
			imports: byFolder(read.Imports), insideTests: byFolder(read.TestImports), others: byFolder(read.XTestImports),
		})
	}
	if len(all) < len(ranks())/2 {
		t.Fatalf("only %d packages were found", len(all))
	}
	return all
}

// folders returns all folders of the module.
func folders(t *testing.T) map[string]bool {
	t.Helper()
	found := make(map[string]bool)
	for path := range files(t) {
		for folder := filepath.Dir(path); !found[folder]; folder = filepath.Dir(folder) {
			found[folder] = true
		}
	}
	return found
}

// files returns all files of the module, by their paths from its root, except those that git ignores.
func files(t *testing.T) map[string]bool {
	t.Helper()
	found := make(map[string]bool)
	ignored := ignored(t)
	err := filepath.WalkDir(house, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		path, err = filepath.Rel(house, path)
		switch {
		case err != nil:
			return err
		case ignored(path) && entry.IsDir():
			return filepath.SkipDir
		case !entry.IsDir() && !ignored(path):
			found[path] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// ignored matches the lines of .gitignore: a path from the root if they begin with a slash, otherwise a file
// name in any folder.
func ignored(t *testing.T) func(path string) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(house, ".gitignore"))
	if err != nil {
		t.Fatal(err)
	}
	patterns := append(strings.Fields(string(text)), "/.git")
	return func(path string) bool {
		return slices.ContainsFunc(patterns, func(pattern string) bool {
			rooted, isRooted := strings.CutPrefix(strings.TrimSuffix(pattern, "/"), "/")
			if isRooted {
				return path == rooted
			}
			matched, err := filepath.Match(rooted, filepath.Base(path))
			return err == nil && matched
		})
	}
}

// byFolder turns the paths of our packages into their folders.
func byFolder(paths []string) []string {
	named := make([]string, len(paths))
	for i, path := range paths {
		named[i] = path
		if path == ours {
			named[i] = "."
		} else if folder, own := strings.CutPrefix(path, ours+"/"); own {
			named[i] = "./" + folder
		}
	}
	return named
}

// own returns the folder of one of our packages.
func own(name string) (folder string, isOurs bool) {
	return strings.CutPrefix(name, "./")
}

func TestEveryPackageHasARank(t *testing.T) {
	t.Parallel()
	table := ranks()
	for _, p := range packages(t) {
		if _, known := table[p.folder]; !known && !slices.Contains(testOnly(), p.folder) && p.hasCode {
			t.Errorf("%s has no rank", p.folder)
		}
		delete(table, p.folder)
	}
	for folder := range table {
		t.Errorf("%s has a rank and no code", folder)
	}
}

func TestPackagesImportLowerRanksOnly(t *testing.T) {
	t.Parallel()
	table := ranks()
	for _, p := range packages(t) {
		if slices.Contains(testOnly(), p.folder) {
			continue
		}
		for _, name := range p.imports {
			folder, isOurs := own(name)
			if !isOurs {
				continue
			}
			if rank, known := table[folder]; !known || rank >= table[p.folder] {
				t.Errorf("%s imports %s", p.folder, folder)
			}
		}
	}
}

// examples has every page in each of its states, for the demonstration's gallery; the tests of the pages use
// it too.
const examples = "views/examples"

// Tests may also import their own package, those of its rank, and the packages made for tests. A folder that
// has only tests may test the whole program.
func TestTestsImportNothingAboveTheirPackage(t *testing.T) {
	t.Parallel()
	table := ranks()
	for _, p := range packages(t) {
		if !p.hasCode {
			continue
		}
		for _, name := range slices.Concat(p.insideTests, p.others) {
			folder, isOurs := own(name)
			if isOurs && folder != examples && !slices.Contains(testOnly(), folder) && table[folder] > table[p.folder] {
				t.Errorf("a test of %s imports %s", p.folder, folder)
			}
		}
	}
}

func TestFoldersImportOneWay(t *testing.T) {
	t.Parallel()
	order := []string{"apiclient", "web", "views", "handlers", "."}
	for _, p := range packages(t) {
		for _, name := range p.imports {
			folder, isOurs := own(name)
			if !isOurs || top(folder) == "static" {
				continue
			}
			if slices.Index(order, top(folder)) > slices.Index(order, top(p.folder)) {
				t.Errorf("%s imports %s", p.folder, folder)
			}
		}
	}
}

// Tests that did not run on this machine are reported at the end, where people read it.
func TestTheLastPackageListsTheTestsThatDidNotRun(t *testing.T) {
	t.Parallel()
	const last = "web/without"
	for _, p := range packages(t) {
		if p.folder > last {
			t.Errorf("go test shows %s behind %s", p.folder, last)
		}
	}
}

// A newcomer reads a package as a whole, so it must be small enough.
func TestPackagesAreSmall(t *testing.T) {
	t.Parallel()
	const mostInARoom, most = 25, 35
	count := make(map[string]int)
	for path := range files(t) {
		if filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(path, "_templ.go") {
			count[filepath.Dir(path)]++
		}
	}
	for folder, files := range count {
		isRoom := top(folder) == "handlers" || top(folder) == "views"
		if files > most || isRoom && files > mostInARoom {
			t.Errorf("%s has %d files", folder, files)
		}
	}
}

// top is the topmost folder.
func top(folder string) string {
	first, _, _ := strings.Cut(filepath.ToSlash(folder), "/")
	return first
}
