package visit

import (
	"net/url"

	"github.com/labstack/echo/v4"
)

// Origin is how the server is reached from elsewhere: by its public address, or as the request came
// where that is nil.
func Origin(c echo.Context, public *url.URL) string {
	if public != nil {
		return public.Scheme + "://" + public.Host
	}
	return c.Scheme() + "://" + c.Request().Host
}
