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

// connectError is a connection that never stood, with the reason as far as it is known.
type connectError struct {
	reason Reason
	err    error
}

func (e *connectError) Error() string { return e.err.Error() }
func (e *connectError) Unwrap() error { return e.err }

// connect opens one TCP connection under a check of its address.
type connect func(ctx context.Context, address string, control controlFunc) (net.Conn, error)

type controlFunc = func(network, address string, connection syscall.RawConn) error

// dialer opens connections to services, directly or through a proxy, and secures them.
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
		tls:   &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: config.RootCAs, ClientSessionCache: tls.NewLRUClientSessionCache(0)},
		connect: func(ctx context.Context, address string, control controlFunc) (net.Conn, error) {
			if config.Dial != nil {
				return config.Dial(ctx, address)
			}
			d := net.Dialer{Control: control, Resolver: config.Resolver}
			return d.DialContext(ctx, "tcp", address)
		},
	}
}

// open returns a connection that is ready for a request: address is host:port as the base address has it.
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

// besides returns a dialer that also connects to the addresses that the list allows.
func (d *dialer) besides(list string) (*dialer, error) {
	guard, err := d.guard.Besides(list)
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
		_ = plain.Close() // the handshake's own error is the one to tell
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
	var verification *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	if errors.As(err, &verification) || errors.As(err, &authority) || errors.As(err, &host) || errors.As(err, &invalid) {
		return ReasonCertificate
	}
	return ReasonTLS
}

// TransportConfig limits the addresses that connections go to, and names their proxy. The zero value connects directly to
// public addresses and trusts the system's certificates.
type TransportConfig struct {
	// AllowPrivate lists the private addresses at which a service may live besides public ones.
	AllowPrivate []Allowance
	// Own is the address at which this process listens, nil for none: no service lives there.
	Own *OwnAddress
	// Proxy is an outbound proxy (http or https, optionally with a user and password), or nil. The
	// environment's proxy settings are ignored. Everything goes through it by CONNECT, except what the
	// base address names by an IP address that AllowPrivate lists.
	Proxy *url.URL
	// RootCAs are the trusted certificate authorities; nil means the system's.
	RootCAs *x509.CertPool
	// Resolver looks up names; nil means the system's.
	Resolver *net.Resolver
	// Dial opens a connection to host:port by another way than the system's network; nil means that.
	// It answers for where its connections lead: AllowPrivate does not bind it.
	Dial func(ctx context.Context, address string) (net.Conn, error)
}
