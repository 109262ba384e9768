package command

import (
	"bytes"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"rollbook/web/edge/settings"
)

const (
	// mostWaiting limits the unwritten records of the log.
	mostWaiting = 1000
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

	// format is the settings.LogFormat for the count of dropped records.
	format  atomic.Value
	waiting chan []byte
	dropped atomic.Int64
	// end closes ending. Done is closed when no record waits any more.
	end          func()
	ending, done chan struct{}
}

func newRecords(to io.Writer) *records {
	r := &records{to: to, waiting: make(chan []byte, mostWaiting), ending: make(chan struct{}), done: make(chan struct{})}
	r.end = sync.OnceFunc(func() { close(r.ending) })
	go r.run()
	return r
}

// Write accepts one record. It never fails and never waits.
func (r *records) Write(record []byte) (int, error) {
	select {
	case r.waiting <- bytes.Clone(record):
	default:
		r.dropped.Add(1)
	}
	return len(record), nil
}

// close waits briefly for unwritten records.
func (r *records) close() {
	r.end()
	select {
	case <-r.done:
	case <-time.After(lastWords):
	}
}

func (r *records) run() {
	defer close(r.done)
	for ending := false; !ending || len(r.waiting) > 0; {
		select {
		case record := <-r.waiting:
			r.write(record)
		case <-r.ending:
			ending = true
		}
	}
	r.write(nil)
}

// write writes the number of dropped records, then the record, and counts a record that it could not write.
func (r *records) write(record []byte) {
	dropped := r.dropped.Swap(0)
	if dropped > 0 && r.put(r.countRecord(dropped)) {
		dropped = 0
	}
	if record != nil && (dropped > 0 || !r.put(record)) {
		dropped++
	}
	r.dropped.Add(dropped)
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

// countRecord returns the record with the number of dropped ones.
func (r *records) countRecord(dropped int64) []byte {
	format, _ := r.format.Load().(settings.LogFormat)
	var written bytes.Buffer
	slog.New(recordsIn(format, &written, nil)).Warn("records of the log were dropped: nobody took them", "count", dropped)
	return written.Bytes()
}

// recordsIn returns a handler that writes records in the format.
func recordsIn(format settings.LogFormat, to io.Writer, options *slog.HandlerOptions) slog.Handler {
	if format == settings.LogJSON {
		return slog.NewJSONHandler(to, options)
	}
	return slog.NewTextHandler(to, options)
}
