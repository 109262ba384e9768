package web

import (
	"context"
	"net/http"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// Garbage may grow to so much before it is collected, or to as much as is in use where
// that is more. Little is in use, a few MiB of lists and sessions, so that by the runtime's
// own measure every few pages would pay for a collection.
const (
	garbageBytes = 24 << 20
	leastPercent = 100
	mostPercent  = 400
)

// CollectSeldom makes the process collect garbage less often than the runtime does by
// itself, unless the operator says how often in GOGC (documentation of package runtime).
// The program does so at its start and now and then; what measures the program's cost does
// so itself.
func CollectSeldom(lookUp func(name string) (string, bool)) {
	if _, said := lookUp("GOGC"); said {
		return
	}
	inUse := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(inUse)
	debug.SetGCPercent(garbagePercent(inUse[0].Value.Uint64()))
}

// garbagePercent is the garbage that may grow beside what is in use, in percent of it.
func garbagePercent(inUse uint64) int {
	return min(max(garbageBytes*100/int(max(inUse, 1)), leastPercent), mostPercent)
}

const (
	// quietAfter is how long nobody asks for anything until the memory of a busy time is
	// given back, at least; at most it is twice as long.
	quietAfter = 5 * time.Second
	// manyRequests is how many have left something behind that is worth a collection.
	manyRequests = 50
)

// memory gives what a busy time took back to the machine.
type memory struct{ requests atomic.Int64 }

// counted counts the requests that next answers.
func (m *memory) counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.requests.Add(1)
		next.ServeHTTP(w, r)
	})
}

// keep calls free after each busy time, once no request has come from one tick to the
// next, and each at every tick.
func (m *memory) keep(ctx context.Context, ticks <-chan time.Time, each, free func()) {
	var before, freed int64
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		each()
		requests := m.requests.Load()
		if requests == before && requests-freed >= manyRequests {
			free()
			freed = requests
		}
		before = requests
	}
}
