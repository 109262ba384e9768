package absences

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/web/office/absences"
	"rollbook/web/roll"
)

// Holding wraps a school's pages. When the session has ended before a press of the form, the reason and the person who
// told of the absence wait on the server, sealed, for the sign-in that follows. The form's address keeps the other
// fields.
func (k *KnownAbsences) Holding(page echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := page(c)
		isForm := c.Request().Method == http.MethodPost && strings.HasSuffix(c.Path(), "/absences")
		if !isForm || !visit.SessionOver(err) {
			return err
		}
		form := c.Request().PostForm
		token := roll.Token(form.Get("press"))
		details := absences.Details{Reason: form.Get("reason"), ToldBy: strings.TrimSpace(form.Get("told_by"))}
		if details == (absences.Details{}) || !k.pages.MadeHere(token) {
			return err
		}
		return errors.Join(err,
			k.absences.Hold(c.Request().Context(), roll.SchoolID(c.Param("school")), token, details))
	}
}

// readHeld fills in the reason and who told of it, as kept when the session ended. It does nothing for another person's
// form.
func (k *KnownAbsences) readHeld(v *visit.Visit, read *absenceRead) error {
	token := roll.Token(v.QueryParam("held"))
	if token == "" || !v.Owns(token) {
		return nil
	}
	held, err := k.absences.Held(v.Ctx, v.School.ID, token)
	if held != (absences.Details{}) {
		read.form.Reason, read.form.ToldBy = held.Reason, held.ToldBy
	}
	return err
}
