package entry

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web/edge"
	"rollbook/web/identity/people"
)

// ForgottenPage is the page for requesting a link to choose a new password.
type ForgottenPage struct {
	*visit.Shell
	People *people.People
}

// Get shows the form. Without a mail server the page does not exist.
func (p *ForgottenPage) Get(c echo.Context) error { return p.show(c, false) }

// Post answers every address alike.
func (p *ForgottenPage) Post(c echo.Context) error {
	email, err := edge.Single(c.Request().PostForm, "email")
	if err != nil {
		return err
	}
	p.People.Forgotten(c.Request().Context(), email)
	return p.show(c, true)
}

func (p *ForgottenPage) show(c echo.Context, sent bool) error {
	if !p.People.HasMail() {
		return echo.ErrNotFound
	}
	device, _ := p.Devices.Load(c.Request())
	if err := p.Devices.Save(c.Response(), device); err != nil {
		return err
	}
	view := &entry.ForgottenView{Page: p.BarePage(c, p.WordsOf(c), device, ""), Sent: sent}
	view.Guard = p.Tokens.FormToken(device.ID)
	if ctx := c.Request().Context(); p.Sessions.Binding(ctx) != "" {
		view.Guard = p.Tokens.FormToken(p.Sessions.Binding(ctx))
	}
	return p.Render(c, http.StatusOK, entry.Forgotten(view))
}
