package postgrestest

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// account is the user of the server process. PostgreSQL refuses to run as root. The zero account is the
// test's own.
type account struct {
	other    bool
	uid, gid uint32
}

// serverAccount returns the test's own account, or a special one if that is root.
func serverAccount() (account, error) {
	if os.Geteuid() != 0 {
		return account{}, nil
	}
	var found *user.User
	var err error
	for _, name := range []string{"postgres", "nobody"} {
		if found, err = user.Lookup(name); err == nil {
			break
		}
	}
	if err != nil {
		return account{}, fmt.Errorf("find an account for PostgreSQL, which does not run as root: %w", err)
	}
	uid, err := strconv.ParseUint(found.Uid, 10, 32)
	if err != nil {
		return account{}, err
	}
	gid, err := strconv.ParseUint(found.Gid, 10, 32)
	if err != nil {
		return account{}, err
	}
	return account{other: true, uid: uint32(uid), gid: uint32(gid)}, nil
}

// take makes the command run as the account, and end with the test's process.
func (a account) take(command *exec.Cmd) {
	command.SysProcAttr = endingWithUs()
	if a.other {
		command.SysProcAttr.Credential = &syscall.Credential{Uid: a.uid, Gid: a.gid}
	}
	command.Env = append(os.Environ(), "LC_ALL=C")
}

// own makes the account the owner of the folder.
func (a account) own(folder string) error {
	if !a.other {
		return nil
	}
	return os.Chown(folder, int(a.uid), int(a.gid))
}
