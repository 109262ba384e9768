package apptest

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/apiclient/mapping"
	"rollbook/apiclient/sandbox"
)

// Scene is the whole program and a school system in a bubble of testing/synctest: an hour passes in a moment,
// and every run is identical.
type Scene struct {
	*Program
	Network *Network
	Clock   *MovingClock
	Log     *journal
}

// journal collects the log of the program.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write appends a record.
func (j *journal) Write(record []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(record)
}

// String returns the records so far.
func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// Play runs a test in a scene on a school morning.
func Play(t *testing.T, test func(t *testing.T, s *Scene)) { PlayIn(t, BootHour(), Options{}, test) }

// PlayIn runs a test in a scene that begins at the time, with the options.
func PlayIn(t *testing.T, start time.Time, o Options, test func(t *testing.T, s *Scene)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		Pass(time.Until(start))
		s := &Scene{Network: NewNetwork(), Clock: NewMovingClock(start), Log: &journal{}}
		o.Network, o.Clock, o.Database = s.Network, s.Clock.Now, NewDatabase(t, FolderInMemory(t))
		o.Log = slog.New(slog.NewTextHandler(s.Log, nil))
		s.Program = BootWith(t, o)
		test(t, s)
	})
}

// FolderInMemory returns a folder in memory, or on the disk if that is not possible.
func FolderInMemory(t testing.TB) string {
	t.Helper()
	//nolint:usetesting // a temporary folder of the test stands on the disk
	folder, err := os.MkdirTemp("/dev/shm", "rollbook")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { Must(t, os.RemoveAll(folder)) })
	return folder
}

// Pass advances the time of the bubble, and waits until everything due has happened.
func Pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// MakeReadable makes the first school's days readable.
func (s *Scene) MakeReadable(t *testing.T) {
	t.Helper()
	text, err := json.Marshal(mapping.Default().With(mapping.Day, mapping.DefaultOf(mapping.Day)))
	Must(t, err)
	school, err := s.App.Store.School(t.Context(), Harbour)
	Must(t, err)
	school.Mapping = string(text)
	Must(t, s.App.Store.SetMapping(t.Context(), school))
}

// MovingClock is a clock that a test sets forward.
type MovingClock struct {
	from  func() time.Time
	ahead atomic.Int64
}

// NewMovingClock returns a clock that starts at the time and can be advanced.
func NewMovingClock(start time.Time) *MovingClock { return &MovingClock{from: ClockFrom(start)} }

// Now returns the clock's time.
func (c *MovingClock) Now() time.Time { return c.from().Add(time.Duration(c.ahead.Load())) }

// Forward advances the clock.
func (c *MovingClock) Forward(d time.Duration) { c.ahead.Add(int64(d)) }

// SetElsewhere enters a mark in the school system itself.
func (s *Scene) SetElsewhere(t *testing.T, page Answer, status string, enrolments ...string) {
	t.Helper()
	for _, id := range Numbers(t, enrolments...) {
		Must(t, s.Sandbox.SetMark(HarbourCode, sandbox.Mark{EnrolmentID: id,
			StatusID: Numbers(t, page.Status(t, status))[0], Result: sandbox.Result{Date: Today}}))
	}
}
