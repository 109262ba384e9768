package engine

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// numberOf returns the number of the file on its disk. A copied file has another, a moved one keeps it.
func numberOf(file string) (number string, err error) {
	opened, err := os.Open(file)
	if err != nil {
		return "", fmt.Errorf("look at the database file: %w", err)
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	var about syscall.ByHandleFileInformation
	if err := syscall.GetFileInformationByHandle(syscall.Handle(opened.Fd()), &about); err != nil {
		return "", fmt.Errorf("look at the database file: %w", err)
	}
	return fmt.Sprintf("file %08x-%08x%08x", about.VolumeSerialNumber, about.FileIndexHigh, about.FileIndexLow), nil
}
