package edge

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

// contentSecurityPolicy allows only what the pages need: own scripts, styles and calls, no inline code, no
// frames, no forms to other sites (CSP level 3).
func contentSecurityPolicy() string {
	return strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
		"manifest-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
	}, "; ")
}

// AnswerHeader marks every answer of Rollbook, including errors and files. A tablet at a door treats an
// answer without it as one from a proxy or a portal in between, and so as no network.
const AnswerHeader = "Rollbook"

// ShowFrames lets the page of the answer show pages of this server in frames.
func ShowFrames(header http.Header) {
	header.Set(echo.HeaderContentSecurityPolicy, header.Get(echo.HeaderContentSecurityPolicy)+"; frame-src 'self'")
}

// BeFramed lets pages of this server show the answer in a frame.
func BeFramed(header http.Header) {
	header.Set(echo.HeaderContentSecurityPolicy,
		strings.Replace(contentSecurityPolicy(), "frame-ancestors 'none'", "frame-ancestors 'self'", 1))
	header.Set(echo.HeaderXFrameOptions, "SAMEORIGIN")
}

// SecurityHeaders sets the security headers and AnswerHeader on every answer, including errors. Browsers must
// not store answers unless a handler allows it, since most of them name students. With https, it tells
// browsers to use only https, also for names below this one if subdomains is true (RFC 6797).
func SecurityHeaders(https, subdomains bool) echo.MiddlewareFunc {
	headers := map[string]string{
		AnswerHeader:                     "1",
		echo.HeaderContentSecurityPolicy: contentSecurityPolicy(),
		echo.HeaderXContentTypeOptions:   "nosniff",
		echo.HeaderXFrameOptions:         "DENY",
		echo.HeaderReferrerPolicy:        "same-origin",
		"Cross-Origin-Opener-Policy":     "same-origin",
		"Cross-Origin-Resource-Policy":   "same-origin",
		"Permissions-Policy":             "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
		echo.HeaderCacheControl:          "no-store",
	}
	if https {
		headers[echo.HeaderStrictTransportSecurity] = "max-age=31536000"
		if subdomains {
			headers[echo.HeaderStrictTransportSecurity] += "; includeSubDomains"
		}
	}
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		for name, value := range headers {
			c.Response().Header().Set(name, value)
		}
		return next(c)
	})
}
