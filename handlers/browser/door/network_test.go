package door_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"sync"
	"testing"

	"rollbook/handlers/apptest"
)

// passing is the traffic that a network lets through.
type passing int

const (
	// everything passes.
	everything passing = iota
	// nothing passes: connections break before the server has read a byte.
	nothing
	// questions pass: the server reads everything, and its answers are lost with their connections.
	questions
	// silence is an unplugged cable: no connection breaks, and the traffic arrives when another value is set.
	silence
)

// tabletNetwork is a network between a browser and a server that a test can cut.
type tabletNetwork struct {
	listener net.Listener
	to       string

	mu      sync.Mutex
	changed *sync.Cond
	passes  passing
	open    map[net.Conn]bool
	refused int
	// unanswered counts the presses that the server has read and whose answers were lost.
	unanswered int
}

// networkTo listens beside the server at host:port.
func networkTo(t *testing.T, to string) *tabletNetwork {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	apptest.Must(t, err)
	n := &tabletNetwork{listener: listener, to: to, open: make(map[net.Conn]bool)}
	n.changed = sync.NewCond(&n.mu)
	go n.serve()
	t.Cleanup(func() {
		_ = listener.Close()
		n.Let(nothing)
	})
	return n
}

// Address returns the server's address through the network.
func (n *tabletNetwork) Address() string { return "http://" + n.listener.Addr().String() }

// Let changes the traffic that passes. It breaks open connections, unless questions still pass.
func (n *tabletNetwork) Let(passes passing) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.passes = passes
	n.changed.Broadcast()
	if passes != nothing {
		return
	}
	for connection := range n.open {
		_ = connection.Close()
	}
}

// Cuts returns the number of refused connections, and of presses without an answer.
func (n *tabletNetwork) Cuts() (refused, unanswered int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.refused, n.unanswered
}

func (n *tabletNetwork) serve() {
	for {
		near, err := n.listener.Accept()
		if err != nil {
			return
		}
		go n.join(near)
	}
}

func (n *tabletNetwork) join(near net.Conn) {
	defer func() { _ = near.Close() }()
	if n.wait(); !n.begins(near) {
		return
	}
	defer n.ends(near)
	far, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", n.to)
	if err != nil {
		return
	}
	defer func() { _ = far.Close() }()
	asking := &question{wait: n.wait}
	go func() {
		_, _ = io.Copy(far, io.TeeReader(near, asking))
		_ = far.Close()
	}()
	n.answer(near, far, asking)
}

func (n *tabletNetwork) begins(near net.Conn) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.passes == nothing {
		n.refused++
		return false
	}
	n.open[near] = true
	return true
}

func (n *tabletNetwork) ends(near net.Conn) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.open, near)
}

// answer passes on the server's bytes, until an answer is lost.
func (n *tabletNetwork) answer(near, far net.Conn, asking *question) {
	buffer := make([]byte, 32<<10)
	for {
		read, err := far.Read(buffer)
		if n.wait(); err != nil || n.lost(asking) {
			return
		}
		if _, err := near.Write(buffer[:read]); err != nil {
			return
		}
	}
}

// wait returns once the cable is plugged in.
func (n *tabletNetwork) wait() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for n.passes == silence {
		n.changed.Wait()
	}
}

// lost reports whether the present answer is lost.
func (n *tabletNetwork) lost(asking *question) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.passes != questions {
		return false
	}
	if asking.isPress() {
		n.unanswered++
	}
	return true
}

// question remembers the end of a connection's requests.
type question struct {
	wait func()

	mu   sync.Mutex
	last []byte
}

// Write receives the bytes that the server reads.
func (q *question) Write(some []byte) (int, error) {
	q.wait()
	q.mu.Lock()
	defer q.mu.Unlock()
	q.last = append(q.last[:0], some...)
	return len(some), nil
}

// isPress reports whether the last request contained taps.
func (q *question) isPress() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return bytes.Contains(q.last, []byte("tap=")) && bytes.Contains(q.last, []byte("in="))
}
