package entry

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/views/entry"
)

// ForgottenPage is the page for requesting a link to choose a new password.
type ForgottenPage struct{ base }

// Get shows the form. Without a mail server the page does not exist.
func (p *ForgottenPage) Get(c echo.Context) error { return p.show(c, false) }

// Post answers every address alike.
func (p *ForgottenPage) Post(c echo.Context) error {
	p.people.Forgotten(c.Request().Context(), c.Request().PostForm.Get("email"))
	return p.show(c, true)
}

func (p *ForgottenPage) show(c echo.Context, sent bool) error {
	if !p.people.HasMail() {
		return echo.ErrNotFound
	}
	page, err := p.pages.FormPage(c, "")
	if err != nil {
		return err
	}
	return p.pages.Render(c, http.StatusOK, entry.Forgotten(&entry.ForgottenView{Page: page, Sent: sent}))
}
