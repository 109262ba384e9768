package faults_test

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/handlers/apptest"
)

func TestAConnectionThatIsGivenUpLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		network := apptest.NewNetwork()
		network.Listen(apptest.ServiceHost)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := network.Dial(ctx, apptest.ServiceHost); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("it ended with %v", err)
		}
	})
}

// fail makes connections to host:port fail.
func fail(n *apptest.Network, address string, why error) {
	n.Lay(address, func(func() (net.Conn, error)) (net.Conn, error) { return nil, why })
}

// slam makes connections to host:port break before a byte is written, until mended is called.
func slam(n *apptest.Network, address string) (mended func()) {
	n.Lay(address, func(func() (net.Conn, error)) (net.Conn, error) {
		near, far := net.Pipe()
		return near, far.Close()
	})
	return func() { n.Lay(address, nil) }
}

// attemptsAt counts the further attempts to connect to host:port.
func attemptsAt(n *apptest.Network, address string) *atomic.Int64 {
	attempts := &atomic.Int64{}
	n.Lay(address, func(open func() (net.Conn, error)) (net.Conn, error) {
		attempts.Add(1)
		return open()
	})
	return attempts
}

// receivedFrom counts the bytes that come by further connections to host:port.
func receivedFrom(n *apptest.Network, address string) *atomic.Int64 {
	bytes := &atomic.Int64{}
	n.Lay(address, func(open func() (net.Conn, error)) (net.Conn, error) {
		connection, err := open()
		return counted{connection, bytes}, err
	})
	return bytes
}

// counted is the dialling end of a connection.
type counted struct {
	net.Conn
	bytes *atomic.Int64
}

// Read counts the bytes that come.
func (c counted) Read(p []byte) (int, error) {
	read, err := c.Conn.Read(p)
	c.bytes.Add(int64(read))
	return read, err
}
