package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/web"
)

// probes answer those who watch the program.
type probes struct{ app *web.App }

func (p *probes) health(c echo.Context) error { return c.String(http.StatusOK, "ok\n") }

func (p *probes) ready(c echo.Context) error {
	if err := p.app.Ready(c.Request().Context()); err != nil {
		return c.String(http.StatusServiceUnavailable, "the database is not ready\n")
	}
	return c.String(http.StatusOK, "ready\n")
}
