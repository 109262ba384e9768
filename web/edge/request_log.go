package edge

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

type requestKey struct{}

// request holds what the log says of a request besides its answer.
type request struct{ id, by string }

func requestOf(ctx context.Context) *request {
	if found, ok := ctx.Value(requestKey{}).(*request); ok {
		return found
	}
	return &request{}
}

// RequestID is the id of the request that a context belongs to, empty outside of
// one. People read it to whoever looks for the cause of an error.
func RequestID(ctx context.Context) string { return requestOf(ctx).id }

// NoteVisitor has the records of the context's request say who asks, by an id that
// tells strangers nothing: of a person, of a pass or of a tablet. Call it from the
// request's own goroutine.
func NoteVisitor(ctx context.Context, id string) { requestOf(ctx).by = id }

// VisitorOf is the id that NoteVisitor was told; empty where nobody is known.
func VisitorOf(ctx context.Context) string { return requestOf(ctx).by }

// LogRequests gives every request an id of its own, never one that a client chose,
// and writes one record an answer. A record has the route instead of the address:
// addresses hold search words, dates and tokens. It has the opaque id of the visitor. Errors
// are rendered here, so that the record has the status that was sent; it is the outermost
// middleware.
func LogRequests(logger *slog.Logger, now func() time.Time) echo.MiddlewareFunc {
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		began, id := now(), rand.Text()
		c.SetRequest(c.Request().WithContext(context.WithValue(c.Request().Context(), requestKey{}, &request{id: id})))
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
	if by := VisitorOf(r.Context()); by != "" {
		attributes = append(attributes, slog.String("by", by))
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
