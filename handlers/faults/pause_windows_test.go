package faults_test

import (
	"errors"
	"os"
)

// pause does not work on Windows.
func pause(*os.Process) error { return errors.ErrUnsupported }

// resume does not work on Windows.
func resume(*os.Process) error { return errors.ErrUnsupported }
