package session

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"
)

// ErrNotKept is returned by writes after the session could not be stored.
var ErrNotKept = errors.New("the session could not be stored")

// Handler loads the session before next and stores it before the first byte of the answer, also for an event
// stream. When the store fails, failed answers instead.
func (s *Sessions) Handler(next http.Handler, failed func(http.ResponseWriter, *http.Request, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Cookie")
		ctx, err := s.load(r)
		if err != nil {
			failed(w, r, err)
			return
		}
		r = r.WithContext(ctx)
		answer := &exchange{ResponseWriter: w, request: r, manager: s.manager, failed: failed}
		next.ServeHTTP(answer, r)
		answer.keep()
	})
}

// exchange stores the session once, before the header is written.
type exchange struct {
	http.ResponseWriter
	request *http.Request
	manager *scs.SessionManager
	failed  func(http.ResponseWriter, *http.Request, error)
	kept    bool
	err     error
}

func (e *exchange) keep() {
	if e.kept {
		return
	}
	e.kept = true
	ctx := e.request.Context()
	switch e.manager.Status(ctx) {
	case scs.Modified:
		kept := ctx
		if came := only(e.request, e.manager.Cookie.Name); came != "" && came == e.manager.Token(ctx) {
			kept = context.WithValue(ctx, goesOn{}, true)
		}
		token, expiry, err := e.manager.Commit(kept)
		if err != nil {
			e.err = ErrNotKept
			e.failed(e.ResponseWriter, e.request, err)
			return
		}
		e.manager.WriteSessionCookie(ctx, e.ResponseWriter, token, expiry)
	case scs.Destroyed:
		e.manager.WriteSessionCookie(ctx, e.ResponseWriter, "", time.Time{})
	case scs.Unmodified:
	}
}

// WriteHeader stores the session first.
func (e *exchange) WriteHeader(status int) {
	e.keep()
	if e.err == nil {
		e.ResponseWriter.WriteHeader(status)
	}
}

// Write stores the session first. It fails with ErrNotKept when that failed.
func (e *exchange) Write(body []byte) (int, error) {
	e.keep()
	if e.err != nil {
		return 0, e.err
	}
	return e.ResponseWriter.Write(body)
}

// FlushError stores the session first.
func (e *exchange) FlushError() error {
	e.keep()
	if e.err != nil {
		return e.err
	}
	return http.NewResponseController(e.ResponseWriter).Flush()
}

// Unwrap returns the underlying writer for http.ResponseController.
func (e *exchange) Unwrap() http.ResponseWriter { return e.ResponseWriter }
