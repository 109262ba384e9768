package entry

import (
	"net/http"
	"slices"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/views/examples"
	"rollbook/views/taking"
)

// Gallery shows every page in each of its states, with made-up people. It is a part of the
// demonstration; outside it, it does not exist.
type Gallery struct{ *visit.Shell }

// Get lists the states.
func (g *Gallery) Get(c echo.Context) error {
	device, _ := g.Devices.Load(c.Request())
	page := g.BarePage(c, g.WordsOf(c), device, "")
	view := &entry.GalleryView{Page: page}
	for name := range gallery(g.base(c)) {
		view.States = append(view.States, name)
	}
	slices.Sort(view.States)
	return g.Render(c, http.StatusOK, entry.Gallery(view))
}

// State shows one of them, in the theme of the query, else in that of the device.
func (g *Gallery) State(c echo.Context) error {
	state, known := gallery(g.base(c))[c.Param("state")]
	if !known {
		return echo.ErrNotFound
	}
	if theme := c.QueryParam("theme"); theme == "light" || theme == "dark" {
		state.Page.Theme = theme
	}
	return g.Render(c, http.StatusOK, state.Body)
}

// gallery returns every state, those of the roll among them, and those that only a press or the script
// brings.
func gallery(b examples.Base) map[string]examples.Example {
	all := examples.Examples(b)
	for name, view := range taking.RollExamples(b) {
		all["roll-"+name] = examples.Example{Page: &view.Page, Body: taking.Roll(view)}
	}
	shown := func(name, of string, show func(templ.Component) templ.Component) {
		all["roll-"+name] = examples.Example{Page: all["roll-"+of].Page, Body: show(all["roll-"+of].Body)}
	}
	shown("menu", "fresh", func(page templ.Component) templ.Component { return examples.Opened(page, "menu") })
	shown("more", "thirty", func(page templ.Component) templ.Component { return examples.Opened(page, "more") })
	shown("offline", "ticked", func(page templ.Component) templ.Component {
		return examples.Offline(page, b.Words.Text("roll.offline"))
	})
	return all
}

func (g *Gallery) base(c echo.Context) examples.Base {
	return examples.Base{Words: g.WordsOf(c), Paths: g.Paths, Assets: g.Assets}
}
