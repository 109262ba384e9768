package engine

import (
	"errors"
	"fmt"
	"io/fs"
)

var (
	// ErrMovedAway is returned by Ready while the file of an open SQLite database is no longer at its place.
	ErrMovedAway = errors.New("the database file was moved away or removed while the program used it")
	// ErrReplaced is returned by Ready when another file is at the place of an open SQLite database.
	ErrReplaced = errors.New("the database file was replaced while the program used it: start the program again")
)

// openFile is the file of an open SQLite database.
type openFile struct{ name, number string }

// inPlace returns ErrMovedAway or ErrReplaced if the open file has lost its place. What is written to it then would be
// lost to the next start.
func (f *openFile) inPlace() error {
	if f == nil {
		return nil
	}
	switch number, err := numberOf(f.name); {
	case errors.Is(err, fs.ErrNotExist):
		return ErrMovedAway
	case err != nil:
		return fmt.Errorf("look for the database file: %w", err)
	case number != f.number:
		return ErrReplaced
	}
	return nil
}
