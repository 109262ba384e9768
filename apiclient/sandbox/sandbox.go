package sandbox

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// AfterFunc runs f in a goroutine of its own once d has passed and returns what cancels it, as time.AfterFunc
// does. Tests give their own, so that delays and late changes need no sleep.
type AfterFunc func(d time.Duration, f func()) (stop func() bool)

// Options configures the service that New opens. The zero value is an empty service in memory with the
// specific 401 messages and the call that lists a day's attendance.
type Options struct {
	// Data is the SQLite file that keeps schools, keys and marks; empty means in memory.
	Data string
	// Now is the service's clock; nil means time.Now.
	Now func() time.Time
	// After is the timer behind delays and late changes; nil means time.AfterFunc.
	After AfterFunc
	// GenericWording answers every 401 with the one generic message of section 7 instead of the four specific ones.
	GenericWording bool
	// DisableDailyList answers 404 to the call that lists a day's attendance, which no real service documents.
	DisableDailyList bool
	// Sample fills a new data file with the two sample schools, and ensures that each has a current period.
	Sample bool
	// Logger hears what no caller can be told, such as a failed late change; nil means silence. It never gets a
	// name or a key.
	Logger *slog.Logger
}

// Sandbox is a running service: an http.Handler and the Go API behind it. It is safe for concurrent use.
type Sandbox struct {
	options Options
	db      *sql.DB
	sql     statements
	routes  routingTable
	faults  faultBook
	journal journal
	// ending is over when the service closes; end closes it.
	ending context.Context
	end    context.CancelFunc
	once   sync.Once

	receivers *http.Transport
	// life guards the beginning of work against the closing of the service.
	life sync.Mutex
	work sync.WaitGroup
}

var _ http.Handler = (*Sandbox)(nil)

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.After == nil {
		o.After = func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// Close ends every hanging or delayed answer and every delivery under way, drops late changes that are still
// due, and closes the database. Closing twice does nothing.
func (s *Sandbox) Close() error {
	var err error
	s.once.Do(func() {
		s.life.Lock()
		s.end()
		s.life.Unlock()
		s.work.Wait()
		s.receivers.CloseIdleConnections()
		err = s.db.Close()
	})
	return err
}

func (s *Sandbox) now() time.Time { return s.options.Now() }

// closed reports whether Close was called: what a timer still brings then is dropped.
func (s *Sandbox) closed() bool { return s.ending.Err() != nil }
