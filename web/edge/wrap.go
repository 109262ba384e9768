package edge

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// around makes middleware from a function that answers a request or calls next.
func around(answer func(c echo.Context, next echo.HandlerFunc) error) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error { return answer(c, next) }
	}
}

// wrap makes echo middleware from net/http middleware that replaces the response writer. It renders errors
// from inside there, so that they pass through the replaced writer like every other answer.
// echo.WrapMiddleware would render them after that writer is closed.
func wrap(middleware func(http.Handler) http.Handler) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			outer := c.Response()
			inside := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				c.SetRequest(r)
				answerBy(c, w)
				if err := next(c); err != nil {
					answerError(c, err)
				}
			})
			// Also after a panic: the replaced writer is closed by then.
			defer c.SetResponse(outer)
			middleware(inside).ServeHTTP(outer, c.Request())
			return nil
		}
	}
}
