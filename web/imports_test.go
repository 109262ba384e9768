package web_test

import (
	"slices"
	"strings"
	"testing"
)

func TestHandlersReachTheServiceAndSecretsThroughOthers(t *testing.T) {
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

func TestViewsAreFedAndAskNobody(t *testing.T) {
	t.Parallel()
	allowed := []string{"web/roll", "web/paths", "web/language", "static"}
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

func TestTheSandboxAndTheClientShareNothing(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		imports := p.imports
		if p.folder == "apiclient/sandbox" {
			imports = slices.Concat(p.imports, p.insideTests, p.others)
		} else if p.folder != "apiclient" {
			continue
		}
		for _, name := range imports {
			if folder, isOurs := own(name); isOurs && folder != p.folder {
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
		if top(p.folder) == "handlers" || p.folder == "web" {
			continue
		}
		for _, name := range p.imports {
			if strings.HasPrefix(name, "github.com/labstack/") {
				t.Errorf("%s imports %s", p.folder, name)
			}
		}
	}
}

func TestNoProgramImportsWhatIsMadeForTests(t *testing.T) {
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
