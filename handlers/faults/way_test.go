package faults_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// ways are the faults on the way to the service: the program does not reach it, or reaches another one.
func ways() map[string]func(*testing.T) {
	return map[string]func(*testing.T){
		"U18": aNameThatDoesNotResolveIsTriedAgain,
		"U19": aBadCertificateGetsNoByte,
		"U20": aRedirectIsNeverFollowed,
	}
}

func aNameThatDoesNotResolveIsTriedAgain(t *testing.T) {
	for name, why := range map[string]*net.DNSError{
		"no such host": {Err: "no such host", Name: "sms.example", IsNotFound: true},
		"failure":      {Err: "server misbehaving", Name: "sms.example", IsTemporary: true},
		"timeout":      {Err: "i/o timeout", Name: "sms.example", IsTimeout: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
				v := s.As(t, apptest.Teacher)
				page := v.Get(apptest.EightB)
				fail(s.Network, apptest.ServiceHost, why)
				p := pressesOf(t, s, v, page, "Absent", page.Enrolments(t, 0, 1)...)
				p.Shows(t, 2*time.Second, roll.Waiting, saysWaiting)
				p.Shows(t, 10*time.Minute, roll.Waiting, saysWaiting)
				wantOnlyNotSent(t, p, "dns")
				s.Network.Lay(apptest.ServiceHost, nil)
				p.Settles(t, 10*time.Minute+31*time.Second)
				p.WantSent(t, span{From: 10 * time.Minute, To: 10*time.Minute + 31*time.Second})
			})
		})
	}
}

// wantOnlyNotSent expects attempts that all ended before a byte was written, for the reason; at first at most
// every two seconds, and later every 30.
func wantOnlyNotSent(t *testing.T, p *pressed, reason string) {
	t.Helper()
	story := p.Story(t)
	for _, attempt := range story.Attempts {
		if attempt.State != roll.NotSent || attempt.Problem != reason {
			t.Errorf("an attempt is %s: %s", attempt.State, attempt.Problem)
		}
	}
	if tries := len(story.Attempts); tries < 20 || tries > 45 {
		t.Errorf("%d tries in ten minutes", tries)
	}
}

// aBadCertificateGetsNoByte of any request, and leaves no outcome unknown.
func aBadCertificateGetsNoByte(t *testing.T) {
	for name, bad := range map[string]func(c *x509.Certificate){
		"expired":    func(c *x509.Certificate) { c.NotAfter = c.NotBefore.Add(time.Hour) },
		"other name": func(c *x509.Certificate) { c.IPAddresses = []net.IP{net.IPv4(10, 0, 0, 2)} },
		"unknown":    nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			authority := newAuthority(t)
			authority.pool.AddCert(authority.certificate.Leaf)
			system := apptest.Options{ServiceURL: "https://10.0.0.1", Transport: authority.transport()}
			apptest.PlayIn(t, apptest.BootHour(), system, func(t *testing.T, s *apptest.Scene) {
				shown := serveSecurely(t, s, authority)
				v := s.As(t, apptest.Teacher)
				page := v.Get(apptest.EightB).Want(t, http.StatusOK)
				shown.Store(authority.bad(t, bad))
				p := pressesOf(t, s, v, page, "Absent", page.Enrolments(t, 0, 1)...)
				p.Shows(t, 2*time.Second, roll.Waiting, saysWaiting)
				p.Shows(t, 10*time.Minute, roll.Waiting, saysWaiting)
				wantOnlyNotSent(t, p, "certificate")
				light := "School system not answering since 08:30. Keep taking the roll: 2 marks are safe here."
				if text := s.As(t, apptest.Administrator).Get(apptest.ConnectionPath).Text("[data-light=silent]"); text != light {
					t.Errorf("an admin reads %q", text)
				}
				shown.Store(authority.good(t))
				p.Settles(t, 10*time.Minute+31*time.Second)
				p.WantSent(t, span{From: 10 * time.Minute, To: 10*time.Minute + 31*time.Second})
			})
		})
	}
}

// serveSecurely serves over TLS with the certificate that it returns.
func serveSecurely(t *testing.T, s *apptest.Scene, authority *authority) *atomic.Pointer[tls.Certificate] {
	t.Helper()
	var shown atomic.Pointer[tls.Certificate]
	shown.Store(authority.good(t))
	config := &tls.Config{
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return shown.Load(), nil },
		// A resumed session shows no certificate; a service with another certificate could not resume it.
		SessionTicketsDisabled: true,
	}
	server := apptest.Serve(tls.NewListener(s.Network.Listen("10.0.0.1:443"), config), s.Sandbox)
	t.Cleanup(server.Close)
	return &shown
}

// authority signs certificates that a program trusts.
type authority struct {
	certificate tls.Certificate
	pool        *x509.CertPool
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: apptest.BootHour().AddDate(-1, 0, 0), NotAfter: apptest.BootHour().AddDate(1, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	return &authority{certificate: *sign(t, template, nil), pool: x509.NewCertPool()}
}

func (a *authority) transport() apiclient.TransportConfig {
	return apiclient.TransportConfig{RootCAs: a.pool}
}

// good makes a valid certificate of the service.
func (a *authority) good(t *testing.T) *tls.Certificate {
	t.Helper()
	return a.bad(t, func(*x509.Certificate) {})
}

// bad makes a certificate with one fault; nil means one of another authority.
func (a *authority) bad(t *testing.T, wrong func(*x509.Certificate)) *tls.Certificate {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), NotBefore: apptest.BootHour().AddDate(-1, 0, 0), NotAfter: apptest.BootHour().AddDate(1, 0, 0),
		IPAddresses: []net.IP{net.IPv4(10, 0, 0, 1)},
	}
	if wrong == nil {
		return sign(t, template, &newAuthority(t).certificate)
	}
	wrong(template)
	return sign(t, template, &a.certificate)
}

// sign makes a certificate; without an issuer it signs itself.
func sign(t *testing.T, template *x509.Certificate, issuer *tls.Certificate) *tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	apptest.Must(t, err)
	made := &tls.Certificate{PrivateKey: key}
	parent, signer := template, any(key)
	if issuer != nil {
		parent, signer = issuer.Leaf, issuer.PrivateKey
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	apptest.Must(t, err)
	made.Certificate = [][]byte{der}
	made.Leaf, err = x509.ParseCertificate(der)
	apptest.Must(t, err)
	return made
}

// aRedirectIsNeverFollowed: the school's marks wait until its service answers at the address in the settings.
func aRedirectIsNeverFollowed(t *testing.T) {
	const elsewhere = "10.0.0.66:80"
	for _, status := range []int{301, 302, 303, 307, 308} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			t.Parallel()
			apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
				s.Network.Listen(elsewhere)
				attempts := attemptsAt(s.Network, elsewhere)
				breaks(t, s, sandbox.Fault{Redirect: "http://" + elsewhere + "/collect", RedirectStatus: status})
				v := s.As(t, apptest.Teacher)
				p := presses(t, s, v, "Absent", 0, 1)
				p.Shows(t, 2*time.Second, roll.Waiting, saysWaiting)
				if light := v.Get(apptest.EightB).Text("[data-light]"); !strings.HasPrefix(light, "School system has taken no marks since 08:30.") {
					t.Errorf("a teacher reads %q", light)
				}
				p.Until(t, 10*time.Minute)
				if calls := len(p.Sent()); calls > 11 || attempts.Load() > 0 {
					t.Errorf("%d calls, %d of them elsewhere", calls, attempts.Load())
				}
				s.Sandbox.Heal(apptest.HarbourCode)
				p.Settles(t, 11*time.Minute+time.Second)
			})
		})
	}
}
