package web

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// HeadAsGet routes a HEAD request as the GET that it asks about (RFC 9110, section
// 9.3.2); the server leaves the body out.
func HeadAsGet(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if r := c.Request(); r.Method == http.MethodHead {
			asked := r.WithContext(r.Context())
			asked.Method = http.MethodGet
			c.SetRequest(asked)
		}
		return next(c)
	}
}
