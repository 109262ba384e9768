package handlers

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"rollbook/views"
	"rollbook/web/language"
)

// help is the help, which is there for people who are not signed in too.
type help struct{ *shell }

// get shows the topic in the address, without one the list of topics.
func (h *help) get(c echo.Context) error {
	page, err := h.pageFor(c)
	if err != nil {
		return err
	}
	view := &views.HelpView{Page: page, Topic: c.Param("topic")}
	if view.Topic != "" {
		if !slices.Contains(language.Topics(), view.Topic) {
			return echo.ErrNotFound
		}
		view.Article, _ = page.Words.Article(view.Topic)
	}
	return h.render(c, http.StatusOK, views.Help(view))
}

// pageFor is the page of whoever is signed in, else of nobody.
func (h *help) pageFor(c echo.Context) (views.Page, error) {
	if _, ok := h.sessions.Current(c.Request().Context()); !ok {
		device, _ := h.devices.Load(c.Request())
		return h.barePage(c, h.wordsOf(c), device, ""), nil
	}
	v, err := h.visit(c)
	if err != nil {
		return views.Page{}, err
	}
	return h.page(v, "", ""), nil
}
