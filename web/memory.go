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
	// muchGarbage, in bytes, is worth a collection.
	muchGarbage = 8 << 20
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

// garbage is how many bytes of the heap are not in use: what is not collected yet, and
// what is not given back.
func garbage() uint64 {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(heap)
	taken, inUse := heap[0].Value.Uint64()+heap[1].Value.Uint64(), heap[2].Value.Uint64()
	return taken - min(taken, inUse)
}

// keep calls free after each busy time that left much garbage behind, once no request has
// come from one tick to the next, and each at every tick.
func (m *memory) keep(ctx context.Context, ticks <-chan time.Time, each func(), garbage func() uint64, free func()) {
	var before int64
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		each()
		requests := m.requests.Load()
		if requests == before && garbage() >= muchGarbage {
			free()
		}
		before = requests
	}
}
