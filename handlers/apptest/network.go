package apptest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"syscall"
)

// Network connects programs of one synctest bubble without sockets, so that the bubble's time advances while
// they wait for each other.
type Network struct {
	Mu    sync.Mutex
	hosts map[string]*Inlet
	// broken contains the error of an unreachable host, by its address.
	broken map[string]error
	// Slammed are the hosts whose connections break at once.
	Slammed map[string]bool
	// dialled counts the connection attempts.
	dialled map[string]int
	// Bytes counts the bytes received from a host.
	Bytes map[string]int64
}

// NewNetwork returns a network that lets everything through.
func NewNetwork() *Network {
	return &Network{
		hosts: make(map[string]*Inlet), broken: make(map[string]error),
		Slammed: make(map[string]bool), dialled: make(map[string]int), Bytes: make(map[string]int64),
	}
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
	n.Mu.Lock()
	defer n.Mu.Unlock()
	made := &Inlet{address: address, waiting: make(chan net.Conn), closed: make(chan struct{})}
	n.hosts[address] = made
	return made
}

// Fail makes connections to host:port fail; nil repairs them.
func (n *Network) Fail(address string, why error) {
	n.Mu.Lock()
	defer n.Mu.Unlock()
	n.broken[address] = why
}

// Attempts returns the number of connection attempts to host:port.
func (n *Network) Attempts(address string) int {
	n.Mu.Lock()
	defer n.Mu.Unlock()
	return n.dialled[address]
}

// Dial opens a connection to host:port.
func (n *Network) Dial(ctx context.Context, address string) (net.Conn, error) {
	n.Mu.Lock()
	n.dialled[address]++
	host, why, slammed := n.hosts[address], n.broken[address], n.Slammed[address]
	n.Mu.Unlock()
	if why != nil {
		return nil, why
	}
	if host == nil {
		return nil, fmt.Errorf("connect to %s: %w", address, syscall.ECONNREFUSED)
	}
	if slammed {
		near, far := net.Pipe()
		return near, far.Close()
	}
	near, far := cable()
	select {
	case host.waiting <- local{far}:
		return counted{near, n, address}, nil
	case <-host.closed:
		return nil, errors.Join(fmt.Errorf("connect to %s: %w", address, syscall.ECONNREFUSED), near.Close())
	case <-ctx.Done():
		return nil, errors.Join(ctx.Err(), near.Close())
	}
}

// local is a connection whose other end is on this machine.
type local struct{ net.Conn }

func (local) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 50000} }

// cable returns the two ends of a connection that buffers some bytes, like a network. With net.Pipe alone,
// two ends that write at once deadlock.
func cable() (near, far net.Conn) {
	near, nearInside := net.Pipe()
	farInside, far := net.Pipe()
	go carry(nearInside, farInside)
	go carry(farInside, nearInside)
	return near, far
}

// carry copies the bytes from one end to the other, until it is closed.
func carry(from, to net.Conn) {
	const chunk, held = 32 << 10, 16
	underWay := make(chan []byte, held)
	go func() {
		defer close(underWay)
		for {
			buffer := make([]byte, chunk)
			read, err := from.Read(buffer)
			if read > 0 {
				underWay <- buffer[:read]
			}
			if err != nil {
				return
			}
		}
	}()
	var lost error
	for some := range underWay {
		if lost == nil {
			_, lost = to.Write(some)
		}
	}
	_ = to.Close()
}

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
func (i *Inlet) Addr() net.Addr { return place(i.address) }

// place is an address on a network.
type place string

// Network names the kind of network.
func (place) Network() string { return "bubble" }

// String writes the address for a failure.
func (p place) String() string { return string(p) }

// counted is the dialling end of a connection.
type counted struct {
	net.Conn
	network *Network
	address string
}

// Read counts the bytes that come.
func (c counted) Read(p []byte) (int, error) {
	read, err := c.Conn.Read(p)
	c.network.Mu.Lock()
	defer c.network.Mu.Unlock()
	c.network.Bytes[c.address] += int64(read)
	return read, err
}
