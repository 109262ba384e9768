package command

import (
	"context"
	"runtime"
	"runtime/debug"
)

// version prints what was built.
type version struct{}

// Run prints the module's version, the commit it was built from, and Go's version.
func (version) Run(_ context.Context, p *process) error {
	built, commit := "(devel)", "unknown commit"
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" {
			built = info.Main.Version
		}
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				commit = setting.Value
			}
		}
	}
	return p.print("rollbook %s (%s, %s, %s/%s)\n", built, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
