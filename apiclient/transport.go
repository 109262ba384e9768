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
	// saveIdleTimeout is under the 5 s after which an idle connection is never used for a save.
	saveIdleTimeout = 4 * time.Second
	staleConnection = 5 * time.Second
	readIdleTimeout = 60 * time.Second

	maxIdleConnections        = 512
	maxIdleConnectionsPerHost = 64
	maxResponseHeaderBytes    = 64 << 10
)

// Transport holds the connections to all services. A process needs one; it is safe for concurrent use.
//
// Saves and reads have connections of their own: a save must never meet one that idled for long. Both
// speak HTTP/1.1 over TLS 1.2 or later (plain http only where [Guard] allows it), keep no cookies and
// follow no redirect.
type Transport struct {
	saves, reads *http.Transport
	dialer       *dialer

	mu      sync.Mutex
	besides map[string]*Transport
}

// Besides returns the transport for a school whose service may also live at the private addresses of the
// list, in the form of [ParseAllowances]. It shares no connection with the transport of another list:
// one that is open already would be a way past the guard. Closing the transport closes it too.
func (t *Transport) Besides(list string) (*Transport, error) {
	if list == "" {
		return t, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if known := t.besides[list]; known != nil {
		return known, nil
	}
	d, err := t.dialer.besides(list)
	if err != nil {
		return nil, err
	}
	if t.besides == nil {
		t.besides = make(map[string]*Transport)
	}
	t.besides[list] = newTransport(d)
	return t.besides[list], nil
}

// NewTransport checks the configuration and opens no connection yet.
func NewTransport(config TransportConfig) (*Transport, error) {
	if err := checkProxy(config.Proxy); err != nil {
		return nil, err
	}
	return newTransport(newDialer(config)), nil
}

func newTransport(d *dialer) *Transport {
	reads := pool(readIdleTimeout)
	reads.DialContext = func(ctx context.Context, _, address string) (net.Conn, error) {
		return d.open(ctx, address, false)
	}
	reads.DialTLSContext = func(ctx context.Context, _, address string) (net.Conn, error) {
		return d.open(ctx, address, true)
	}
	saves := pool(saveIdleTimeout)
	saves.DisableCompression = true // what was answered is shown as it came
	saves.DialContext = func(ctx context.Context, _, address string) (net.Conn, error) {
		return savingConnection(d.open(ctx, address, false))
	}
	saves.DialTLSContext = func(ctx context.Context, _, address string) (net.Conn, error) {
		return savingConnection(d.open(ctx, address, true))
	}
	return &Transport{saves: saves, reads: reads, dialer: d}
}

func pool(idle time.Duration) *http.Transport {
	return &http.Transport{
		Proxy:                  nil, // the dialer goes through the proxy itself, by CONNECT only
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
	for _, besides := range t.besides {
		besides.Close()
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
