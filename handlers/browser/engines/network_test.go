package engines_test

import (
	"net"
	"sync"
	"testing"

	"rollbook/handlers/apptest"
)

// network is a listener that a test can cut off.
type network struct {
	net.Listener

	mu   sync.Mutex
	cut  bool
	open []net.Conn
}

func newNetwork(t *testing.T) *network {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	apptest.Must(t, err)
	return &network{Listener: listener}
}

// Accept breaks the connection if the network is cut off.
func (n *network) Accept() (net.Conn, error) {
	connection, err := n.Listener.Accept()
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.open = append(n.open, connection)
	if n.cut {
		_ = connection.Close()
	}
	return connection, nil
}

// Cut breaks all connections, and further ones until it is called with false.
func (n *network) Cut(cut bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cut = cut
	for _, connection := range n.open {
		_ = connection.Close()
	}
}
