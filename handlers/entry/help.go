package entry

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"rollbook/views/entry"
	"rollbook/web/language"
)

// Help shows the pages of the help, also to people who are not signed in.
type Help struct{ base }

// Get shows the topic in the address, or the list of topics.
func (h *Help) Get(c echo.Context) error {
	v, signed, err := h.visitors.Signed(c)
	if err != nil {
		return err
	}
	page := h.pages.BarePage(c, "")
	if signed {
		page = h.pages.Page(v, "", "")
	}
	view := &entry.HelpView{Page: page, Topic: c.Param("topic")}
	if view.Topic != "" {
		if !slices.Contains(language.Topics(), view.Topic) {
			return echo.ErrNotFound
		}
		view.Article, _ = page.Words.Article(view.Topic)
		if view.Topic == securityTopic {
			if view.Papers, err = papersOf(page.Words); err != nil {
				return err
			}
		}
	}
	return h.pages.Render(c, http.StatusOK, entry.Help(view))
}
