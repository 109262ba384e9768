package apiclient

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
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
	guard := NewGuard(config.AllowPrivate)
	guard.own = config.Own
	return &dialer{
		guard: guard,
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
		// Checked at every connect: a name may resolve differently the second time.
		return d.connect(ctx, address, func(_, address string, _ syscall.RawConn) error {
			target, err := netip.ParseAddrPort(address)
			if err != nil {
				return &ForbiddenAddressError{Address: address, Problem: AddressOddHost, Why: "it is not an IP address"}
			}
			return d.guard.Check(target, secure)
		})
	}
	if literal {
		if err := d.guard.refuse(target); err != nil {
			return nil, err
		}
	}
	return d.tunnel(ctx, address, secure)
}

func (d *dialer) secure(ctx context.Context, plain net.Conn, address string, config *tls.Config) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, errors.Join(err, plain.Close())
	}
	config = config.Clone()
	config.ServerName = host
	TrustMozilla()
	secured := tls.Client(plain, config)
	if err := secured.HandshakeContext(ctx); err != nil {
		_ = plain.Close() // report the error of the handshake
		return nil, err
	}
	return secured, nil
}

// errRefusedOnWindows is the error of Windows for an address where nothing listens (WSAECONNREFUSED).
const errRefusedOnWindows = syscall.Errno(10061)

func connectReason(err error) Reason {
	var forbidden *ForbiddenAddressError
	var dns *net.DNSError
	var known *connectError
	switch {
	case errors.As(err, &forbidden):
		return ReasonForbiddenAddress
	case errors.As(err, &known):
		return known.reason
	case errors.As(err, &dns):
		return ReasonDNS
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, errRefusedOnWindows):
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
