package apiclient

import (
	"crypto/x509"
	"sync"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// TrustMozilla makes machines without certificate authorities know Mozilla's. Call it before a TLS connection; until
// then the program needs none of them.
//
//nolint:gochecknoglobals // It is a function.
var TrustMozilla = sync.OnceFunc(func() {
	pool := x509.NewCertPool()
	for root := range bundle.Roots() {
		authority, err := x509.ParseCertificate(root.Certificate)
		switch {
		case err != nil: // cannot happen: the bundle was tested
		case root.Constraint == nil:
			pool.AddCert(authority)
		default:
			pool.AddCertWithConstraint(authority, root.Constraint)
		}
	}
	x509.SetFallbackRoots(pool)
})
