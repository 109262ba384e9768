package handlers_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// network joins programs of one bubble without sockets, so that the bubble's time
// goes on while they wait for each other.
type network struct {
	mu    sync.Mutex
	hosts map[string]*inlet
	// broken is why a host cannot be reached, by its address.
	broken map[string]error
	// slammed are the hosts whose connections break at once.
	slammed map[string]bool
	// dialled counts the connections that were asked for.
	dialled map[string]int
	// bytes counts what came from there.
	bytes map[string]int64
}

// errUnplugged is why nothing gets through.
var errUnplugged = errors.New("no way there")

func newNetwork() *network {
	return &network{
		hosts: make(map[string]*inlet), broken: make(map[string]error),
		slammed: make(map[string]bool), dialled: make(map[string]int), bytes: make(map[string]int64),
	}
}

// inlet is a net.Listener on a network.
type inlet struct {
	address string
	waiting chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

// listen takes connections to host:port.
func (n *network) listen(address string) *inlet {
	n.mu.Lock()
	defer n.mu.Unlock()
	made := &inlet{address: address, waiting: make(chan net.Conn), closed: make(chan struct{})}
	n.hosts[address] = made
	return made
}

// fail makes connections to host:port fail; nil mends them.
func (n *network) fail(address string, why error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.broken[address] = why
}

// asked is how many connections to host:port were asked for.
func (n *network) asked(address string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.dialled[address]
}

// dial opens a connection to host:port.
func (n *network) dial(ctx context.Context, address string) (net.Conn, error) {
	n.mu.Lock()
	n.dialled[address]++
	host, why, slammed := n.hosts[address], n.broken[address], n.slammed[address]
	n.mu.Unlock()
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
	case host.waiting <- far:
		return counted{near, n, address}, nil
	case <-host.closed:
		return nil, errors.Join(fmt.Errorf("connect to %s: %w", address, syscall.ECONNREFUSED), near.Close())
	case <-ctx.Done():
		return nil, errors.Join(ctx.Err(), near.Close())
	}
}

func TestAConnectionThatIsGivenUpLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		network := newNetwork()
		network.listen(serviceHost)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := network.dial(ctx, serviceHost); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("it ended with %v", err)
		}
	})
}

// cable is the two ends of a connection that, as a network's, holds some of what is
// under way: net.Pipe alone makes two deadlock that write at once.
func cable() (near, far net.Conn) {
	near, nearInside := net.Pipe()
	farInside, far := net.Pipe()
	go carry(nearInside, farInside)
	go carry(farInside, nearInside)
	return near, far
}

// carry brings what one end writes to the other, until it is closed.
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
func (i *inlet) Accept() (net.Conn, error) {
	select {
	case connection := <-i.waiting:
		return connection, nil
	case <-i.closed:
		return nil, net.ErrClosed
	}
}

// Close refuses further connections.
func (i *inlet) Close() error {
	i.once.Do(func() { close(i.closed) })
	return nil
}

// Addr is the address that was listened to.
func (i *inlet) Addr() net.Addr { return place(i.address) }

// place is an address on a network.
type place string

// Network names the kind of network.
func (place) Network() string { return "bubble" }

func (p place) String() string { return string(p) }

// slam makes connections to host:port break before a byte can be written, until mended
// is called.
func (n *network) slam(address string) (mended func()) {
	set := func(slammed bool) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.slammed[address] = slammed
	}
	set(true)
	return func() { set(false) }
}

// received is how many bytes came from host:port.
func (n *network) received(address string) int64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.bytes[address]
}

// counted is the dialling end of a connection.
type counted struct {
	net.Conn
	network *network
	address string
}

// Read counts what comes.
func (c counted) Read(p []byte) (int, error) {
	read, err := c.Conn.Read(p)
	c.network.mu.Lock()
	defer c.network.mu.Unlock()
	c.network.bytes[c.address] += int64(read)
	return read, err
}
