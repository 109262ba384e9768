package edge

import (
	"net/url"

	"github.com/labstack/echo/v4"
)

// Origin returns the scheme and host of the server's public address, or of the request when that is nil.
func Origin(c echo.Context, public *url.URL) string {
	if public != nil {
		return public.Scheme + "://" + public.Host
	}
	return c.Scheme() + "://" + c.Request().Host
}
