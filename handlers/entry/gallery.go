package entry

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/views/examples"
	"rollbook/views/taking"
	"rollbook/web/edge"
)

// Gallery shows every page in each of its states, with invented people. It exists only in the demonstration.
type Gallery struct {
	pages *visit.Pages
	// kept is a pool of sets of states: making one takes longer than showing a state.
	kept sync.Pool
}

// states is every state in a language, for one request at a time.
type states struct {
	language string
	all      map[string]examples.Example
}

// take returns the states in the language of the request. Return them to the pool.
func (g *Gallery) take(c echo.Context) *states {
	words := g.pages.WordsOf(c)
	if kept, ok := g.kept.Get().(*states); ok && kept.language == words.Tag() {
		return kept
	}
	return &states{words.Tag(), gallery(examples.Base{Words: words, Paths: g.pages.Paths, Assets: g.pages.Assets})}
}

// Get shows a small picture of each state, in the width and the colours of the query.
func (g *Gallery) Get(c echo.Context) error {
	const widest = 1280
	shown := g.take(c)
	defer g.kept.Put(shown)
	view := &entry.GalleryView{
		Page: g.pages.BarePage(c, ""), Search: c.QueryParam("q"), Width: widest, Look: c.QueryParam("look"),
		Rooms: entry.GalleryRooms(slices.Sorted(maps.Keys(shown.all))),
	}
	if width, err := strconv.Atoi(c.QueryParam("width")); err == nil && slices.Contains(entry.GalleryWidths(), width) {
		view.Width = width
	}
	if !slices.Contains(entry.GalleryLooks(), view.Look) {
		view.Look = entry.GalleryLooks()[0]
	}
	edge.ShowFrames(c.Response().Header())
	return g.pages.Render(c, http.StatusOK, entry.Gallery(view))
}

// State shows one state, in the theme of the query or of the device. Pages of this server may show it in a
// frame, since everything in it is invented.
func (g *Gallery) State(c echo.Context) error {
	shown := g.take(c)
	defer g.kept.Put(shown)
	name := c.Param("state")
	state, known := shown.all[name]
	if !known {
		return echo.ErrNotFound
	}
	state.Page.Theme, state.Page.Invented = "", true
	if theme := c.QueryParam("theme"); slices.Contains(entry.GalleryLooks(), theme) {
		state.Page.Theme = theme
	}
	edge.BeFramed(c.Response().Header())
	if name == "gallery" {
		edge.ShowFrames(c.Response().Header())
	}
	return g.pages.Render(c, http.StatusOK, state.Body)
}

// gallery returns every state, including those of the roll, and those that only follow a press or need the
// script.
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
