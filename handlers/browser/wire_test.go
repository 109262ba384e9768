package browser_test

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"rollbook/handlers/apptest"
)

// wire is the connection between a tablet and the program. It can be cut for everything that the
// tablet's browser sends, its service worker's requests included.
type wire struct {
	// Address is where the tablet finds the program.
	Address  string
	mu       sync.Mutex
	broken   wireState
	carrying map[net.Conn]bool
}

type wireState int

const (
	whole wireState = iota
	// cut lets nothing through.
	cut
	// oneWay lets the program read, and brings no answer back.
	oneWay
)

// newWire leads to the program until the test is over.
func newWire(t *testing.T, p *apptest.Program) *wire {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	apptest.Must(t, err)
	w := &wire{Address: "http://" + listener.Addr().String(), carrying: make(map[net.Conn]bool)}
	far := strings.TrimPrefix(p.Address, "http://")
	t.Cleanup(func() {
		_ = listener.Close()
		w.become(cut)
	})
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			go w.carry(near, far)
		}
	}()
	return w
}

// become breaks or mends the wire; connections that are open end with it.
func (w *wire) become(state wireState) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = state
	for connection := range w.carrying {
		_ = connection.Close()
	}
	clear(w.carrying)
}

func (w *wire) state() wireState {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.broken
}

func (w *wire) carry(near net.Conn, address string) {
	defer func() { _ = near.Close() }()
	if w.state() == cut {
		return
	}
	far, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer func() { _ = far.Close() }()
	w.mu.Lock()
	w.carrying[near], w.carrying[far] = true, true
	w.mu.Unlock()
	go func() {
		_, _ = io.Copy(far, near)
		_ = far.Close()
	}()
	_, _ = io.Copy(lossy{near, w}, far)
}

// lossy ends at the first byte of an answer that is not to come through.
type lossy struct {
	net.Conn
	wire *wire
}

// Write brings an answer to the tablet.
func (l lossy) Write(p []byte) (int, error) {
	if l.wire.state() != whole {
		return 0, net.ErrClosed
	}
	return l.Conn.Write(p)
}
