package entry_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/apptest"
	"rollbook/web"
)

// allRoutes returns the routes of the program.
func allRoutes(t *testing.T) []*echo.Route {
	t.Helper()
	var routes []*echo.Route
	app := apptest.NewApp(t, apptest.Options{Register: func(e *echo.Echo, pages *echo.Group, app *web.App) error {
		err := apptest.Register(e, pages, app)
		routes = e.Routes()
		return err
	}})
	apptest.Must(t, app.Close())
	return routes
}

// code returns the status of an address; it does not wait for the body.
func code(v *apptest.Visitor, method, path string) int {
	v.T.Helper()
	ctx, stop := context.WithCancel(v.T.Context())
	defer stop()
	r, err := http.NewRequestWithContext(ctx, method, v.Address+path, nil)
	apptest.Must(v.T, err)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	got, err := v.Client.Do(r)
	apptest.Must(v.T, err)
	apptest.Must(v.T, got.Body.Close())
	return got.StatusCode
}
