// Package interrupt asks a process to stop, as an operator does. Only tests import it.
package interrupt

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// Allow prepares a command, before its start, for Send: the keys for Ctrl+Break reach a whole group of processes.
func Allow(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// Send asks the process to stop, by Ctrl+Break.
func Send(process *os.Process) error {
	return windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, uint32(process.Pid))
}
