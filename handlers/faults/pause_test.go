//go:build !windows

package faults_test

import (
	"os"
	"syscall"
)

// pause stops a process in the middle of its work.
func pause(process *os.Process) error { return process.Signal(syscall.SIGSTOP) }

// resume lets a paused process continue.
func resume(process *os.Process) error { return process.Signal(syscall.SIGCONT) }
