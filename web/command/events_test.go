package command

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// changing returns the commands that change people, keys or settings, or export something, by the events in
// the server's log.
func changing() map[string][]string {
	return map[string][]string{
		"school add": {"school-added"}, "school allow": {"private-addresses-changed"}, "school move": {"connection-entered"},
		"school key": {"key-entered", "key-removed"}, "school roster": {"student-list-kept"}, "school statuses": {"statuses-changed"},
		"school periods": {"periods-changed"}, "school mapping": {"connection-lists-used", "connection-exported"},
		"school rename": {"school-renamed"}, "school remove": {"school-exported", "school-removed"},
		"user add": {"person-added", "role-changed"}, "user password": {"password-changed"}, "user block": {"person-disabled"}, "user unblock": {"person-enabled"},
		"user remove-second-step": {"factor-removed"},
		"device remove":           {"tablet-revoked"}, "backup": {"database-copied"}, "restore": {"database-restored"}, "copy": {"database-restored"},
	}
}

// looking returns the commands that change nothing of a school: they only read, run something, or concern the
// sample school system.
func looking() []string {
	return []string{
		"demo", "serve", "migrate", "healthcheck", "config", "version", "completion", "school list", "school check", "user list", "device list",
		"sandbox run", "sandbox key create", "sandbox key list", "sandbox key remove",
	}
}

func TestEveryCommandThatChangesSomethingLeavesItsEventsForTheLog(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(&commands{}, kong.Name("rollbook"))
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile(filepath.Join("testdata", "script", "events.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	left := changing()
	for _, leaf := range parser.Model.Leaves(false) {
		name, _, _ := strings.Cut(strings.TrimPrefix(leaf.Path(), "rollbook "), " (") // without its older names
		events, changes := left[name]
		if changes == slices.Contains(looking(), name) {
			t.Errorf("is %q told in the log, or does it only look?", name)
		}
		delete(left, name)
		for _, event := range events {
			line := regexp.MustCompile(`exec rollbook ` + name + `\s`)
			ran, told := line.Match(script), strings.Contains(string(script), `"event":"`+event+`"`)
			if !ran || !told {
				t.Errorf("the script of events does not run %q and look for %q", name, event)
			}
		}
	}
	for name := range left {
		t.Errorf("%q is no command", name)
	}
}
