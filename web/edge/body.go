package edge

import (
	"errors"
	"mime"
	"net/http"
	"os"
	"strings"

	"github.com/labstack/echo/v4"
)

// The largest bodies of requests, in bytes.
const (
	SignInBody = 8 << 10
	RollBody   = 256 << 10
	HookBody   = 128 << 10
)

// LimitBody answers larger bodies with 413: at once if their length is declared, otherwise when reading
// exceeds the limit. Limits can be nested. The smallest applies.
func LimitBody(most int64) echo.MiddlewareFunc {
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		r := c.Request()
		if r.ContentLength > most {
			return errTooLarge()
		}
		r.Body = http.MaxBytesReader(c.Response(), r.Body, most)
		return next(c)
	})
}

func errTooLarge() error {
	return echo.NewHTTPError(http.StatusRequestEntityTooLarge, "this is more than can be sent at once")
}

// bodyError distinguishes a body that is too large, and one that did not arrive in time (RFC 9110, section
// 15.5.9), from an unreadable one.
func bodyError(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return Refusal(http.StatusRequestTimeout, "the request did not arrive in time", err)
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return errTooLarge()
	}
	return badRequest("the request could not be read", err)
}

// RefuseEncodedBodies answers compressed requests with 415: no browser sends any, and a small one could
// unpack to more than the limit.
func RefuseEncodedBodies() echo.MiddlewareFunc {
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		encoding := strings.Join(c.Request().Header.Values(echo.HeaderContentEncoding), ",")
		if encoding != "" && !strings.EqualFold(encoding, "identity") {
			return unsupported("compressed requests are not read")
		}
		return next(c)
	})
}

// Upload is true for a route that accepts files.
type Upload bool

// FormsOnly accepts only HTML forms in UTF-8, and answers anything else with 415. It accepts a form with
// files (multipart/form-data) where files are expected. An empty body needs no type.
func FormsOnly(files Upload) echo.MiddlewareFunc {
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		r := c.Request()
		header := r.Header.Get(echo.HeaderContentType)
		if isSafe(r.Method) || header == "" && r.ContentLength == 0 {
			return next(c)
		}
		media, parameters, err := mime.ParseMediaType(header)
		charset, named := parameters["charset"]
		switch {
		case err != nil, named && !strings.EqualFold(charset, "utf-8"):
			return unsupported("this is not a form in UTF-8")
		case media == echo.MIMEApplicationForm, media == echo.MIMEMultipartForm && bool(files):
			return next(c)
		}
		return unsupported("this is not a form")
	})
}

func unsupported(message string) error {
	return echo.NewHTTPError(http.StatusUnsupportedMediaType, message)
}

func badRequest(message string, cause error) error {
	return Refusal(http.StatusBadRequest, message, cause)
}
