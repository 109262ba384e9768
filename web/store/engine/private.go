package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// private is the mode of every file that contains children's names: only its owner has access.
const private fs.FileMode = 0o600

// OpenToOthers reports whether other accounts may be able to read the file: its mode allows it, or the system keeps
// no modes.
func OpenToOthers(file string) bool {
	about, err := os.Stat(file)
	return err == nil && about.Mode().Perm()&^private != 0
}

// keepPrivate creates the missing database file with private access, and removes the rights of others from an
// existing one. SQLite gives the files beside it the same mode.
func keepPrivate(file string) error {
	made, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_EXCL, private)
	if err == nil {
		return made.Close()
	}
	// When SQLite opens the file it reports why it cannot be made.
	for _, name := range []string{file, file + "-wal", file + "-shm"} {
		if err := takeFromOthers(name); err != nil {
			return err
		}
	}
	return nil
}

func takeFromOthers(file string) error {
	about, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look who may read the database's file: %w", err)
	}
	if !about.Mode().IsRegular() || about.Mode().Perm()&^private == 0 {
		return nil
	}
	err = os.Chmod(file, about.Mode().Perm()&private)
	// The file's owner decides who reads it. Some file systems have no modes.
	if err != nil && !errors.Is(err, fs.ErrPermission) && !errors.Is(err, errors.ErrUnsupported) {
		return fmt.Errorf("keep the database's file from others: %w", err)
	}
	return nil
}
