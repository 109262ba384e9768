package apiclient

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"
)

const (
	// saveIdleTimeout stays below the 5 s after which a save must not use an idle connection.
	saveIdleTimeout = 4 * time.Second
	staleConnection = 5 * time.Second
	readIdleTimeout = 60 * time.Second

	maxIdleConnections        = 512
	maxIdleConnectionsPerHost = 64
	maxResponseHeaderBytes    = 64 << 10
)

// Transport keeps the connections to all services. A process needs one. It is safe for concurrent use.
//
// Saves and reads have separate connections, because a save must never use one that was idle for long. Both
// speak HTTP/1.1 over TLS 1.2 or later (plain http only where [Guard] allows it), keep no cookies and follow
// no redirect.
type Transport struct {
	saves, reads *http.Transport
	dialer       *dialer

	mu       sync.Mutex
	extended map[string]*Transport
}

// Allowing returns the transport for a school whose service may also live at the private addresses of the
// list, in the form of [ParseAllowances]. Each list has its own connections: sharing an open one would bypass
// the guard. Closing t closes it too.
func (t *Transport) Allowing(list string) (*Transport, error) {
	if list == "" {
		return t, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if known := t.extended[list]; known != nil {
		return known, nil
	}
	guard, err := t.dialer.guard.Allowing(list)
	if err != nil {
		return nil, err
	}
	extended := *t.dialer
	extended.guard = guard
	t.extended[list] = newTransport(&extended)
	return t.extended[list], nil
}

// Guard returns the guard of the addresses that the transport connects to.
func (t *Transport) Guard() Guard { return t.dialer.guard }

// NewTransport checks the configuration. It opens no connection.
func NewTransport(config TransportConfig) (*Transport, error) {
	if err := checkProxy(config.Proxy); err != nil {
		return nil, err
	}
	return newTransport(newDialer(config)), nil
}

func newTransport(d *dialer) *Transport {
	dial := func(secure bool, wrap func(net.Conn) net.Conn) func(ctx context.Context, _, address string) (net.Conn,
		error) {
		return func(ctx context.Context, _, address string) (net.Conn, error) {
			connection, err := d.open(ctx, address, secure)
			if err != nil {
				return nil, err
			}
			return wrap(connection), nil
		}
	}
	reads, saves := pool(readIdleTimeout), pool(saveIdleTimeout)
	plain := func(connection net.Conn) net.Conn { return connection }
	reads.DialContext, reads.DialTLSContext = dial(false, plain), dial(true, plain)
	saves.DisableCompression = true // the answer is shown exactly as it came
	saves.DialContext, saves.DialTLSContext = dial(false, savingConnection), dial(true, savingConnection)
	return &Transport{saves: saves, reads: reads, dialer: d, extended: map[string]*Transport{}}
}

func pool(idle time.Duration) *http.Transport {
	return &http.Transport{
		Proxy:                  nil, // the dialer uses the proxy itself, by CONNECT only
		MaxIdleConns:           maxIdleConnections,
		MaxIdleConnsPerHost:    maxIdleConnectionsPerHost,
		IdleConnTimeout:        idle,
		MaxResponseHeaderBytes: maxResponseHeaderBytes,
		TLSNextProto:           map[string]func(string, *tls.Conn) http.RoundTripper{},
	}
}

// Close drops the idle connections.
func (t *Transport) Close() {
	t.saves.CloseIdleConnections()
	t.reads.CloseIdleConnections()
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, extended := range t.extended {
		extended.Close()
	}
}

func checkProxy(proxy *url.URL) error {
	switch {
	case proxy == nil:
		return nil
	case proxy.Scheme != "http" && proxy.Scheme != "https":
		return fmt.Errorf("outbound proxy: scheme %q is not http or https", proxy.Scheme)
	case proxy.Hostname() == "":
		return errors.New("outbound proxy: no host")
	}
	return nil
}
