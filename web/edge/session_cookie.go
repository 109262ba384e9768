package edge

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/web/identity/session"
	"rollbook/web/roll"
)

// LoadSession gives every request its session. For a page of a school it also reads the visitor's admission
// (session.Admission). It stores changes before the answer's first byte. Errors of the database are rendered
// like any other.
func LoadSession(sessions *session.Sessions) echo.MiddlewareFunc {
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		failed := func(w http.ResponseWriter, _ *http.Request, err error) {
			answerBy(c, w)
			answerError(c, err)
		}
		if r := c.Request(); r.Method == http.MethodGet && c.Param("school") != "" {
			c.SetRequest(r.WithContext(session.Entering(r.Context(), roll.SchoolID(c.Param("school")))))
		}
		return wrap(func(inside http.Handler) http.Handler { return sessions.Handler(inside, failed) })(next)(c)
	})
}
