package load_test

import (
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// benchmarkClients is the number of concurrent clients.
const benchmarkClients = 16

// measure runs the work in 16 clients and reports the processor time of the process.
func measure(b *testing.B, work func(client int)) {
	b.Helper()
	b.ReportMetric(meanCost(b, func() time.Duration { return processorTime(b) }, work), "cpu-ms/op")
}

// meanCost runs the work in 16 clients, b.N times, and returns the cost of one run in milliseconds.
func meanCost(b *testing.B, spentSoFar func() time.Duration, work func(client int)) float64 {
	b.Helper()
	for client := range benchmarkClients {
		work(client)
	}
	runtime.GC()
	// The number of runs follows from the time of the last measured cost.
	b.StartTimer()
	b.ResetTimer()
	spent := costOf(benchmarkClients, b.N, spentSoFar, work)
	b.StopTimer()
	return spent / float64(b.N)
}

// costOf runs the work that many times in count clients, and returns the cost of all in milliseconds.
func costOf(count, times int, spentSoFar func() time.Duration, work func(client int)) float64 {
	var turns atomic.Int64
	var clients sync.WaitGroup
	before := spentSoFar()
	for client := range count {
		clients.Go(func() {
			for turns.Add(1) <= int64(times) {
				work(client)
			}
		})
	}
	clients.Wait()
	return float64((spentSoFar() - before).Microseconds()) / 1000
}

// bytesOf returns the bytes on the wire for an address.
func bytesOf(v *apptest.Visitor, address string) int {
	v.T.Helper()
	a := v.Get(address, "Accept-Encoding", "gzip")
	if a.Code != http.StatusOK || a.Header.Get("Content-Encoding") != "gzip" {
		v.T.Errorf("%s answers %d, encoded %q", address, a.Code, a.Header.Get("Content-Encoding"))
	}
	return len(a.Body)
}

// wantAtMost fails when the size is larger.
func wantAtMost(t *testing.T, what string, got, most int) {
	t.Helper()
	t.Logf("%s: %d of %d", what, got, most)
	if got > most {
		t.Errorf("%s: %d, more than %d", what, got, most)
	}
}
