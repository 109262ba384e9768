package command

import (
	"bytes"
	"io"
	"log/slog"
	"sync"
	"time"

	"rollbook/web/edge/settings"
)

const (
	// mostWaiting limits the unwritten bytes of the log.
	mostWaiting = 1 << 20
	// lastWords limits the wait at the end for unwritten records.
	lastWords = time.Second
)

// records writes the log's records to a destination that may be slow, full or gone, and never blocks the
// caller. It drops records without room and counts them, and writes the count as a record once there is room.
// It is safe for concurrent use.
type records struct {
	to io.Writer
	// torn is true after a partly written record.
	torn bool

	mu      sync.Mutex
	format  settings.LogFormat
	waiting [][]byte
	size    int
	dropped int
	closing bool
	wake    chan struct{}
	done    chan struct{}
}

func newRecords(to io.Writer) *records {
	r := &records{to: to, wake: make(chan struct{}, 1), done: make(chan struct{}), format: settings.LogText}
	go r.run()
	return r
}

// Write accepts one record. It never fails and never waits.
func (r *records) Write(record []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closing || r.size+len(record) > mostWaiting {
		r.dropped++
		return len(record), nil
	}
	r.waiting, r.size = append(r.waiting, append([]byte(nil), record...)), r.size+len(record)
	r.look()
	return len(record), nil
}

func (r *records) look() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// close waits briefly for unwritten records.
func (r *records) close() {
	r.mu.Lock()
	r.closing = true
	r.look()
	r.mu.Unlock()
	select {
	case <-r.done:
	case <-time.After(lastWords):
	}
}

func (r *records) run() {
	defer close(r.done)
	for {
		record, dropped, more := r.next()
		switch {
		case record != nil || dropped > 0:
			r.lose(r.write(record, dropped))
		case more:
			<-r.wake
		}
		if record == nil && !more {
			return
		}
	}
}

// write writes the number of dropped records, then the record, and returns the number of lost ones.
func (r *records) write(record []byte, dropped int) (lost int) {
	if record != nil {
		lost = 1
	}
	if dropped > 0 && !r.put(r.countRecord(dropped)) {
		return dropped + lost
	}
	if record != nil && r.put(record) {
		lost = 0
	}
	return lost
}

// put writes one record. After a partly written one it starts a new line.
func (r *records) put(record []byte) bool {
	if r.torn {
		record = append([]byte("\n"), record...)
	}
	written, err := r.to.Write(record)
	if written > 0 {
		r.torn = err != nil
	}
	return err == nil
}

// next returns the oldest waiting record, nil for none, and the number dropped before it. More is false when
// no more will come.
func (r *records) next() (record []byte, dropped int, more bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.waiting) == 0 && !r.closing {
		return nil, 0, true
	}
	dropped, r.dropped = r.dropped, 0
	if len(r.waiting) > 0 {
		record, r.waiting = r.waiting[0], r.waiting[1:]
		r.size -= len(record)
	}
	return record, dropped, !r.closing
}

func (r *records) lose(count int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dropped += count
}

// countRecord returns the record with the number of dropped ones.
func (r *records) countRecord(dropped int) []byte {
	r.mu.Lock()
	format := r.format
	r.mu.Unlock()
	var written bytes.Buffer
	slog.New(recordsIn(format, &written, nil)).Warn("records of the log were dropped: nobody took them", "count", dropped)
	return written.Bytes()
}

// inFormat sets the format for the count of dropped records.
func (r *records) inFormat(format settings.LogFormat) *records {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.format = format
	return r
}

// recordsIn returns a handler that writes records in the format.
func recordsIn(format settings.LogFormat, to io.Writer, options *slog.HandlerOptions) slog.Handler {
	if format == settings.LogJSON {
		return slog.NewJSONHandler(to, options)
	}
	return slog.NewTextHandler(to, options)
}
