//go:build !windows

// Package interrupt asks a process to stop, as an operator does. Only tests import it.
package interrupt

import (
	"os"
	"os/exec"
	"syscall"
)

// Allow prepares a command, before its start, for Send.
func Allow(*exec.Cmd) {}

// Send asks the process to stop.
func Send(process *os.Process) error { return process.Signal(syscall.SIGTERM) }
