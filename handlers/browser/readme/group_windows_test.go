package readme_test

import (
	"os"
	"os/exec"

	"rollbook/handlers/apptest/interrupt"
)

// inGroup prepares a command whose child processes end with it: "go run" runs the program as one.
func inGroup(command *exec.Cmd) { interrupt.Allow(command) }

// endGroup ends a process and its child processes.
func endGroup(process *os.Process) error { return interrupt.Send(process) }
