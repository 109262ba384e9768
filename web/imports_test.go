package web_test

import (
	"slices"
	"strings"
	"testing"
)

func TestHandlersReachTheServiceAndSecretsThroughOtherPackages(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if top(p.folder) != "handlers" || slices.Contains(testOnly(), p.folder) {
			continue
		}
		for _, name := range p.imports {
			folder, _ := own(name)
			if folder == "web/vault" || top(folder) == "apiclient" {
				t.Errorf("%s imports %s", p.folder, folder)
			}
		}
	}
}

func TestViewsImportNothingThatReadsData(t *testing.T) {
	t.Parallel()
	allowed := []string{"web/roll", "web/paths", "web/language", "web/connecting/readings", "static",
		"web/lists/imports", "web/lists/tables", "web/lists/lines", "web/papers"}
	banned := []string{"net/http", "database/sql", "os", "io/fs", "net"}
	for _, p := range packages(t) {
		if top(p.folder) != "views" || slices.Contains(testOnly(), p.folder) {
			continue
		}
		for _, name := range p.imports {
			folder, isOurs := own(name)
			if isOurs && top(folder) != "views" && !slices.Contains(allowed, folder) || slices.Contains(banned, name) {
				t.Errorf("%s imports %s", p.folder, name)
			}
		}
	}
}

// The client does not know the program either.
func TestTheSandboxAndTheClientShareNothing(t *testing.T) {
	t.Parallel()
	// The systems of other makers rank before the sandbox.
	isSystem := func(folder string) bool { return strings.HasPrefix(folder+"/", "apiclient/sandbox/") }
	for _, p := range packages(t) {
		imports := p.imports
		if isSystem(p.folder) {
			imports = slices.Concat(p.imports, p.insideTests, p.others)
		} else if top(p.folder) != "apiclient" {
			continue
		}
		for _, name := range imports {
			folder, isOurs := own(name)
			if isOurs && folder != p.folder && (isSystem(folder) != isSystem(p.folder) || top(folder) != "apiclient") {
				t.Errorf("%s imports %s", p.folder, folder)
			}
		}
	}
}

func TestTheDomainImportsTheStandardLibraryOnly(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if p.folder != "web/roll" {
			continue
		}
		for _, name := range p.imports {
			if strings.Contains(top(name), ".") {
				t.Errorf("web/roll imports %s", name)
			}
		}
	}
}

func TestEchoStaysInHandlersAndWeb(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if top(p.folder) == "handlers" || p.folder == "web" || p.folder == "web/edge" {
			continue
		}
		for _, name := range p.imports {
			if strings.HasPrefix(name, "github.com/labstack/") {
				t.Errorf("%s imports %s", p.folder, name)
			}
		}
	}
}

func TestNoProgramImportsATestPackage(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if slices.Contains(testOnly(), p.folder) {
			continue
		}
		for _, name := range p.imports {
			if folder, isOurs := own(name); isOurs && slices.Contains(testOnly(), folder) || name == "testing" {
				t.Errorf("%s imports %s", p.folder, name)
			}
		}
	}
}
