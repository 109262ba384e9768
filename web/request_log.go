package web

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

type requestIDKey struct{}

// RequestID is the id of the request that a context belongs to, empty outside of
// one. People read it to whoever looks for the cause of an error.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// LogRequests gives every request an id of its own, never one that a client chose,
// and writes one record an answer. A record has the route instead of the address:
// addresses hold search words, dates and tokens. Errors are rendered here, so that
// the record has the status that was sent; it is the outermost middleware.
func LogRequests(logger *slog.Logger, now func() time.Time) echo.MiddlewareFunc {
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		began, id := now(), rand.Text()
		c.SetRequest(c.Request().WithContext(context.WithValue(c.Request().Context(), requestIDKey{}, id)))
		c.Response().Header().Set(echo.HeaderXRequestID, id)
		err := next(c)
		if err != nil {
			c.Error(err)
		}
		logRequest(c, logger, err, now().Sub(began))
		return nil
	})
}

func logRequest(c echo.Context, logger *slog.Logger, err error, took time.Duration) {
	r, status := c.Request(), c.Response().Status
	level := slog.LevelInfo
	if status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	attributes := []slog.Attr{
		slog.String("request", RequestID(r.Context())),
		slog.String("method", cut(r.Method, 20)),
		slog.String("route", c.Path()),
		slog.Int("status", status),
		slog.Int64("bytes", c.Response().Size),
		slog.Duration("took", took),
		slog.String("client", c.RealIP()),
	}
	if err != nil && level == slog.LevelError {
		attributes = append(attributes, slog.String("error", err.Error()))
	}
	logger.LogAttrs(r.Context(), level, "request", attributes...)
}

// cut keeps what a client wrote from filling the log.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return text[:most]
}
