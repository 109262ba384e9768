package command

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestTheVersionIsThatOfTheBuild(t *testing.T) {
	t.Parallel()
	stamped := func(version, commit, modified string) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: []debug.BuildSetting{
			{Key: "-trimpath", Value: "true"}, {Key: "vcs.revision", Value: commit}, {Key: "vcs.modified", Value: modified},
		}}
	}
	for name, of := range map[string]struct {
		release string
		info    *debug.BuildInfo
		want    string
	}{
		"a tagged commit":                  {"", stamped("v1.4.0", "4a26587", "false"), "v1.4.0 (commit 4a26587, go"},
		"a commit with changes":            {"", stamped("v1.4.1-0.20261122-4a26587+dirty", "4a26587", "true"), "v1.4.1-0.20261122-4a26587+dirty (commit 4a26587 and changes since, go"},
		"no repository":                    {"", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "devel (unknown commit, go"},
		"no repository and a version":      {"v1.4.0", &debug.BuildInfo{}, "v1.4.0 (unknown commit, go"},
		"a repository and another version": {"v2.0.0", stamped("v1.4.0", "4a26587", "false"), "v2.0.0 (commit 4a26587, go"},
		"nothing known":                    {"", nil, "devel (unknown commit, go"},
	} {
		if got := built(of.release, of.info); !strings.HasPrefix(got, of.want) {
			t.Errorf("%s: it says %q, not %q", name, got, of.want)
		}
	}
}
