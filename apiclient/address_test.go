package apiclient

import (
	"errors"
	"net/netip"
	"strings"
	"testing"
)

func TestBadBaseURLsAreRefused(t *testing.T) {
	t.Parallel()
	bad := []string{
		"", " ", "sms.example", "//sms.example", "https://", "https:///x", "https:sms.example", "http://sms.example", "HTTP://sms.example",
		"file:///etc/passwd", "gopher://sms.example", "ftp://sms.example", "data:text/plain,x", "unix:/run/x.sock", "javascript:alert(1)",
		"https://user@sms.example", "https://user:pw@sms.example", "https://@sms.example", "https://sms.example@evil.example",
		"https://sms.example/?x=", "https://sms.example?", "https://sms.example/#", "https://sms.example/#@evil.example",
		"https://sms.example:22", "https://sms.example:6379", "https://sms.example:0", "https://sms.example:99999", "https://sms.example:0443", "https://sms.example:80", "https://sms.example:x",
		"https://127.0.0.1", "https://10.1.2.3", "https://172.16.0.1", "https://172.31.255.255", "https://192.168.1.1", "https://169.254.169.254",
		"https://100.64.0.1", "https://100.127.255.255", "https://0.0.0.0", "https://255.255.255.255", "https://224.0.0.1", "https://198.18.0.1", "https://192.0.2.1",
		"https://[::1]", "https://[::]", "https://[::ffff:127.0.0.1]", "https://[::ffff:7f00:1]", "https://[::ffff:8.8.8.8]", "https://[fc00::1]", "https://[fd12::1]",
		"https://[fe80::1]", "https://[fe80::1%25eth0]", "https://[ff02::1]", "https://[64:ff9b::7f00:1]", "https://[64:ff9b::a00:1]", "https://[2002:7f00:1::]", "https://[2002:a00:1::1]", "https://[::127.0.0.1]", "https://[2001:db8::1]", "https://[2001:0:1::1]", "https://[::1", "https://[127.0.0.1]",
		"https://2130706433", "https://0x7f000001", "https://0177.0.0.1", "https://127.1", "https://127.0.0.1.", "https://1.2.3.4.5", "https://x.0x7f",
		"https://localhost", "https://LOCALHOST.", "https://a.localhost",
		"https://127。0。0。1/", "https://127．0．0．1", "https://127｡0｡0｡1", "https://h／evil", "https://h：443", "https://sms.example＃x", "https://①②⑦.⓪.⓪.①",
		"https://sms.example\\@evil.example", "https://sms%2eexample", "https://sms.example/%2e%2e/x", "https://sms .example", "https://sms_x.example", "https://-x.example", "https://sms..example", "https://.example",
		"https://sms.example/../x", "https://sms.example/a//b", "https://sms.example/a;b", "https://sms.example/é", "https://sms.example\r\nX: y", "https://sms.example\x00",
		"https://" + strings.Repeat("a", 64) + ".example", "https://" + strings.Repeat("a.", 200) + "example", "https://sms.example/" + strings.Repeat("a", 3000),
	}
	for _, text := range bad {
		base, err := ParseBaseURL(text, NewGuard(nil))
		if !errors.Is(err, ErrBaseURL) || !base.IsZero() {
			t.Errorf("%q was read as %q, %v", text, base, err)
		}
	}
}

func TestBaseURLsAreNormalised(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"https://sms.example":                                             "https://sms.example",
		" https://SMS.EXAMPLE./ ":                                         "https://sms.example",
		"HTTPS://sms.example:443/":                                        "https://sms.example",
		"https://sms.example:/":                                           "https://sms.example",
		"https://sms.example/district/v2/":                                "https://sms.example/district/v2",
		"https://bücher.example":                                          "https://xn--bcher-kva.example",
		"https://xn--bcher-kva.example":                                   "https://xn--bcher-kva.example",
		"https://аррӏе.example":                                           "https://xn--80ak6aa92e.example",
		"https://8.8.8.8/x":                                               "https://8.8.8.8/x",
		"https://[2606:4700:0:0::1111]/x":                                 "https://[2606:4700::1111]/x",
		"https://[64:ff9b::808:808]":                                      "https://[64:ff9b::808:808]",
		"https://sms.example/Serviceapi.x_~-1":                            "https://sms.example/Serviceapi.x_~-1",
		"https://sms.example/serviceapi/v1/":                              "https://sms.example",
		"https://sms.example/oak/serviceapi":                              "https://sms.example/oak",
		"https://sms.example/serviceapi/v1/curriculum/schoolperiods/list": "https://sms.example",
		"https://sms.example/serviceapiary":                               "https://sms.example/serviceapiary",
	}
	for text, want := range cases {
		base, err := ParseBaseURL(text, NewGuard(nil))
		if err != nil || base.String() != want {
			t.Errorf("%q was read as %q, %v, want %q", text, base, err, want)
		}
	}
}

func TestAllowedPrivateAddressesMayUseHTTPAndAnyPort(t *testing.T) {
	t.Parallel()
	guard := NewGuard(AnyPort(netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")))
	cases := map[string]string{
		"http://10.1.2.3:8080/x": "http://10.1.2.3:8080/x", "https://10.1.2.3": "https://10.1.2.3", "http://[fd00::1]:80": "http://[fd00::1]",
		"http://sandbox:8080": "http://sandbox:8080", "http://localhost:80": "http://localhost",
		"http://8.8.8.8": "", "https://8.8.8.8:8443": "", "http://192.168.1.1": "", "http://10.1.2.3:0": "", "http://[::ffff:10.1.2.3]": "",
	}
	for text, want := range cases {
		base, err := ParseBaseURL(text, guard)
		if base.String() != want || (err == nil) != (want != "") {
			t.Errorf("%q was read as %q, %v, want %q", text, base, err, want)
		}
	}
}

func TestAGuardLooksThroughEveryWrapping(t *testing.T) {
	t.Parallel()
	guard := NewGuard(AnyPort(netip.MustParsePrefix("10.0.0.0/8")))
	for address, allowed := range map[string]bool{
		"8.8.8.8:443": true, "[2606:4700::1]:443": true, "[::ffff:8.8.8.8]:443": true, "10.9.9.9:8080": true, "[::ffff:10.9.9.9]:8080": true,
		"8.8.8.8:8443": false, "192.168.0.1:443": false, "[::ffff:192.168.0.1]:443": false, "[64:ff9b::a00:1]:443": false, "[64:ff9b::c0a8:1]:443": false,
		"[2002:c0a8:1::1]:443": false, "[2606:4700::5efe:c0a8:1]:443": false, "[2606:4700::200:5efe:127.0.0.1]:443": false, "[64:ff9b:1::1]:443": false,
		"[fe80::1%eth0]:443": false, "[fec0::1]:443": false, "0.1.2.3:443": false, "[2001::1]:443": false,
	} {
		err := guard.Check(netip.MustParseAddrPort(address), true)
		if _, forbidden := errors.AsType[*ForbiddenAddressError](err); (err == nil) != allowed || (err != nil && !forbidden) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if guard.Check(netip.MustParseAddrPort("8.8.8.8:443"), false) == nil {
		t.Error("plain http to a public address is allowed")
	}
}
