package apptest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"syscall"
)

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
