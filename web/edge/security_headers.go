package edge

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

// contentSecurityPolicy allows what the pages need: own scripts, styles and calls,
// no inline code, no frames, no forms to elsewhere (CSP level 3).
func contentSecurityPolicy() string {
	return strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'", "manifest-src 'self'",
		"form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
	}, "; ")
}

// AnswerHeader marks every answer of Rollbook, errors and files included. A tablet at a door takes an answer
// without it for that of a proxy or a portal in between, and so for no network.
const AnswerHeader = "Rollbook"

// ShowFrames lets the page of the answer show pages of this server in frames.
func ShowFrames(header http.Header) {
	header.Set(echo.HeaderContentSecurityPolicy, contentSecurityPolicy()+"; frame-src 'self'")
}

// BeFramed lets pages of this server show the answer in a frame.
func BeFramed(header http.Header) {
	header.Set(echo.HeaderContentSecurityPolicy, strings.Replace(contentSecurityPolicy(), "frame-ancestors 'none'", "frame-ancestors 'self'", 1))
	header.Set(echo.HeaderXFrameOptions, "SAMEORIGIN")
}

// SecurityHeaders sets on every answer, errors included, what browsers are to refuse, and AnswerHeader.
// Answers are not stored unless a handler says otherwise: most of them name students. By https, browsers are told to keep to it, and
// to do so for names below this one too where subdomains is true (RFC 6797).
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
