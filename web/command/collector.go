package command

import "runtime/debug"

// garbagePercent is how much garbage may grow beside what is in use, in percent of it,
// before it is collected. Little is in use, a few MiB of lists and sessions, so with the
// runtime's 100 every few pages pay for a collection.
const garbagePercent = 150

// CollectSeldom makes the process collect garbage less often than the runtime does by
// itself, unless the operator says how often in GOGC (documentation of package runtime).
// Main calls it; what measures the program's cost without Main calls it too.
func CollectSeldom(lookUp func(name string) (string, bool)) {
	if _, said := lookUp("GOGC"); !said {
		debug.SetGCPercent(garbagePercent)
	}
}
