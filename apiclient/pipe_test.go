package apiclient

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// pipeService is a service behind pipes instead of a network, so that a test's clock can be virtual. It
// counts connections, and bytes of requests after decryption.
type pipeService struct {
	handler     http.HandlerFunc
	certificate *tls.Certificate
	roots       *x509.CertPool
	// slowConnect and slowHandshake delay a connection.
	slowConnect, slowHandshake time.Duration

	connections, bytes atomic.Int64
	accepted           chan net.Conn
	closed             chan struct{}
}

type countingConn struct {
	net.Conn
	bytes *atomic.Int64
}

func (c countingConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.bytes.Add(int64(n))
	return n, err
}

func (s *pipeService) Accept() (net.Conn, error) {
	select {
	case connection := <-s.accepted:
		return connection, nil
	case <-s.closed:
		return nil, net.ErrClosed
	}
}

func (s *pipeService) Close() error {
	close(s.closed)
	return nil
}

func (s *pipeService) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 443} }

func (s *pipeService) connect(context.Context, string, controlFunc) (net.Conn, error) {
	time.Sleep(s.slowConnect)
	s.connections.Add(1)
	near, far := net.Pipe()
	go func() {
		time.Sleep(s.slowHandshake)
		if s.certificate != nil {
			far = tls.Server(far, &tls.Config{Certificates: []tls.Certificate{*s.certificate}})
		}
		s.accepted <- countingConn{far, &s.bytes}
	}()
	return near, nil
}

// run serves inside a bubble and gives the test a client; when the test is over, all its goroutines have
// ended.
func (s *pipeService) run(t *testing.T, test func(*testing.T, *Client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s.accepted, s.closed = make(chan net.Conn), make(chan struct{})
		server := &http.Server{Handler: s.handler}
		served := make(chan error, 1)
		go func() { served <- server.Serve(s) }()
		d := newDialer(TransportConfig{AllowPrivate: loopback(), RootCAs: s.roots})
		d.connect = s.connect
		transport := newTransport(d)
		address := "http://127.0.0.1/district"
		if s.certificate != nil {
			address = "https://127.0.0.1/district"
		}
		base, err := ParseBaseURL(address, d.guard)
		if err != nil {
			t.Fatal(err)
		}
		client, err := New(transport, base, credentials())
		if err != nil {
			t.Fatal(err)
		}
		test(t, client)
		time.Sleep(time.Minute) // time for any request still to be sent
		transport.Close()
		_ = server.Close()
		if err := <-served; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
}

// overTLS gives the service a certificate that its client trusts.
func (s *pipeService) overTLS(t *testing.T) *pipeService {
	t.Helper()
	lender := httptest.NewTLSServer(nil)
	defer lender.Close()
	s.certificate = &lender.TLS.Certificates[0]
	s.roots = x509.NewCertPool()
	s.roots.AddCert(lender.Certificate())
	return s
}

func bothWays(t *testing.T, test func(*testing.T, *pipeService)) {
	t.Helper()
	t.Run("plain", func(t *testing.T) { t.Parallel(); test(t, &pipeService{handler: answering(200, oneSaved)}) })
	t.Run("tls", func(t *testing.T) {
		t.Parallel()
		test(t, (&pipeService{handler: answering(200, oneSaved)}).overTLS(t))
	})
}

func fenceIn(send, deadline time.Duration) Fence {
	now := time.Now()
	return Fence{SendBefore: now.Add(send), Deadline: now.Add(deadline)}
}
