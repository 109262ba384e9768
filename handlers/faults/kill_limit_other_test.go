//go:build !linux

package faults_test

import "errors"

// limitFiles works on Linux only.
func limitFiles(int, uint64) error { return errors.ErrUnsupported }
