package visit

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"rollbook/views/layout"
	"rollbook/web"
	"rollbook/web/edge"
	"rollbook/web/roll"
)

// Statuses maps each kind of error to the HTTP status of its answer.
var Statuses = map[roll.Kind]int{
	roll.Malformed:   http.StatusBadRequest,
	roll.Meaningless: http.StatusUnprocessableEntity,
	roll.NotFound:    http.StatusNotFound,
	roll.Forbidden:   http.StatusForbidden,
	roll.Stale:       http.StatusConflict,
	roll.Unkept:      http.StatusServiceUnavailable,
	roll.Internal:    http.StatusInternalServerError,
}

// StatusOf returns the HTTP status of the answer to an error.
func StatusOf(err error) int {
	if answered, ok := errors.AsType[*echo.HTTPError](err); ok {
		return answered.Code
	}
	if status, known := Statuses[roll.KindOf(err)]; known {
		return status
	}
	return http.StatusInternalServerError
}

// IsNotFound reports whether the error is answered "not found".
func IsNotFound(err error) bool { return StatusOf(err) == http.StatusNotFound }

// wayBack returns the address to continue to after the sign-in.
func wayBack(c echo.Context) string {
	r := c.Request()
	switch {
	case c.Param("secret") != "":
		// No address may contain the secret of another one.
		return ""
	case ByScript(c):
		return ownPath(r.Header.Get("HX-Current-URL"), r.Host)
	case r.Method == http.MethodGet:
		return r.URL.RequestURI()
	}
	return pageWithTicks(r)
}

// show shows the error page. Denied means that the visitor's role is not sufficient.
func (p *Problems) show(c echo.Context, status int, denied bool) error {
	view := layout.ProblemView{Code: status, Denied: denied}
	// For other errors a number would distinguish answers that must have the same bytes.
	if status == http.StatusInternalServerError {
		view.RequestID = edge.RequestID(c.Request().Context())
	}
	view.Page = p.pages.BarePage(c, "")
	if status == http.StatusUnauthorized {
		view.Address = wayBack(c)
	}
	if status == http.StatusServiceUnavailable && c.Response().Header().Get("Retry-After") == "" {
		c.Response().Header().Set("Retry-After", strconv.Itoa(3))
	}
	if ByScript(c) {
		return p.pages.Render(c, status, layout.ProblemFragment(&view))
	}
	return p.pages.Render(c, status, layout.Problem(&view))
}

// ErrUnknownChoice returns the error for a choice that no page offers.
func ErrUnknownChoice() error { return roll.Problem(roll.Meaningless, "problem.what.422") }

// Answer is echo's HTTPErrorHandler.
func (p *Problems) Answer(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	status := StatusOf(err)
	if status >= http.StatusInternalServerError {
		p.log.ErrorContext(c.Request().Context(), "a request failed", "path", c.Path(), "status", status, "error", err)
	}
	var ended *EndedError
	ofTablet, failed := p.ofTablet(c, err)
	switch {
	case ofTablet:
		err = failed
	case errors.As(err, &ended), status == http.StatusUnauthorized && ofPass(c):
		err = p.ended(c, ended)
	case status == http.StatusUnauthorized:
		err = p.askToSignIn(c)
	default:
		err = p.show(c, status, errors.Is(err, echo.ErrForbidden))
	}
	if err != nil {
		// Even without a page the answer must not look like a success.
		if !c.Response().Committed {
			err = errors.Join(err, c.NoContent(status))
		}
		p.log.ErrorContext(c.Request().Context(), "an error could not be shown", "error", err)
	}
}

// askToSignIn redirects to the sign-in page and back. A request that cannot be repeated by opening its
// address returns to its page, which kept the ticks.
func (p *Problems) askToSignIn(c echo.Context) error {
	r := c.Request()
	address := p.pages.Paths.SignIn(wayBack(c))
	if web.IsBackground(r) {
		return c.NoContent(http.StatusUnauthorized)
	}
	if ByScript(c) {
		c.Response().Header().Set("HX-Redirect", address)
		return p.show(c, http.StatusUnauthorized, false)
	}
	return c.Redirect(http.StatusSeeOther, address)
}

// SessionOver reports whether the error means that the visitor is no longer signed in. Pages without a
// visitor are shown anyway.
func SessionOver(err error) bool {
	var ended *EndedError
	return errors.As(err, &ended) || err != nil && StatusOf(err) == http.StatusUnauthorized
}
