package sandbox

import (
	"cmp"
	"context"
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
	// Data is the file that keeps schools, keys and marks; empty means in memory.
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

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.After == nil {
		o.After = func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	}
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	return o
}

// Sandbox is a running service: an http.Handler and the Go API behind it. It is safe for concurrent use.
type Sandbox struct {
	options Options
	data    *data
	routes  []route
	faultBook
	journal
	// ending ends when the service closes. end ends it.
	ending context.Context
	end    context.CancelFunc

	receivers *http.Transport
	// life guards the beginning of work against the closing of the service.
	life sync.Mutex
	work sync.WaitGroup
}

// Close ends every hanging or delayed answer and every delivery under way, drops late changes that are still
// due, and closes the data file. Closing twice does nothing.
func (s *Sandbox) Close() error {
	s.life.Lock()
	s.end()
	s.life.Unlock()
	s.work.Wait()
	s.receivers.CloseIdleConnections()
	return s.data.close()
}

// closed reports whether Close was called. Timers that fire later do nothing.
func (s *Sandbox) closed() bool { return s.ending.Err() != nil }

// wait waits on the service's timer. It returns false if the service closed meanwhile.
func (s *Sandbox) wait(d time.Duration) bool {
	if d <= 0 {
		return true
	}
	over := make(chan struct{})
	stop := s.options.After(d, func() { close(over) })
	defer stop()
	select {
	case <-over:
		return true
	case <-s.ending.Done():
		return false
	}
}

// now returns the time as the service keeps it: in UTC, to the millisecond.
func (s *Sandbox) now() time.Time { return s.options.Now().UTC().Truncate(time.Millisecond) }

// today returns the date on the service's clock, YYYY-MM-DD.
func (s *Sandbox) today() string { return s.options.Now().Format(time.DateOnly) }

// make makes a change of the school. Its caller holds the lock.
func (s *Sandbox) make(at School, c change) error {
	c.School, c.At = at.Code, s.now()
	return s.data.make(c)
}

// of calls do with the school, under the lock, and returns its error. It returns KindNotFound for an unknown
// school.
func of[T any](s *Sandbox, schoolCode string, do func(*school) (T, error)) (found T, err error) {
	err = s.data.locked(func(state *state) error {
		at := state.school(schoolCode)
		if at == nil {
			return notFound("no school has the code %q", schoolCode)
		}
		found, err = do(at)
		return err
	})
	return found, err
}

// Schools returns the schools in the order in which they were added.
func (s *Sandbox) Schools() ([]School, error) {
	all := []School{}
	err := s.data.locked(func(state *state) error {
		for _, one := range state.schools {
			all = append(all, one.School)
		}
		return nil
	})
	return all, err
}
