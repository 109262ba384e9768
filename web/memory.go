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
	// quietAfter is the shortest time without requests after which the memory of a busy time
	// is given back; the longest is twice that.
	quietAfter = 5 * time.Second
	// muchMemory is the growth, in bytes, since memory was last given back from which it is
	// worth giving back again.
	muchMemory = 8 << 20
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

// taken returns the bytes of the machine that the heap has: in use, not collected yet, and not given
// back. What the last collection found in use says nothing here: it may have met the 19 MiB
// that hashing a password takes for a moment.
func taken() uint64 {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(heap)
	return heap[0].Value.Uint64() + heap[1].Value.Uint64()
}

// keep calls free after each busy time that took much memory, once no request has come from one
// tick to the next, and each at every tick. The start is such a busy time.
func (m *memory) keep(ctx context.Context, ticks <-chan time.Time, each func(), taken func() uint64, free func()) {
	var before int64
	var left uint64
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		each()
		requests := m.requests.Load()
		if requests == before && taken() >= left+muchMemory {
			free()
			left = taken()
		}
		before = requests
	}
}
