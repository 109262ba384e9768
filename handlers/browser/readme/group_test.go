//go:build !windows

package readme_test

import (
	"os"
	"os/exec"
	"syscall"
)

// inGroup prepares a command whose child processes end with it: "go run" runs the program as one.
func inGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endGroup ends a process and its child processes.
func endGroup(process *os.Process) error { return syscall.Kill(-process.Pid, syscall.SIGTERM) }
