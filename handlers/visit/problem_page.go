package visit

import (
	"maps"
	"net/http"
	"strconv"

	"rollbook/views/layout"
	"rollbook/web/edge"
	"rollbook/web/roll"

	"github.com/labstack/echo/v4"
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
	if status, refused := edge.RefusedWith(err); refused {
		return status
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
	if status == http.StatusServiceUnavailable {
		view.Press = unkept(c.Request())
	}
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

// unkept returns the form of a press of Save, without the PIN, or nil for another request.
func unkept(r *http.Request) *layout.UnkeptPress {
	if r.Method != http.MethodPost || r.ParseForm() != nil || !r.PostForm.Has("save") {
		return nil
	}
	fields := maps.Clone(r.PostForm)
	delete(fields, "pin")
	return &layout.UnkeptPress{Address: r.URL.RequestURI(), Fields: fields}
}

// ErrUnknownChoice returns the error for a choice that no page offers.
func ErrUnknownChoice() error { return roll.Problem(roll.Meaningless, "problem.what.422") }
