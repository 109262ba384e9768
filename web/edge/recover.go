package edge

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"github.com/labstack/echo/v4"
)

// ErrPanic is returned for a handler that panicked.
var ErrPanic = errors.New("a handler panicked")

// Recover turns a panic into an error, after logging its stack. A handler may still abort its connection
// (http.ErrAbortHandler).
func Recover(logger *slog.Logger) echo.MiddlewareFunc {
	return around(func(c echo.Context, next echo.HandlerFunc) (err error) {
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if failure, ok := cause.(error); ok && errors.Is(failure, http.ErrAbortHandler) {
				panic(cause)
			}
			ctx := c.Request().Context()
			logger.ErrorContext(ctx, "panic", "request", RequestID(ctx), "route", c.Path(),
				"cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
			err = ErrPanic
		}()
		return next(c)
	})
}
