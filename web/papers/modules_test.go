package papers_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"rollbook/web/papers"
	"rollbook/web/roll/constants"
)

func TestEachModuleOfGoModHasItsLicence(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(constants.Root(t), "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	var required []string
	for _, found := range regexp.MustCompile(`(?m)^(?:require )?\s*(\S+\.\S+/\S+) v\S+(?: // indirect)?$`).
		FindAllStringSubmatch(string(text), -1) {
		required = append(required, found[1])
	}
	slices.Sort(required)
	listed := slices.Sorted(maps.Keys(papers.Licences()))
	if len(required) == 0 || !slices.Equal(listed, required) {
		t.Errorf("licences.tsv has\n%s\nand go.mod\n%s", strings.Join(listed, "\n"), strings.Join(required, "\n"))
	}
}

func TestTheLicenceOfAModuleIsTheOneInItsFolder(t *testing.T) {
	t.Parallel()
	list := exec.CommandContext(t.Context(), "go", append([]string{"list", "-m", "-f", "{{.Path}}\t{{.Dir}}"},
		slices.Sorted(maps.Keys(papers.Licences()))...)...)
	list.Dir = constants.Root(t)
	folders, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for line := range strings.Lines(string(folders)) {
		path, folder, _ := strings.Cut(strings.TrimSpace(line), "\t")
		files, err := filepath.Glob(filepath.Join(folder, "[LC][IO][CP][EY]*"))
		if err != nil || folder == "" || len(files) == 0 {
			continue // The machine has no copy of a module that nothing here imports.
		}
		text, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		read++
		if got, want := papers.Licences()[path], licenceOf(string(text)); got != want {
			t.Errorf("%s has the licence %s, and licences.tsv says %s", path, want, got)
		}
	}
	if least := 60; read < least {
		t.Errorf("of %d modules only is the licence here", read)
	}
}

// licenceOf recognizes licences by words that no other has. A module may have parts under several.
func licenceOf(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	var all []string
	for _, one := range []struct{ words, licence string }{
		{"Apache License Version 2.0", "Apache-2.0"}, {"endorse or promote products", "BSD-3-Clause"},
		{"Permission is hereby granted, free of charge", "MIT"}, {"Mozilla Public License Version 2.0", "MPL-2.0"},
	} {
		if strings.Contains(text, one.words) {
			all = append(all, one.licence)
		}
	}
	if len(all) == 0 && strings.Contains(text, "Redistribution and use in source") {
		return "BSD-2-Clause"
	}
	return strings.Join(all, " AND ")
}

func TestAReplacedModuleIsNamedWithTheVersionInTheProgram(t *testing.T) {
	t.Parallel()
	got := papers.Modules(&debug.BuildInfo{Deps: []*debug.Module{
		{Path: "github.com/a-h/templ", Version: "v1.0.0"},
		{Path: "modernc.org/libc", Version: "v2.0.0", Replace: &debug.Module{Path: "modernc.org/libc", Version: "v1.9.0"}},
	}})
	want := []papers.Module{
		{Path: "github.com/a-h/templ", Version: "v1.0.0", Licence: "MIT"},
		{Path: "modernc.org/libc", Version: "v1.9.0", Licence: "BSD-3-Clause"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("the modules are %v, not %v", got, want)
	}
}
