package postgrestest

import (
	"os"
	"os/exec"
)

// account is the account of the server process: on Windows the test's own.
type account struct{}

func serverAccount() (*account, error) { return nil, nil } //nolint:nilnil // the test's own account

// giveTo gives the folder to the account.
func giveTo(*account, string) error { return nil }

// take makes the command run as the server's account.
func (*Server) take(command *exec.Cmd) { command.Env = append(os.Environ(), "LC_ALL=C") }
