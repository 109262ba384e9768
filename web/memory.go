package web

import (
	"context"
	"net/http"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// The limits of garbage before it is collected: garbageBytes, but no less than is in use (leastPercent), and at most
// four times as much (mostPercent). Only a few MiB of lists and sessions are in use, so that the runtime's default
// would collect every few pages.
const (
	garbageBytes = 24 << 20
	leastPercent = 100
	mostPercent  = 400
)

// CollectSeldom makes the process collect garbage less often than by default, unless the operator set GOGC
// (documentation of package runtime). The program calls it at its start.
func CollectSeldom(lookUp func(name string) (string, bool)) {
	if _, isSet := lookUp("GOGC"); !isSet {
		afterEachCollection(limitGarbage)
	}
}

// limitGarbage sets the allowed garbage for the memory that is now in use.
func limitGarbage() {
	inUse := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(inUse)
	debug.SetGCPercent(garbagePercent(inUse[0].Value.Uint64()))
}

// afterEachCollection calls do now and after each collection of garbage. A collection finds the value that nothing
// refers to, and calls its cleanup.
func afterEachCollection(do func()) {
	do()
	runtime.AddCleanup(new([16]byte), afterEachCollection, do)
}

// garbagePercent returns the allowed garbage in percent of the memory in use.
func garbagePercent(inUse uint64) int {
	return min(max(garbageBytes*100/int(max(inUse, 1)), leastPercent), mostPercent)
}

const (
	// quietAfter is the shortest time without requests after which memory is returned; the longest is twice
	// that.
	quietAfter = 5 * time.Second
	// muchMemory is the growth, in bytes, since memory was last returned, from which returning is worthwhile.
	muchMemory = 8 << 20
)

// memory returns the memory of a busy time to the machine.
type memory struct{ requests atomic.Int64 }

// counted counts the requests to next.
func (m *memory) counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.requests.Add(1)
		next.ServeHTTP(w, r)
	})
}

// taken returns the bytes of the heap: in use, not yet collected, and not returned. The memory in use at the
// last collection is no measure, since it may include the 19 MiB of a password hash.
func taken() uint64 {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(heap)
	return heap[0].Value.Uint64() + heap[1].Value.Uint64()
}

// keep calls free after each busy time that took much memory, when no request came between two ticks. The start counts
// as a busy time.
func (m *memory) keep(ctx context.Context, ticks <-chan time.Time, taken func() uint64, free func()) {
	var before int64
	var left uint64
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		requests := m.requests.Load()
		if requests == before && taken() >= left+muchMemory {
			free()
			left = taken()
		}
		before = requests
	}
}
