package sandbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// AfterFunc runs f in its own goroutine after d. Stop cancels it, as in time.AfterFunc. Tests use their own, so that
// delays and late changes need no sleep.
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
	// Logger gets the errors that no caller sees, such as a failed late change; nil means silence. It never gets a
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
	// ending ends when the service closes. end ends it.
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

// closed reports whether Close was called. Timers that fire later do nothing.
func (s *Sandbox) closed() bool { return s.ending.Err() != nil }

// New opens the service. It creates a missing data file and refuses one of another program with
// KindForeignFile. Close it when done.
func New(ctx context.Context, options Options) (*Sandbox, error) {
	options = options.withDefaults()
	db, err := openDatabase(ctx, options.Data)
	if err != nil {
		return nil, err
	}
	s := &Sandbox{options: options, db: db, faults: newFaultBook(), journal: newJournal(), receivers: &http.Transport{}}
	s.ending, s.end = context.WithCancel(context.Background())
	s.routes = s.newRoutingTable()
	if err := s.fill(ctx); err != nil {
		return nil, closeAfter(db, err)
	}
	return s, nil
}

func (s *Sandbox) fill(ctx context.Context) error {
	var err error
	if s.sql, err = prepareStatements(ctx, s.db); err != nil {
		return err
	}
	if s.options.Sample {
		if err := s.addSample(ctx); err != nil {
			return err
		}
	}
	return s.resumeDeliveries(ctx)
}

func prepareStatements(ctx context.Context, db *sql.DB) (statements, error) {
	prepared := statements{}
	var failures []error
	for _, text := range []string{
		sqlKeyByHash, sqlTouchKey, sqlKeysEverMade, sqlActiveKeyCount,
		sqlSchoolByCode, sqlStatusName, sqlRecord, sqlWebhookIDs,
	} {
		statement, err := db.PrepareContext(ctx, text)
		if err != nil {
			failures = append(failures, fmt.Errorf("prepare %q: %w", text, err))
		}
		prepared[text] = statement
	}
	return prepared, errors.Join(failures...)
}
