package entry

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/views/layout"
	"rollbook/web/language"
)

// Help is the help, which is there for people who are not signed in too.
type Help struct{ *visit.Shell }

// Get shows the topic in the address, without one the list of topics.
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
	return h.Render(c, http.StatusOK, entry.Help(view))
}

// pageFor is the page of whoever is signed in, else of nobody.
func (h *Help) pageFor(c echo.Context) (layout.Page, error) {
	if _, ok := h.Sessions.Current(c.Request().Context()); !ok {
		device, _ := h.Devices.Load(c.Request())
		return h.BarePage(c, h.WordsOf(c), device, ""), nil
	}
	v, err := h.Visit(c)
	if err != nil {
		return layout.Page{}, err
	}
	return h.Page(v, "", ""), nil
}
