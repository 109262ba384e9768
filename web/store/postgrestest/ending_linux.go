package postgrestest

import "syscall"

// endingWithUs makes a process end when the one that started it is gone.
func endingWithUs() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGINT} }
