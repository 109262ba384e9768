package apiclient

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"syscall"
)

// maxProxyAnswer limits the bytes read from a proxy's answer to CONNECT.
const maxProxyAnswer = 64 << 10

// proxyError returns a failure of the proxy or on the way to it: the request never reached the service.
func proxyError(err error) error {
	return &connectError{ReasonProxy, fmt.Errorf("outbound proxy: %w", err)}
}

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
		return nil, proxyError(err)
	}
	stop := context.AfterFunc(ctx, func() { _ = connection.Close() }) // ends a CONNECT that hangs
	err = requestTunnel(connection, d.proxy, address)
	if !stop() {
		err = errors.Join(err, ctx.Err())
	}
	if err != nil {
		_ = connection.Close() // the error above is the one to report
		return nil, proxyError(err)
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
