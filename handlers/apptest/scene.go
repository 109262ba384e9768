package apptest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
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

// NewStandingClock returns a clock that shows start until it is advanced, so that waits do not depend on the machine.
func NewStandingClock(start time.Time) *MovingClock {
	return &MovingClock{from: func() time.Time { return start }}
}

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

// The addresses on a scene's network.
const (
	ServiceHost = "10.0.0.1:80"
	PagesHost   = "localhost:80"
)

// Network connects programs of one synctest bubble without sockets, so that the bubble's time advances while
// they wait for each other.
type Network struct {
	mu    sync.Mutex
	hosts map[string]*Inlet
	lines map[string]Line
}

// Line opens the connections to a host in its own way, or by open.
type Line func(open func() (net.Conn, error)) (net.Conn, error)

// NewNetwork returns a network that lets everything through.
func NewNetwork() *Network {
	return &Network{hosts: make(map[string]*Inlet), lines: make(map[string]Line)}
}

// Inlet is a net.Listener on a network.
type Inlet struct {
	address string
	waiting chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

// Listen takes connections to host:port.
func (n *Network) Listen(address string) *Inlet {
	n.mu.Lock()
	defer n.mu.Unlock()
	made := &Inlet{address: address, waiting: make(chan net.Conn), closed: make(chan struct{})}
	n.hosts[address] = made
	return made
}

// Lay makes further connections to host:port go through the line; nil lets them through.
func (n *Network) Lay(address string, line Line) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lines[address] = line
}

// Dial opens a connection to host:port.
func (n *Network) Dial(ctx context.Context, address string) (net.Conn, error) {
	n.mu.Lock()
	host, line := n.hosts[address], n.lines[address]
	n.mu.Unlock()
	open := func() (net.Conn, error) { return connect(ctx, host, address) }
	if line != nil {
		return line(open)
	}
	return open()
}

func connect(ctx context.Context, host *Inlet, address string) (net.Conn, error) {
	if host == nil {
		return nil, fmt.Errorf("connect to %s: %w", address, syscall.ECONNREFUSED)
	}
	near, far := net.Pipe()
	select {
	case host.waiting <- local{far}:
		return near, nil
	case <-host.closed:
		return nil, errors.Join(fmt.Errorf("connect to %s: %w", address, syscall.ECONNREFUSED), near.Close())
	case <-ctx.Done():
		return nil, errors.Join(ctx.Err(), near.Close())
	}
}

// local is a connection whose other end is on this machine.
type local struct{ net.Conn }

func (local) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 50000} }

// Accept waits for a connection.
func (i *Inlet) Accept() (net.Conn, error) {
	select {
	case connection := <-i.waiting:
		return connection, nil
	case <-i.closed:
		return nil, net.ErrClosed
	}
}

// Close refuses further connections.
func (i *Inlet) Close() error {
	i.once.Do(func() { close(i.closed) })
	return nil
}

// Addr returns the address of the listener.
func (i *Inlet) Addr() net.Addr { return &net.UnixAddr{Name: i.address, Net: "bubble"} }
