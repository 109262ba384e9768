package edge

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// around is a middleware that answers each request itself or has next answer it.
func around(answer func(c echo.Context, next echo.HandlerFunc) error) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error { return answer(c, next) }
	}
}

// wrap makes middleware of net/http that replaces the response writer into echo's.
// An error of what is inside is rendered inside, so that it passes through the
// replaced writer like every other answer; echo.WrapMiddleware would render it
// after that writer has been closed.
func wrap(middleware func(http.Handler) http.Handler) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			outer := c.Response()
			inside := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				c.SetRequest(r)
				c.SetResponse(echo.NewResponse(w, c.Echo()))
				if err := next(c); err != nil {
					c.Error(err)
				}
			})
			// Also after a panic: the replaced writer is closed then.
			defer c.SetResponse(outer)
			middleware(inside).ServeHTTP(outer, c.Request())
			return nil
		}
	}
}
