//go:build !linux && !windows

package postgrestest

import "syscall"

// endingWithUs does nothing on systems that do not support it.
func endingWithUs() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
