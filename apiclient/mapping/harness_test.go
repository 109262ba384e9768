package mapping

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"reflect"
	"testing"
	"testing/synctest"

	"rollbook/apiclient"
)

const testKey = "rb_live_0123456789abcdefWXYZ"

// clientAt makes a client of the service at an address on loopback.
func clientAt(t testing.TB, config apiclient.TransportConfig, address string) *apiclient.Client {
	t.Helper()
	config.AllowPrivate = apiclient.AnyPort(netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"))
	transport, err := apiclient.NewTransport(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(transport.Close)
	base, err := apiclient.ParseBaseURL(address, apiclient.NewGuard(config.AllowPrivate))
	if err != nil {
		t.Fatal(err)
	}
	client, err := apiclient.New(transport, base, apiclient.Credentials{Tenant: "north", SchoolCode: "N-1", Key: apiclient.NewKey(testKey)})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// serve starts a service and returns its client. The base address has a path, so that a wrong call to an
// absolute path is visible.
func serve(t testing.TB, handler http.HandlerFunc) *apiclient.Client {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("/district/", http.StripPrefix("/district", handler))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return clientAt(t, apiclient.TransportConfig{}, server.URL+"/district")
}

// inBubble serves behind pipes instead of a network, so that the test's clock is virtual.
func inBubble(t *testing.T, handler http.HandlerFunc, test func(*testing.T, *apiclient.Client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		pipes := pipes{make(chan net.Conn), make(chan struct{})}
		server := &http.Server{Handler: handler}
		served := make(chan error, 1)
		go func() { served <- server.Serve(pipes) }()
		client := clientAt(t, apiclient.TransportConfig{Dial: pipes.dial}, "http://127.0.0.1/district")
		test(t, client)
		_ = server.Close()
		<-served
	})
}

// pipes are a listener whose connections are pipes.
type pipes struct {
	accepted chan net.Conn
	closed   chan struct{}
}

func (p pipes) dial(context.Context, string) (net.Conn, error) {
	near, far := net.Pipe()
	p.accepted <- far
	return near, nil
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case connection := <-p.accepted:
		return connection, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error { close(p.closed); return nil }

func (p pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 443} }

func answering(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// changed returns the mapping with a changed reading of the call.
func changed(m Mapping, call Call, how func(*Reading)) Mapping {
	reading := m.Of(call)
	how(&reading)
	return m.With(call, reading)
}

func readerOf(t testing.TB, client *apiclient.Client, m Mapping) *Reader {
	t.Helper()
	reader, err := NewReader(client, m)
	if err != nil {
		t.Fatal(err)
	}
	return reader
}

// holds contains the values of an item by field.
type holds map[string]any

func expectList(t *testing.T, list List, err error, want ...holds) {
	t.Helper()
	got := make([]holds, len(list.Items))
	for i, item := range list.Items {
		got[i] = holds(item)
	}
	if err != nil || len(list.Problems) != 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, %v\nwant %+v", got, err, want)
	}
}
