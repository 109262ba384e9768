package postgrestest

import "syscall"

// endingWithUs makes a process end when its parent ends.
func endingWithUs() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGINT} }
