package apiclient

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"
)

const testKey = "rb_live_0123456789abcdefWXYZ"

func loopback() []Allowance {
	return AnyPort(netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"))
}

func credentials() Credentials {
	return Credentials{Tenant: "north", SchoolCode: "N-1", Key: NewKey(testKey)}
}

// clientAt makes a client of the service at an address on loopback.
func clientAt(t testing.TB, config TransportConfig, address string) *Client {
	t.Helper()
	config.AllowPrivate = append(config.AllowPrivate, loopback()...)
	transport, err := NewTransport(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(transport.Close)
	base, err := ParseBaseURL(address, NewGuard(config.AllowPrivate))
	if err != nil {
		t.Fatal(err)
	}
	client, err := New(transport, base, credentials())
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// serve starts a service and returns its client. The base address has a path, so that a wrong call to an
// absolute path is visible.
func serve(t testing.TB, handler http.HandlerFunc) *Client {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("/district/", http.StripPrefix("/district", handler))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return clientAt(t, TransportConfig{}, server.URL+"/district")
}

// soon is a fence that no test reaches.
func soon() Fence {
	now := time.Now()
	return Fence{SendBefore: now.Add(time.Minute), Deadline: now.Add(2 * time.Minute)}
}

func present(ids ...int64) DailyAttendance {
	return DailyAttendance{EnrolmentIDs: ids, StatusID: 3, Date: "2026-03-04"}
}

// failureOf makes a save that must fail, and returns its error.
func failureOf(t testing.TB, client *Client, fence Fence) *Error {
	t.Helper()
	_, err := client.SaveDailyAttendance(context.Background(), present(11, 12), fence)
	var failure *Error
	if !errors.As(err, &failure) {
		t.Fatalf("the save returned %v, not an *Error", err)
	}
	return failure
}

// closing closes a resource of a test and ignores the error.
func closing(c io.Closer) { _ = c.Close() }

func answering(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}
