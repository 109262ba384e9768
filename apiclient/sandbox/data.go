package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"
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

// change is one change of a school, and one line of the data file. One of the fields from Added on is set. All changes
// in their order make the state of the service. A new key or webhook gets the next id.
type change struct {
	School string `json:",omitempty"`
	At     time.Time

	Added      *addedSchool `json:",omitempty"`
	Period     int          `json:",omitempty"` // see generator.describe
	Enrolled   *enrolment   `json:",omitempty"`
	Marked     *marked      `json:",omitempty"`
	Key        *addedKey    `json:",omitempty"`
	KeyUsed    int64        `json:",omitempty"`
	KeyRevoked int64        `json:",omitempty"`
	Webhook    *addedHook   `json:",omitempty"`
	Unhooked   int64        `json:",omitempty"`
	Delivery   *Delivery    `json:",omitempty"`
}

// addedSchool is a new school with sample data.
type addedSchool struct {
	School
	Shape string
	Year  int // its first
}

// marked is one status for some enrolments on a date. Of the last three nil changes nothing, and null removes.
type marked struct {
	Enrolments []int64
	Date       string
	Status     int64
	Comments   json.RawMessage `json:",omitempty"`
	In         json.RawMessage `json:",omitempty"`
	Out        json.RawMessage `json:",omitempty"`
}

// addedKey is a new key. Its hash is a SHA-256: the values are random, so a slow hash would add nothing.
type addedKey struct{ Name, Hash, Masked string }

// addedHook is a new address for webhooks.
type addedHook struct{ URL, Secret string }

// keptDeliveries limits the deliveries that a school has. The oldest are forgotten.
const keptDeliveries = 1000

// state is the schools by their changes, and the keys of all by their hashes.
type state struct {
	schools  []*school
	keys     map[string]*APIKey
	webhooks int64 // that were ever added
}

func (s *state) school(code string) *school {
	at := slices.IndexFunc(s.schools, func(one *school) bool { return one.Code == code })
	if at < 0 {
		return nil
	}
	return s.schools[at]
}

func (s *state) apply(c change) error {
	if c.Added != nil {
		made, err := shapeOf(c.Added.Shape)
		if err != nil {
			return err
		}
		sample := newGenerator(int64(len(s.schools)+1), made, c.Added.Year)
		s.schools = append(s.schools, newSchool(c.Added.School, sample))
		return nil
	}
	if at := s.school(c.School); at != nil {
		s.applyTo(at, c)
	}
	return nil
}

func (s *state) applyTo(at *school, c change) {
	switch {
	case c.Period != 0:
		at.addPeriod(c.Period)
	case c.Enrolled != nil:
		at.enrolments = append(at.enrolments, *c.Enrolled)
		at.sort()
		at.sample.nextStudent++
		at.sample.nextEnrolment++
	case c.Marked != nil:
		at.mark(*c.Marked)
	case c.Key != nil:
		key := &APIKey{ID: int64(len(s.keys) + 1), Name: c.Key.Name, Masked: c.Key.Masked, Created: c.At, owner: at.School}
		s.keys[c.Key.Hash] = key
		at.keys = append(at.keys, key)
	case c.KeyUsed != 0 || c.KeyRevoked != 0:
		at.changeKey(c)
	case c.Webhook != nil:
		s.webhooks++
		added := Webhook{ID: s.webhooks, URL: c.Webhook.URL, Created: c.At, secret: c.Webhook.Secret}
		at.webhooks = append(at.webhooks, added)
	case c.Unhooked != 0:
		at.webhooks = slices.DeleteFunc(at.webhooks, func(one Webhook) bool { return one.ID == c.Unhooked })
		at.deliveries = slices.DeleteFunc(at.deliveries, func(one *Delivery) bool { return one.Webhook == c.Unhooked })
	case c.Delivery != nil:
		at.deliver(c.Delivery)
	}
}

func (s *school) mark(m marked) {
	for _, id := range m.Enrolments {
		at := enrolmentDate{id, m.Date}
		kept := s.marks[at]
		student, _ := s.enrolment(id)
		kept.EnrolmentID, kept.StudentID, kept.Date = id, student.StudentID, m.Date
		kept.StatusID, kept.Status = m.Status, s.status(m.Status)
		replace(&kept.Comments, m.Comments)
		replace(&kept.CheckIn, m.In)
		replace(&kept.CheckOut, m.Out)
		s.marks[at] = kept
	}
}

func replace(kept *json.RawMessage, by json.RawMessage) {
	if by != nil {
		*kept = by
	}
}

func (s *school) changeKey(c change) {
	for _, key := range s.keys {
		switch {
		case key.ID == c.KeyUsed:
			key.LastUsed = &c.At
		case key.ID == c.KeyRevoked && key.Revoked == nil:
			key.Revoked = &c.At
		}
	}
}

// deliver stores a new delivery, or the result of a known one.
func (s *school) deliver(changed *Delivery) {
	at := slices.IndexFunc(s.deliveries, func(one *Delivery) bool { return one.Message == changed.Message })
	if at >= 0 {
		s.deliveries[at] = changed
		return
	}
	if _, err := s.secret(changed.Webhook); err == nil {
		s.deliveries = append(s.deliveries, changed)
		s.deliveries = s.deliveries[max(0, len(s.deliveries)-keptDeliveries):]
	}
}
