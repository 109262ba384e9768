package faults_test

import (
	"syscall"
	"unsafe"
)

// limitFiles limits the files that a process writes to a number of bytes, as on a full disk (prlimit,
// RLIMIT_FSIZE).
func limitFiles(pid int, bytes uint64) error {
	const limitFileSize = 1
	limit := [2]uint64{bytes, 1 << 62}
	_, _, failure := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), limitFileSize, uintptr(unsafe.Pointer(&limit)), 0, 0, 0)
	if failure != 0 {
		return failure
	}
	return nil
}
