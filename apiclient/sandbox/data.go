package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// dataHeader is the first line of a data file.
const dataHeader = "Data of the sandbox, layout 3: one change a line\n"

// data is the state of the service, and the file that keeps it, if there is one. A change is appended to the file
// and is made by reading it there, and so are the changes of other processes on the same file.
type data struct {
	mu     sync.Mutex
	state  state
	file   *os.File // nil in memory
	read   int64    // the length of the file that was read
	cut    bool     // after that length is the beginning of a line
	closed bool
}

var errClosed = errors.New("the sandbox is closed")

// openData opens a data file, which it makes if it is missing or empty.
func openData(path string) (*data, error) {
	d := &data{state: state{keys: map[string]*APIKey{}}, read: int64(len(dataHeader))}
	if path == "" {
		return d, nil
	}
	var err error
	if d.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		return nil, fmt.Errorf("open sandbox data: %w", err)
	}
	err = d.begin()
	if err == nil {
		err = d.catchUp()
	}
	if err != nil {
		return nil, errors.Join(err, d.file.Close())
	}
	return d, nil
}

func (d *data) begin() error {
	header := make([]byte, len(dataHeader))
	n, err := d.file.ReadAt(header, 0)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return fmt.Errorf("read sandbox data: %w", err)
	case n == 0:
		_, err := d.file.WriteString(dataHeader)
		return err
	case string(header) != dataHeader:
		return errorf(KindForeignFile, 0,
			"%s was not made by this version of the sandbox: move it away, or name another file", d.file.Name())
	}
	return nil
}

// catchUp makes the changes that were appended to the file since the last call.
func (d *data) catchUp() error {
	if d.file == nil {
		return nil
	}
	about, err := d.file.Stat()
	if err != nil {
		return fmt.Errorf("read sandbox data: %w", err)
	}
	added := make([]byte, max(0, about.Size()-d.read))
	if _, err := d.file.ReadAt(added, d.read); err != nil && len(added) > 0 {
		return fmt.Errorf("read sandbox data: %w", err)
	}
	d.cut = len(added) > 0 && added[len(added)-1] != '\n'
	for line := range bytes.Lines(added) {
		if line[len(line)-1] != '\n' {
			break // another process is writing it, or was killed while it did
		}
		var c change
		// A line that was never written to its end was never answered either.
		if json.Unmarshal(line, &c) == nil {
			if err := d.state.apply(c); err != nil {
				return err
			}
		}
		d.read += int64(len(line))
	}
	return nil
}

// locked calls do with the present state.
func (d *data) locked(do func(*state) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return errClosed
	}
	if err := d.catchUp(); err != nil {
		return err
	}
	return do(&d.state)
}

// make makes a change. Its caller holds the lock.
func (d *data) make(c change) error {
	if d.file == nil {
		return d.state.apply(c)
	}
	line, err := encode(c)
	if err != nil {
		return err
	}
	if d.cut {
		line = append([]byte("\n"), line...)
	}
	if _, err := d.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("keep sandbox data: %w", err)
	}
	return d.catchUp()
}

func (d *data) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || d.file == nil {
		d.closed = true
		return nil
	}
	d.closed = true
	return d.file.Close()
}
