package apiclient

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// everywhere allows all addresses that can be allowed.
func everywhere() []Allowance {
	return AnyPort(netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0"))
}

func TestLinkLocalAndMetadataAddressesAreAlwaysRefused(t *testing.T) {
	t.Parallel()
	guard := NewGuard(everywhere())
	for _, address := range []string{
		"169.254.169.254:80", "169.254.0.1:443", "[fe80::1]:80", "[fe80::1%eth0]:80", "[fd00:ec2::254]:80", "[fd20:ce::254]:80", "100.100.100.200:80",
		"168.63.129.16:443", "192.0.0.192:80", "0.0.0.0:80", "[::]:80", "224.0.0.1:80", "[ff02::1]:80", "255.255.255.255:80",
		"[::ffff:169.254.169.254]:80", "[::ffff:100.100.100.200]:80", "[64:ff9b::a9fe:a9fe]:80", "[64:ff9b:1::a9fe:a9fe]:80", "[2002:a9fe:a9fe::1]:80", "[::a9fe:a9fe]:80",
		"[2606:4700::5efe:a9fe:a9fe]:80",
	} {
		target := netip.MustParseAddrPort(address)
		for _, secure := range []bool{false, true} {
			forbidden, ok := errors.AsType[*ForbiddenAddressError](guard.Check(target, secure))
			if !ok || !forbidden.Never || guard.Allows(target) {
				t.Errorf("%s: %v", address, forbidden)
			}
		}
	}
	for _, address := range []string{"127.0.0.1:80", "[::1]:80", "10.0.0.1:8443", "[fd00::1]:80", "100.64.0.1:80"} {
		if err := guard.Check(netip.MustParseAddrPort(address), false); err != nil {
			t.Error(err)
		}
	}
}

func TestANameOfAMetadataAddressIsAlwaysRefused(t *testing.T) {
	t.Parallel()
	resolver := nameServer(t, dnsmessage.RCodeSuccess, func() [4]byte { return [4]byte{169, 254, 169, 254} })
	client := clientAt(t, TransportConfig{Resolver: resolver, AllowPrivate: everywhere()}, "http://sms.example")
	failure := failureOf(t, client, soon())
	if forbidden, ok := errors.AsType[*ForbiddenAddressError](failure); failure.Kind != NotSent || !ok || !forbidden.Never {
		t.Errorf("the save ended as %v", failure)
	}
}

func TestNothingIsSentToWhereWeListenOurselves(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	own := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	t.Cleanup(own.Close)
	port := own.URL[strings.LastIndexByte(own.URL, ':'):]
	for _, listening := range []string{"127.0.0.1", "0.0.0.0", "[::]"} {
		config := TransportConfig{Own: &OwnAddress{}, Resolver: nameServer(t, dnsmessage.RCodeSuccess, func() [4]byte { return [4]byte{127, 0, 0, 1} })}
		config.Own.Set(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(listening + port)))
		for _, address := range []string{"http://127.0.0.1" + port, "http://sms.example" + port} {
			failure := failureOf(t, clientAt(t, config, address), soon())
			if forbidden, ok := errors.AsType[*ForbiddenAddressError](failure); failure.Kind != NotSent || !ok || !forbidden.Never {
				t.Errorf("listening at %s, a save to %s ended as %v", listening, address, failure)
			}
		}
	}
	if asked.Load() != 0 {
		t.Errorf("%d calls came in", asked.Load())
	}
}

func TestOnlyOurListeningAddressAndPortAreOurs(t *testing.T) {
	t.Parallel()
	for listening, ours := range map[string]map[string]bool{
		"127.0.0.1:8080": {"127.0.0.1:8080": true, "[::ffff:127.0.0.1]:8080": true, "127.0.0.1:8081": false, "127.0.0.2:8080": false, "10.255.1.2:8080": false},
		"[::]:8080":      {"127.0.0.1:8080": true, "127.9.9.9:8080": true, "[::1]:8080": true, "127.0.0.1:8081": false, "203.0.113.7:8080": false},
	} {
		own := &OwnAddress{}
		own.Set(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(listening)))
		for target, want := range ours {
			if got := own.isReachedBy(netip.MustParseAddrPort(target)); got != want {
				t.Errorf("listening at %s, %s is ours: %v", listening, target, got)
			}
		}
	}
	var nowhere OwnAddress
	if nowhere.isReachedBy(netip.MustParseAddrPort("127.0.0.1:8080")) {
		t.Error("a process that does not listen has an address")
	}
}

func TestTheOutboundProxyIsNoWayToMetadata(t *testing.T) {
	t.Parallel()
	d := newDialer(TransportConfig{AllowPrivate: everywhere()})
	d.proxy = mustURL(t, "http://proxy.example:3128")
	d.connect = func(context.Context, string, controlFunc) (net.Conn, error) {
		t.Error("the proxy is asked")
		return nil, errors.New("this test has no network")
	}
	_, err := d.open(t.Context(), "169.254.169.254:443", true)
	if forbidden, ok := errors.AsType[*ForbiddenAddressError](err); !ok || !forbidden.Never {
		t.Errorf("it ended as %v", err)
	}
}
