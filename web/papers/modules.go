package papers

import (
	_ "embed"
	"runtime/debug"
	"strings"
)

// Module is a Go module in the program. Licence is its name in SPDX.
type Module struct{ Path, Version, Licence string }

//go:embed licences.tsv
var licences string

// Licences returns the licence of each module in go.mod, by the module's path.
func Licences() map[string]string {
	all := make(map[string]string)
	for line := range strings.Lines(licences) {
		path, licence, _ := strings.Cut(strings.TrimSpace(line), "\t")
		all[path] = licence
	}
	return all
}

// Modules returns the modules from which a program was built, in the order of their paths.
func Modules(info *debug.BuildInfo) []Module {
	if info == nil {
		return nil
	}
	known := Licences()
	all := make([]Module, 0, len(info.Deps))
	for _, one := range info.Deps {
		version := one.Version
		if one.Replace != nil {
			version = one.Replace.Version
		}
		all = append(all, Module{Path: one.Path, Version: version, Licence: known[one.Path]})
	}
	return all
}
