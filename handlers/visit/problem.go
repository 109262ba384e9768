package visit

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/web"
	"rollbook/web/edge"
	"rollbook/web/paths"
)

// Answer answers with an error (edge.AnswerErrors).
func (p *Problems) Answer(c echo.Context, err error) {
	if edge.Answer(c).Committed {
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
	case errors.As(err, &ended), status == http.StatusUnauthorized && c.Request().PostForm.Has("cover"):
		// After a press from a page for a pass, signing in would not help.
		err = p.ended(c, ended)
	case status == http.StatusUnauthorized:
		err = p.askToSignIn(c)
	default:
		err = p.show(c, status, errors.Is(err, echo.ErrForbidden))
	}
	if err != nil {
		// Even without a page the answer must not look like a success.
		if !edge.Answer(c).Committed {
			err = errors.Join(err, c.NoContent(status))
		}
		p.log.ErrorContext(c.Request().Context(), "an error could not be shown", "error", err)
	}
}

// askToSignIn redirects to the sign-in page and back. A request that cannot be repeated by opening its
// address returns to its page, which kept the ticks.
func (p *Problems) askToSignIn(c echo.Context) error {
	r := c.Request()
	address := p.pages.Paths.To(paths.SignIn, wayBack(c))
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
