package apiclient

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"
)

const connectTimeout = 10 * time.Second

// connectError is a failed connect, with its reason where that is known.
type connectError struct {
	reason Reason
	err    error
}

func (e *connectError) Error() string { return e.err.Error() }
func (e *connectError) Unwrap() error { return e.err }

// connect opens one TCP connection after control has checked its address.
type connect func(ctx context.Context, address string, control controlFunc) (net.Conn, error)

type controlFunc = func(network, address string, connection syscall.RawConn) error

// dialer opens connections to services, directly or through a proxy, and adds TLS.
type dialer struct {
	guard   Guard
	proxy   *url.URL
	tls     *tls.Config
	connect connect
}

func newDialer(config TransportConfig) *dialer {
	return &dialer{
		guard: NewGuard(config.AllowPrivate).Except(config.Own),
		proxy: config.Proxy,
		tls: &tls.Config{
			MinVersion: tls.VersionTLS12, RootCAs: config.RootCAs, ClientSessionCache: tls.NewLRUClientSessionCache(0),
		},
		connect: func(ctx context.Context, address string, control controlFunc) (net.Conn, error) {
			if config.Dial != nil {
				return config.Dial(ctx, address)
			}
			d := net.Dialer{Control: control, Resolver: config.Resolver}
			return d.DialContext(ctx, "tcp", address)
		},
	}
}

// open returns a connection that is ready for a request. The address is host:port of the base address.
func (d *dialer) open(ctx context.Context, address string, secure bool) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	connection, err := d.reach(ctx, address, secure)
	if err != nil {
		return nil, &connectError{connectReason(err), err}
	}
	if !secure {
		return connection, nil
	}
	secured, err := d.secure(ctx, connection, address, d.tls)
	if err != nil {
		return nil, &connectError{tlsReason(err), err}
	}
	return secured, nil
}

func (d *dialer) reach(ctx context.Context, address string, secure bool) (net.Conn, error) {
	target, err := netip.ParseAddrPort(address)
	literal := err == nil
	if d.proxy == nil || literal && d.guard.Allows(target) {
		return d.connect(ctx, address, d.guard.control(secure))
	}
	if literal {
		if err := d.guard.refuse(target); err != nil {
			return nil, err
		}
	}
	return d.tunnel(ctx, address, secure)
}

// allowing returns a dialer that also allows the addresses of the list.
func (d *dialer) allowing(list string) (*dialer, error) {
	guard, err := d.guard.Allowing(list)
	if err != nil {
		return nil, err
	}
	more := *d
	more.guard = guard
	return &more, nil
}

func (d *dialer) secure(ctx context.Context, plain net.Conn, address string, config *tls.Config) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, errors.Join(err, plain.Close())
	}
	config = config.Clone()
	config.ServerName = host
	secured := tls.Client(plain, config)
	if err := secured.HandshakeContext(ctx); err != nil {
		_ = plain.Close() // report the error of the handshake
		return nil, err
	}
	return secured, nil
}

func connectReason(err error) Reason {
	var forbidden *ForbiddenAddressError
	var dns *net.DNSError
	var proxy *proxyError
	switch {
	case errors.As(err, &forbidden):
		return ReasonForbiddenAddress
	case errors.As(err, &proxy):
		return ReasonProxy
	case errors.As(err, &dns):
		return ReasonDNS
	case errors.Is(err, syscall.ECONNREFUSED):
		return ReasonRefused
	}
	return ReasonOther
}

func tlsReason(err error) Reason {
	if _, refused := errors.AsType[*tls.CertificateVerificationError](err); refused {
		return ReasonCertificate
	}
	return ReasonTLS
}

// TransportConfig limits where connections may lead and names their proxy. The zero value connects directly
// to public addresses and trusts the system's certificates.
type TransportConfig struct {
	// AllowPrivate lists the private addresses that are allowed in addition to public ones.
	AllowPrivate []Allowance
	// Own is the address where this process listens, or nil. Calls to it are refused.
	Own *OwnAddress
	// Proxy is an outbound proxy (http or https, optionally with a user and password), or nil. The proxy
	// settings of the environment are ignored. All calls go through the proxy by CONNECT, except those to an
	// IP address in AllowPrivate.
	Proxy *url.URL
	// RootCAs are the trusted certificate authorities. Nil means those of the system.
	RootCAs *x509.CertPool
	// Resolver looks up names. Nil means that of the system.
	Resolver *net.Resolver
	// Dial opens a connection to host:port instead of the system's network. Nil means the system's network.
	// AllowPrivate does not apply to it.
	Dial func(ctx context.Context, address string) (net.Conn, error)
}

// maxProxyAnswer limits the bytes read from a proxy's answer to CONNECT.
const maxProxyAnswer = 64 << 10

// proxyError is a failure of the proxy or on the way to it: the request never reached the service.
type proxyError struct{ err error }

func (e *proxyError) Error() string { return "outbound proxy: " + e.err.Error() }
func (e *proxyError) Unwrap() error { return e.err }

// tunnel opens a connection to address through the proxy by CONNECT (RFC 9110, section 9.3.6). The proxy sees
// only host and port. The proxy decides where the address leads, so only TLS on port 443 may pass, which is
// safe at any address.
func (d *dialer) tunnel(ctx context.Context, address string, secure bool) (net.Conn, error) {
	if _, port, err := net.SplitHostPort(address); err != nil || !secure || port != "443" {
		why := "only https on port 443 may go through the outbound proxy"
		return nil, &ForbiddenAddressError{Address: address, Problem: AddressOddPort, Why: why}
	}
	connection, err := d.reachProxy(ctx)
	if err != nil {
		return nil, &proxyError{err}
	}
	stop := context.AfterFunc(ctx, func() { _ = connection.Close() }) // ends a CONNECT that hangs
	err = requestTunnel(connection, d.proxy, address)
	if !stop() {
		err = errors.Join(err, ctx.Err())
	}
	if err != nil {
		_ = connection.Close() // the error above is the one to report
		return nil, &proxyError{err}
	}
	return connection, nil
}

func (d *dialer) reachProxy(ctx context.Context) (net.Conn, error) {
	port := cmp.Or(d.proxy.Port(), map[string]string{"http": "80", "https": "443"}[d.proxy.Scheme])
	address := net.JoinHostPort(d.proxy.Hostname(), port)
	anywhere := func(string, string, syscall.RawConn) error { return nil } // the operator chose it
	connection, err := d.connect(ctx, address, anywhere)
	if err != nil || d.proxy.Scheme == "http" {
		return connection, err
	}
	return d.secure(ctx, connection, address, d.tls)
}

func requestTunnel(connection net.Conn, proxy *url.URL, address string) error {
	header := http.Header{"User-Agent": {userAgent}}
	request := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: address}, Host: address, Header: header}
	if proxy.User != nil {
		password, _ := proxy.User.Password()
		request.SetBasicAuth(proxy.User.Username(), password)
		header["Proxy-Authorization"] = header["Authorization"]
		header.Del("Authorization")
	}
	if err := request.Write(connection); err != nil {
		return err
	}
	reader := bufio.NewReader(io.LimitReader(connection, maxProxyAnswer))
	response, err := http.ReadResponse(reader, request)
	if err != nil {
		return err
	}
	defer response.Body.Close() //nolint:errcheck // an answer to CONNECT has no body
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("it answered %d", response.StatusCode)
	}
	if reader.Buffered() > 0 {
		return errors.New("it sent data before the connection was used")
	}
	return nil
}
