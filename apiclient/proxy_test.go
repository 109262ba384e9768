package apiclient

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// proxyTo starts an outbound proxy that connects every CONNECT to one address and records the requested
// hosts.
func proxyTo(t *testing.T, address, status string) (proxy *url.URL, asked chan string) {
	t.Helper()
	asked = make(chan string, 10)
	client, _ := rawService(t, func(c *net.TCPConn) {
		request, err := http.ReadRequest(bufio.NewReader(c))
		if err != nil {
			return
		}
		asked <- request.Method + " " + request.RequestURI + " " + request.Header.Get("Proxy-Authorization")
		for name := range request.Header {
			if strings.EqualFold(name, HeaderKey) {
				asked <- "the key"
			}
		}
		_, _ = io.WriteString(c, "HTTP/1.1 "+status+"\r\n\r\n")
		if status[:3] != "200" {
			return
		}
		out, err := net.Dial("tcp", address)
		if err != nil {
			return
		}
		defer closing(out)
		go func() { _, _ = io.Copy(out, c) }()
		_, _ = io.Copy(c, out)
	})
	proxy, err := url.Parse(client.base.String())
	if err != nil {
		t.Fatal(err)
	}
	return proxy, asked
}

// trustedService serves https for the name sms.example.
func trustedService(t *testing.T) (address string, roots *x509.CertPool) {
	t.Helper()
	served := certificate(t, time.Now().Add(time.Hour), "sms.example")
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{served}})
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: answering(200, oneSaved)}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	roots = x509.NewCertPool()
	roots.AddCert(served.Leaf)
	return listener.Addr().String(), roots
}

func TestAConfiguredProxySeesTheHostOnly(t *testing.T) {
	t.Parallel()
	address, roots := trustedService(t)
	proxy, asked := proxyTo(t, address, "200 OK")
	proxy.User = url.UserPassword("out", "side")
	client := clientAt(t, TransportConfig{Proxy: proxy, RootCAs: roots}, "https://sms.example")
	if _, err := client.SaveDailyAttendance(context.Background(), present(1), soon()); err != nil {
		t.Fatal(err)
	}
	if got := <-asked; got != "CONNECT sms.example:443 Basic b3V0OnNpZGU=" || len(asked) != 0 {
		t.Errorf("the proxy was asked %q and %d more", got, len(asked))
	}
}

func TestAProxyThatRefusesMeansNotSent(t *testing.T) {
	t.Parallel()
	for _, status := range []string{"407 Who", "403 No", "302 There", "502 Bad"} {
		proxy, _ := proxyTo(t, "", status)
		failure := failureOf(t, clientAt(t, TransportConfig{Proxy: proxy}, "https://sms.example"), soon())
		if failure.Kind != NotSent || failure.Reason != ReasonProxy {
			t.Errorf("%s: %v", status, failure)
		}
	}
}

func TestPlainHTTPNeverGoesThroughAProxy(t *testing.T) {
	t.Parallel()
	proxy, asked := proxyTo(t, "", "200 OK")
	for _, address := range []string{"http://sms.example", "http://sms.example:443", "https://sms.example:8443"} {
		failure := failureOf(t, clientAt(t, TransportConfig{Proxy: proxy}, address), soon())
		if failure.Kind != NotSent || failure.Reason != ReasonForbiddenAddress || len(asked) != 0 {
			t.Errorf("%s: %v, the proxy was asked %d times", address, failure, len(asked))
		}
	}
}

func TestAnAllowedAddressIsReachedWithoutTheProxy(t *testing.T) {
	t.Parallel()
	proxy, asked := proxyTo(t, "", "200 OK")
	client, connections := rawService(t, func(c *net.TCPConn) { _ = readRequest(c) })
	_ = failureOf(t, clientAt(t, TransportConfig{Proxy: proxy}, client.base.String()), soon())
	if connections.Load() != 1 || len(asked) != 0 {
		t.Errorf("%d connections, the proxy was asked %d times", connections.Load(), len(asked))
	}
}

//nolint:paralleltest // it changes the environment
func TestTheEnvironmentsProxyIsIgnored(t *testing.T) {
	proxy, asked := proxyTo(t, "", "200 OK")
	for _, name := range []string{"HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "https_proxy", "http_proxy"} {
		t.Setenv(name, proxy.String())
	}
	transport, err := NewTransport(TransportConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if transport.saves.Proxy != nil || transport.reads.Proxy != nil {
		t.Error("net/http looks for a proxy by itself")
	}
	// A loopback address that is not allowed is refused before anything is sent.
	base := BaseURL{"https://127.0.0.1"}
	client, err := New(transport, base, credentials())
	if err != nil {
		t.Fatal(err)
	}
	if failure := failureOf(t, client, soon()); failure.Reason != ReasonForbiddenAddress || len(asked) != 0 {
		t.Errorf("the save ended as %v, the proxy was asked %d times", failure, len(asked))
	}
}

func TestAProxyOfAnotherKindIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"socks5://p:1080", "ftp://p", "http://", "//p"} {
		proxy, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewTransport(TransportConfig{Proxy: proxy, AllowPrivate: AnyPort()}); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}
