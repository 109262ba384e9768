//go:build !windows

package postgrestest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// account is the account of the server process.
type account = syscall.Credential

// serverAccount returns the account of the server process: nil for the test's own, another if that is root, because
// PostgreSQL refuses to run as root.
func serverAccount() (*account, error) {
	if os.Geteuid() != 0 {
		return nil, nil //nolint:nilnil // the test's own account
	}
	found, err := user.Lookup("postgres")
	if err != nil {
		found, err = user.Lookup("nobody")
	}
	if err != nil {
		return nil, fmt.Errorf("find an account for PostgreSQL, which does not run as root: %w", err)
	}
	uid, wrongUser := strconv.ParseUint(found.Uid, 10, 32)
	gid, wrongGroup := strconv.ParseUint(found.Gid, 10, 32)
	return &account{Uid: uint32(uid), Gid: uint32(gid)}, errors.Join(wrongUser, wrongGroup)
}

// giveTo gives the folder to the account.
func giveTo(owner *account, folder string) error {
	return os.Chown(folder, int(owner.Uid), int(owner.Gid))
}

// take makes the command run as the server's account, and end with the test's process.
func (s *Server) take(command *exec.Cmd) {
	command.SysProcAttr = endingWithUs()
	command.SysProcAttr.Credential = s.owner
	command.Env = append(os.Environ(), "LC_ALL=C")
}
