package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/web"
)

// probes answers monitoring programs.
type probes struct{ app *web.App }

func (p *probes) health(c echo.Context) error { return c.String(http.StatusOK, "ok\n") }

func (p *probes) ready(c echo.Context) error {
	if err := p.app.Ready(c.Request().Context()); err != nil {
		return c.String(http.StatusServiceUnavailable, "the database is not ready\n")
	}
	return c.String(http.StatusOK, "ready\n")
}

// metrics answers "not found", like any unknown address, to clients that may not read the metrics.
func (p *probes) metrics(c echo.Context) error {
	if !p.app.MayReadMetrics(c) {
		return echo.ErrNotFound
	}
	return echo.WrapHandler(p.app.Metrics())(c)
}
