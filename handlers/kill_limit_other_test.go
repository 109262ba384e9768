//go:build !linux

package handlers_test

import "errors"

// limitFiles is known on Linux only.
func limitFiles(int, uint64) error { return errors.ErrUnsupported }
