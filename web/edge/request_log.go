package edge

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"
)

type requestKey struct{}

// request is the part of a log record that is known before the answer.
type request struct{ id, by, client string }

func requestOf(ctx context.Context) *request {
	if found, ok := ctx.Value(requestKey{}).(*request); ok {
		return found
	}
	return &request{}
}

// RequestID returns the id of the context's request, or "". People quote it when they report an error.
func RequestID(ctx context.Context) string { return requestOf(ctx).id }

// ClientOf returns the client's address of the context's request, or "".
func ClientOf(ctx context.Context) string { return requestOf(ctx).client }

// NoteVisitor adds the visitor to the records of the context's request, by an id that reveals nothing: of a
// person, of a pass or of a tablet. Call it from the request's own goroutine.
func NoteVisitor(ctx context.Context, id string) { requestOf(ctx).by = id }

// VisitorOf returns the id from NoteVisitor, or "".
func VisitorOf(ctx context.Context) string { return requestOf(ctx).by }

// LogRequests gives every request a new id, never one from the client, and writes one record for each answer.
// A record contains the route instead of the address, since addresses contain search words, dates and tokens.
// It contains the opaque id of the visitor. Errors are rendered here, so that the record has the final
// status. Answers to the probes, which come all day, are logged for debugging only. It is the outermost middleware.
func LogRequests(logger *slog.Logger, now func() time.Time, probes ...string) echo.MiddlewareFunc {
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		began, id := now(), rand.Text()
		c.SetRequest(c.Request().WithContext(context.WithValue(c.Request().Context(), requestKey{},
			&request{id: id, client: c.RealIP()})))
		c.Response().Header().Set(echo.HeaderXRequestID, id)
		err := next(c)
		if err != nil {
			answerError(c, err)
		}
		logRequest(c, logger, err, now().Sub(began), probes)
		return nil
	})
}

func logRequest(c echo.Context, logger *slog.Logger, err error, took time.Duration, probes []string) {
	r, status := c.Request(), Answer(c).Status
	level := slog.LevelInfo
	switch {
	case status >= http.StatusInternalServerError:
		level = slog.LevelError
	case status < http.StatusBadRequest && slices.Contains(probes, c.Path()):
		level = slog.LevelDebug
	}
	attributes := []slog.Attr{
		slog.String("request", RequestID(r.Context())),
		slog.String("method", cut(r.Method, 20)),
		slog.String("route", c.Path()),
		slog.Int("status", status),
		slog.Int64("bytes", Answer(c).Size),
		slog.String("took", took.String()),
		slog.String("client", ClientOf(r.Context())),
	}
	if by := VisitorOf(r.Context()); by != "" {
		attributes = append(attributes, slog.String("by", by))
	}
	if status == http.StatusMisdirectedRequest {
		attributes = append(attributes, slog.String("host", cut(r.Host, 100)))
	}
	if err != nil && level == slog.LevelError {
		attributes = append(attributes, slog.String("error", err.Error()))
	}
	logger.LogAttrs(r.Context(), level, "request", attributes...)
}

// cut shortens a client's text for the log.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return text[:most]
}
