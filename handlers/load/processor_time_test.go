//go:build !windows

package load_test

import (
	"os"
	"syscall"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// processorTime returns the processor time of this process so far.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	apptest.Must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// mostMemoryOf returns the most memory of a process that has ended, in MiB, as Linux counts it.
func mostMemoryOf(ended *os.ProcessState) float64 {
	used, _ := ended.SysUsage().(*syscall.Rusage)
	return float64(used.Maxrss) / 1024
}
