package browser_test

import (
	"bytes"
	"io"
	"net"
	"sync"
	"testing"

	"rollbook/handlers/apptest"
)

// passing says which traffic a way lets through.
type passing int

const (
	// everything gets through.
	everything passing = iota
	// nothing: connections break before the server has read a byte.
	nothing
	// questions: the server reads everything, and its answers are lost with their connections.
	questions
)

// way is a network between a browser and a server that a test cuts.
type way struct {
	listener net.Listener
	to       string

	mu      sync.Mutex
	passes  passing
	open    map[net.Conn]bool
	refused int
	// unanswered counts the presses with the words that the server has read and whose answers were lost.
	unanswered int
}

// wayTo listens beside the server at host:port.
func wayTo(t *testing.T, to string) *way {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	apptest.Must(t, err)
	w := &way{listener: listener, to: to, open: make(map[net.Conn]bool)}
	go w.serve()
	t.Cleanup(func() {
		_ = listener.Close()
		w.let(nothing)
	})
	return w
}

func (w *way) address() string { return "http://" + w.listener.Addr().String() }

// let changes the traffic that passes. Open connections break, unless questions still pass.
func (w *way) let(passes passing) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.passes = passes
	if passes != nothing {
		return
	}
	for connection := range w.open {
		_ = connection.Close()
	}
}

// cuts counts the connections that were refused, and the presses that stayed unanswered.
func (w *way) cuts() (refused, unanswered int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.refused, w.unanswered
}

func (w *way) serve() {
	for {
		near, err := w.listener.Accept()
		if err != nil {
			return
		}
		go w.join(near)
	}
}

func (w *way) join(near net.Conn) {
	defer func() { _ = near.Close() }()
	if !w.begins(near) {
		return
	}
	defer w.ends(near)
	far, err := net.Dial("tcp", w.to)
	if err != nil {
		return
	}
	defer func() { _ = far.Close() }()
	asked := &question{}
	go func() {
		_, _ = io.Copy(far, io.TeeReader(near, asked))
		_ = far.Close()
	}()
	w.answer(near, far, asked)
}

func (w *way) begins(near net.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.passes == nothing {
		w.refused++
		return false
	}
	w.open[near] = true
	return true
}

func (w *way) ends(near net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.open, near)
}

// answer passes on what the server says, until something is lost.
func (w *way) answer(near, far net.Conn, asked *question) {
	buffer := make([]byte, 32<<10)
	for {
		read, err := far.Read(buffer)
		if err != nil || w.lost(asked) {
			return
		}
		if _, err := near.Write(buffer[:read]); err != nil {
			return
		}
	}
}

// lost tells whether the answer that has just come is lost.
func (w *way) lost(asked *question) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.passes != questions {
		return false
	}
	if asked.isPress() {
		w.unanswered++
	}
	return true
}

// question remembers the last words of a connection's requests.
type question struct {
	mu   sync.Mutex
	last []byte
}

// Write gets the bytes that the server reads.
func (q *question) Write(some []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.last = append(q.last[:0], some...)
	return len(some), nil
}

// isPress tells whether the last request brought taps.
func (q *question) isPress() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return bytes.Contains(q.last, []byte("tap=")) && bytes.Contains(q.last, []byte("in="))
}
