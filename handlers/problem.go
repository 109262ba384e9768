package handlers

import (
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"rollbook/views"
	"rollbook/web"
	"rollbook/web/roll"
)

// problems turns every error into an answer. People get a sentence; what is not
// meant for them goes to the log, with the request's id on the page.
type problems struct {
	*shell
	log *slog.Logger
}

// statuses are the answers to the kinds of errors.
var statuses = map[roll.Kind]int{
	roll.Malformed:   http.StatusBadRequest,
	roll.Meaningless: http.StatusUnprocessableEntity,
	roll.NotFound:    http.StatusNotFound,
	roll.Forbidden:   http.StatusForbidden,
	roll.Stale:       http.StatusConflict,
	roll.Unkept:      http.StatusServiceUnavailable,
}

// statusOf is the answer to an error.
func statusOf(err error) int {
	var answered *echo.HTTPError
	if errors.As(err, &answered) {
		return answered.Code
	}
	if status, known := statuses[roll.KindOf(err)]; known {
		return status
	}
	return http.StatusInternalServerError
}

// isNotFound tells the errors that are answered "not found".
func isNotFound(err error) bool { return statusOf(err) == http.StatusNotFound }

// answer is echo's HTTPErrorHandler.
func (p *problems) answer(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	status := statusOf(err)
	if status >= http.StatusInternalServerError {
		p.log.ErrorContext(c.Request().Context(), "a request failed", "path", c.Path(), "status", status, "error", err)
	}
	var ended *endedError
	switch {
	case errors.As(err, &ended), status == http.StatusUnauthorized && ofCover(c):
		err = p.ended(c, ended)
	case status == http.StatusUnauthorized:
		err = p.askToSignIn(c)
	default:
		err = p.show(c, status, errors.Is(err, echo.ErrForbidden))
	}
	if err != nil {
		// Without a page too it must not look as if all had gone well.
		if !c.Response().Committed {
			err = errors.Join(err, c.NoContent(status))
		}
		p.log.ErrorContext(c.Request().Context(), "an error could not be shown", "error", err)
	}
}

// askToSignIn leads to the sign-in page and back. A request that cannot be
// repeated by going there comes back to its page: the ticks are kept there.
func (p *problems) askToSignIn(c echo.Context) error {
	r := c.Request()
	address := p.paths.SignIn(wayBack(c))
	if web.IsBackground(r) {
		return c.NoContent(http.StatusUnauthorized)
	}
	if byScript(c) {
		c.Response().Header().Set("HX-Redirect", address)
		return p.show(c, http.StatusUnauthorized, false)
	}
	return c.Redirect(http.StatusSeeOther, address)
}

// wayBack is where a request that is not signed in goes on after the sign-in.
func wayBack(c echo.Context) string {
	r := c.Request()
	switch {
	case byScript(c):
		return ownPath(r.Header.Get("HX-Current-URL"), r.Host)
	case r.Method == http.MethodGet:
		return r.URL.RequestURI()
	}
	return pageWithTicks(r)
}

// show says what happened; denied is for somebody whose role is not enough.
func (p *problems) show(c echo.Context, status int, denied bool) error {
	view := views.ProblemView{Code: status, Denied: denied}
	// Elsewhere the number would tell two answers apart that must be the same bytes.
	if status == http.StatusInternalServerError {
		view.RequestID = web.RequestID(c.Request().Context())
	}
	words := p.wordsOf(c)
	device, _ := p.devices.Load(c.Request())
	view.Page = p.barePage(c, words, device, "")
	if status == http.StatusUnauthorized {
		view.Address = wayBack(c)
	}
	if status == http.StatusServiceUnavailable && c.Response().Header().Get("Retry-After") == "" {
		c.Response().Header().Set("Retry-After", strconv.Itoa(3))
	}
	if byScript(c) {
		return p.render(c, status, views.ProblemFragment(&view))
	}
	return p.render(c, status, views.Problem(&view))
}

// errUnknownChoice answers a choice that no page offers.
func errUnknownChoice() error { return roll.Problem(roll.Meaningless, "problem.what.422") }
