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
	var made, ended, kernel, user syscall.Filetime
	this, err := syscall.GetCurrentProcess()
	apptest.Must(b, err)
	apptest.Must(b, syscall.GetProcessTimes(this, &made, &ended, &kernel, &user))
	return spent(kernel) + spent(user)
}

// spent returns a duration that Windows counts in units of 100 ns.
func spent(counted syscall.Filetime) time.Duration {
	return 100 * time.Duration(int64(counted.HighDateTime)<<32|int64(counted.LowDateTime))
}

// mostMemoryOf returns 0: Windows does not tell it after the end.
func mostMemoryOf(*os.ProcessState) float64 { return 0 }
