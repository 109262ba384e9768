package handlers

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"rollbook/web/edge"
)

// RefuseOtherMethods makes every address answer 405 to other methods than its own, and list those (RFC 9110,
// section 15.5.6), without reading the request. Call it after adding all other routes.
func RefuseOtherMethods(e *echo.Echo) {
	known := make(map[string][]string)
	for _, route := range edge.Routes(e) {
		if route.Method != echo.RouteNotFound {
			known[route.Path] = append(known[route.Path], route.Method)
		}
	}
	for path, methods := range known {
		slices.Sort(methods)
		allow := strings.Join(methods, ", ")
		refuse := func(c echo.Context) error {
			c.Response().Header().Set(echo.HeaderAllow, allow)
			return echo.ErrMethodNotAllowed
		}
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
			http.MethodTrace} {
			if !slices.Contains(methods, method) {
				e.Add(method, path, refuse)
			}
		}
	}
}
