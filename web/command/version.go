package command

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

// release is the version that a build names with
//
//	-ldflags="-X rollbook/web/command.release=VERSION"
//
// where Go finds none by itself, as in a container image.
var release string //nolint:gochecknoglobals // The linker can set a package's variable only.

// version prints the version.
type version struct{}

// Run prints the version, the commit it was built from, and Go's version.
func (version) Run(_ context.Context, p *process) error {
	return p.print("rollbook %s\n", thisBuild())
}

// thisBuild describes this program's build.
func thisBuild() string {
	info, _ := debug.ReadBuildInfo()
	return built(release, info)
}

// built describes the build: the version, or "devel", and the commit, or "unknown commit" for a build without
// the repository.
func built(release string, info *debug.BuildInfo) string {
	named, commit, changed := "", "unknown commit", ""
	if info != nil {
		if info.Main.Version != "(devel)" {
			named = info.Main.Version
		}
		for _, setting := range info.Settings {
			switch {
			case setting.Key == "vcs.revision":
				commit = "commit " + setting.Value
			case setting.Key == "vcs.modified" && setting.Value == "true":
				changed = " and changes since"
			}
		}
	}
	return fmt.Sprintf("%s (%s%s, %s, %s/%s)", cmp.Or(release, named, "devel"), commit, changed, runtime.Version(),
		runtime.GOOS, runtime.GOARCH)
}
