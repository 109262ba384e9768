package apiclient

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"testing"
)

func mustURL(t *testing.T, text string) *url.URL {
	t.Helper()
	parsed, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestAllowedAddressesMayHavePorts(t *testing.T) {
	t.Parallel()
	text := "10.1.2.3, 10.0.0.0/8:8443 192.168.1.1:80,fd00::/8\n[fd00::/8]:8443,[fd00::1]:80,172.16.5.9/12"
	allowed, err := ParseAllowances(text)
	want := "10.1.2.3/32,10.0.0.0/8:8443,192.168.1.1/32:80,fd00::/8,[fd00::/8]:8443,[fd00::1/128]:80,172.16.0.0/12"
	if got := FormatAllowances(allowed); err != nil || got != want {
		t.Fatalf("read as %s, %v", got, err)
	}
	again, err := ParseAllowances(want)
	if fmt.Sprint(again) != fmt.Sprint(allowed) || err != nil {
		t.Errorf("read again as %v, %v", again, err)
	}
	for _, bad := range []string{
		"intranet", "10.0.0.0/33", "10.0.0.0/8:", "10.0.0.0/8:0", "10.0.0.0/8:70000", "10.0.0.0/8:080", "10.0.0.0/8:+1", "[10.0.0.0/8]:80", "[fd00::/8]", "[fd00::/8:80",
		"fd00::/8:8443", "fd00::/8]:80", ":80", "[]:80", "*:80", "http://10.0.0.1",
	} {
		if got, err := ParseAllowances(bad); err == nil {
			t.Errorf("%q is read as %v", bad, got)
		}
	}
}

func TestAnAddressThatIsAllowedOnAPortIsNotOnAnother(t *testing.T) {
	t.Parallel()
	allowed, err := ParseAllowances("10.0.0.0/8:8443,[fd00::/8]:80")
	if err != nil {
		t.Fatal(err)
	}
	guard := NewGuard(allowed)
	for address, want := range map[string]bool{
		"10.1.2.3:8443": true, "[::ffff:10.1.2.3]:8443": true, "10.1.2.3:443": false, "10.1.2.3:80": false, "[fd00::1]:80": true, "[fd00::1]:8443": false,
	} {
		if err := guard.Check(netip.MustParseAddrPort(address), true); (err == nil) != want {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestOneListsAllowanceDoesNotCountForAnother(t *testing.T) {
	t.Parallel()
	asked := 0
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.WriteHeader(http.StatusInternalServerError)
	}))
	t.Cleanup(service.Close)
	common, err := NewTransport(TransportConfig{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(common.Close)
	address := mustURL(t, service.URL)
	base := BaseURL{"http://127.0.0.1:" + address.Port()}
	// The first leaves a connection open; the others must not use it.
	for _, one := range []struct {
		list string
		may  bool
	}{{"127.0.0.1", true}, {"", false}, {"10.0.0.0/8", false}, {"127.0.0.1:1", false}, {"127.0.0.1", true}} {
		transport, err := common.Allowing(one.list)
		if err != nil {
			t.Fatal(err)
		}
		client, err := New(transport, base, credentials())
		if err != nil {
			t.Fatal(err)
		}
		before := asked
		failure := failureOf(t, client, soon())
		if reached := asked > before; reached != one.may || reached == (failure.Kind == NotSent) {
			t.Errorf("with %q a save ended as %v", one.list, failure)
		}
	}
	if _, err := common.Allowing("nonsense"); err == nil {
		t.Error("a list that cannot be read is taken for none")
	}
}
