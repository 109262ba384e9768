package apiclient

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"io"
	"math/big"
	"net"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// nameServer is a resolver whose answers are made by hand: an address, or none for a failure.
func nameServer(t *testing.T, code dnsmessage.RCode, addresses func() [4]byte) *net.Resolver {
	t.Helper()
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		near, far := net.Pipe()
		go func() {
			defer closing(far)
			for answered := error(nil); answered == nil; {
				answered = answerName(far, code, addresses)
			}
		}()
		return near, nil
	}}
}

func answerName(connection net.Conn, code dnsmessage.RCode, addresses func() [4]byte) error {
	size := make([]byte, 2)
	if _, err := io.ReadFull(connection, size); err != nil {
		return err
	}
	packed := make([]byte, binary.BigEndian.Uint16(size))
	if _, err := io.ReadFull(connection, packed); err != nil {
		return err
	}
	var message dnsmessage.Message
	if err := message.Unpack(packed); err != nil {
		return err
	}
	message.Response, message.RCode, message.Additionals = true, code, nil
	if q := message.Questions[0]; code == dnsmessage.RCodeSuccess && q.Type == dnsmessage.TypeA {
		header := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}
		message.Answers = []dnsmessage.Resource{{Header: header, Body: &dnsmessage.AResource{A: addresses()}}}
	}
	packed, err := message.Pack()
	if err != nil {
		return err
	}
	_, err = connection.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(packed))), packed...))
	return err
}

func TestANameThatDoesNotResolveIsNotSent(t *testing.T) {
	t.Parallel()
	for _, code := range []dnsmessage.RCode{dnsmessage.RCodeNameError, dnsmessage.RCodeServerFailure, dnsmessage.RCodeRefused} {
		client := clientAt(t, TransportConfig{Resolver: nameServer(t, code, nil)}, "https://sms.example")
		if failure := failureOf(t, client, soon()); failure.Kind != NotSent || failure.Reason != ReasonDNS {
			t.Errorf("%v: %v", code, failure)
		}
	}
}

func TestANameThatTurnsPrivateIsRefusedAtEveryConnect(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	resolver := nameServer(t, dnsmessage.RCodeSuccess, func() [4]byte {
		asked.Add(1)
		return [4]byte{127, 0, 0, 1}
	})
	transport, err := NewTransport(TransportConfig{Resolver: resolver})
	if err != nil {
		t.Fatal(err)
	}
	client, err := New(transport, BaseURL{"https://sms.example"}, credentials())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		failure := failureOf(t, client, soon())
		forbidden, ok := errors.AsType[*ForbiddenAddressError](failure)
		if failure.Kind != NotSent || failure.Reason != ReasonForbiddenAddress || !ok || forbidden.Address != "127.0.0.1:443" {
			t.Errorf("the save ended as %v", failure)
		}
	}
	if asked.Load() < 2 {
		t.Errorf("the name was resolved %d times for two saves", asked.Load())
	}
}

func TestPlainHTTPToANameIsRefusedUnlessItLeadsToAnAllowedAddress(t *testing.T) {
	t.Parallel()
	errNotConnected := errors.New("the address is allowed, and this test has no network")
	for address, allowed := range map[string]bool{
		"8.8.8.8:80 plain": false, "8.8.8.8:8443 tls": false, "8.8.8.8:443 tls": true, "10.0.0.1:80 plain": true, "10.0.0.1:8443 tls": true,
	} {
		d := newDialer(TransportConfig{AllowPrivate: AnyPort(netip.MustParsePrefix("10.0.0.0/8"))})
		resolved, how, _ := strings.Cut(address, " ")
		d.connect = func(_ context.Context, _ string, control controlFunc) (net.Conn, error) {
			return nil, cmp.Or(control("tcp", resolved, nil), errNotConnected)
		}
		_, err := d.open(context.Background(), "sms.example:0", how == "tls")
		if errors.Is(err, errNotConnected) != allowed {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// certificate makes a self-signed one for names, valid until a time.
func certificate(t *testing.T, until time.Time, names ...string) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: until.Add(-10000 * time.Hour), NotAfter: until, DNSNames: names,
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}
}

// secureService serves TLS by hand and counts the bytes of requests that it can decrypt.
func secureService(t *testing.T, config *tls.Config) (address string, requestBytes *atomic.Int64) {
	t.Helper()
	requestBytes = &atomic.Int64{}
	client, _ := rawService(t, func(c *net.TCPConn) {
		n, _ := io.Copy(io.Discard, tls.Server(c, config))
		requestBytes.Add(n)
	})
	return client.base.String(), requestBytes
}

func TestABadCertificateIsReportedAndNothingIsSent(t *testing.T) {
	t.Parallel()
	good := time.Now().Add(time.Hour)
	cases := map[string]struct {
		served  tls.Certificate
		trusted bool
	}{
		"self-signed": {certificate(t, good, "localhost"), false},
		"expired":     {certificate(t, time.Now().Add(-time.Hour), "localhost"), true},
		"wrong name":  {certificate(t, good, "other.example"), true},
	}
	for name, c := range cases {
		address, requestBytes := secureService(t, &tls.Config{Certificates: []tls.Certificate{c.served}})
		config := TransportConfig{RootCAs: x509.NewCertPool()}
		if c.trusted {
			config.RootCAs.AddCert(c.served.Leaf)
		}
		target := "https://localhost:" + netip.MustParseAddrPort(address[len("http://"):]).String()[len("127.0.0.1:"):]
		failure := failureOf(t, clientAt(t, config, target), soon())
		if failure.Kind != NotSent || failure.Reason != ReasonCertificate || requestBytes.Load() != 0 {
			t.Errorf("%s: %v, %d bytes arrived", name, failure, requestBytes.Load())
		}
	}
}

func TestOldTLSIsNotSpoken(t *testing.T) {
	t.Parallel()
	served := certificate(t, time.Now().Add(time.Hour), "localhost")
	address, requestBytes := secureService(t, &tls.Config{Certificates: []tls.Certificate{served}, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11})
	config := TransportConfig{RootCAs: x509.NewCertPool()}
	config.RootCAs.AddCert(served.Leaf)
	failure := failureOf(t, clientAt(t, config, "https"+address[len("http"):]), soon())
	if failure.Kind != NotSent || failure.Reason != ReasonTLS || requestBytes.Load() != 0 {
		t.Errorf("the save ended as %v", failure)
	}
}
