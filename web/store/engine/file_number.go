//go:build !windows

package engine

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// numberOf returns the number of the file on its disk. A copied file has another, a moved one keeps it.
func numberOf(file string) (string, error) {
	about, err := os.Stat(file)
	if err != nil {
		return "", fmt.Errorf("look at the database file: %w", err)
	}
	number, ok := about.Sys().(*syscall.Stat_t)
	if !ok {
		return "", errors.New("the database file has no number on this system")
	}
	return "inode " + strconv.FormatUint(number.Ino, 10), nil
}
