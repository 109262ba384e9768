package entry

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/views/layout"
	"rollbook/web/identity/session"
	"rollbook/web/language"
)

// Help shows the pages of the help, also to people who are not signed in.
type Help struct {
	pages    *visit.Pages
	visitors *visit.Visitors
	sessions *session.Sessions
}

// Get shows the topic in the address, or the list of topics.
func (h *Help) Get(c echo.Context) error {
	page, err := h.pageFor(c)
	if err != nil {
		return err
	}
	view := &entry.HelpView{Page: page, Topic: c.Param("topic")}
	if view.Topic != "" {
		if !slices.Contains(language.Topics(), view.Topic) {
			return echo.ErrNotFound
		}
		view.Article, _ = page.Words.Article(view.Topic)
	}
	return h.pages.Render(c, http.StatusOK, entry.Help(view))
}

// pageFor returns the page for the signed-in visitor, or one without a visitor.
func (h *Help) pageFor(c echo.Context) (layout.Page, error) {
	if _, ok := h.sessions.Current(c.Request().Context()); !ok {
		return h.pages.BarePage(c, ""), nil
	}
	v, err := h.visitors.Visit(c)
	if err != nil {
		return layout.Page{}, err
	}
	return h.pages.Page(v, "", ""), nil
}
