package visit

import (
	"net/url"

	"github.com/labstack/echo/v4"
)

// Origin returns the scheme and host by which others reach the server: those of its public address, or
// where that is nil those of the request.
func Origin(c echo.Context, public *url.URL) string {
	if public != nil {
		return public.Scheme + "://" + public.Host
	}
	return c.Scheme() + "://" + c.Request().Host
}
