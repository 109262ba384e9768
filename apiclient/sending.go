package apiclient

import (
	"errors"
	"net"
	"net/http/httptrace"
	"sync"
	"time"
)

var (
	errFencePassed     = errors.New("the time to begin sending was over")
	errStaleConnection = errors.New("the connection had been idle for too long")
	errNotSending      = errors.New("nothing may be sent on this connection now")
)

// sending watches one request on its way out: whether its first byte may still be written, and whether any
// byte was. To prove that nothing was sent, it watches where the request enters the connection (for TLS:
// before encryption).
type sending struct {
	fence time.Time

	mu         sync.Mutex
	connection *savingConn
	began      time.Time
	wrote      bool
	writing    bool
	over       error // the reason to write no more bytes
}

// startWrite decides right before bytes are written. For the first byte it checks the fence.
func (s *sending) startWrite() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over != nil {
		return s.over
	}
	if s.began.IsZero() {
		now := time.Now()
		if !now.Before(s.fence) {
			s.over = errFencePassed
			return s.over
		}
		s.began = now
	}
	s.writing = true
	return nil
}

func (s *sending) finishWrite(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrote = s.wrote || n > 0
	s.writing = false
}

// stop forbids every further byte. It returns the time of the first written byte, zero when none was written, and
// the first reason to stop.
func (s *sending) stop(why error) (began time.Time, first error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over == nil {
		s.over = why
	}
	if s.wrote || s.writing {
		began = s.began
	}
	return began, s.over
}

// giveUp stops a sending that has not begun. It leaves one that has.
func (s *sending) giveUp(why error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over != nil || !s.began.IsZero() {
		return false
	}
	s.over = why
	return true
}

// savingConn is a connection for saves. It writes only for its current sending.
type savingConn struct {
	net.Conn

	mu      sync.Mutex
	current *sending
}

func savingConnection(connection net.Conn) net.Conn { return &savingConn{Conn: connection} }

// Write writes for the current sending, or nothing.
func (c *savingConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	current := c.current
	c.mu.Unlock()
	if current == nil {
		return 0, errNotSending
	}
	if err := current.startWrite(); err != nil {
		return 0, err
	}
	n, err := c.Conn.Write(p)
	current.finishWrite(n)
	return n, err
}

func (c *savingConn) begin(s *sending, deadline time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.current = s
	return c.SetDeadline(deadline)
}

// end takes the connection away from s. It does nothing when another sending has it already.
func (c *savingConn) end(s *sending) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current == s {
		c.current = nil
		_ = c.SetDeadline(time.Time{}) // a closed connection refuses this and no longer needs it
	}
}

// trace gives the sending its connection once it stands.
func (s *sending) trace(deadline time.Time) *httptrace.ClientTrace {
	return &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) {
		got, isOurs := info.Conn.(*savingConn)
		err := errNotSending
		if isOurs {
			err = got.begin(s, deadline)
		}
		if err == nil && info.IdleTime >= staleConnection {
			err = errStaleConnection
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.connection = got; s.over == nil {
			s.over = err
		}
	}}
}

// release takes the connection away.
func (s *sending) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.connection != nil {
		s.connection.end(s)
	}
}
