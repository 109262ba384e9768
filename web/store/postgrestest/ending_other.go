//go:build !linux

package postgrestest

import "syscall"

// endingWithUs does nothing where the system does not offer it.
func endingWithUs() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
