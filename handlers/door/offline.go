package door

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/door"
)

// Offline serves what a tablet's browser needs to open its pages without a network. It contains no names, so
// everything but Kept is public.
type Offline struct {
	pages *visit.Pages
}

// Worker serves the script that shows the stored pages (Service Workers, section 4). A browser checks it for
// changes whenever a page is opened.
func (o *Offline) Worker(c echo.Context) error {
	c.Response().Header().Set("Service-Worker-Allowed", o.pages.Paths.Door())
	return c.Blob(http.StatusOK, "text/javascript; charset=utf-8", o.pages.Assets.Content("door_worker.js"))
}

// manifest is a web application manifest (W3C, appmanifest).
type manifest struct {
	ID         string         `json:"id"`
	Name       string         `json:"name"`
	ShortName  string         `json:"short_name"`
	StartURL   string         `json:"start_url"`
	Scope      string         `json:"scope"`
	Display    string         `json:"display"`
	Background string         `json:"background_color"`
	Theme      string         `json:"theme_color"`
	Icons      []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

// Manifest describes how the pages are installed as an app, which begins at the door.
func (o *Offline) Manifest(c echo.Context) error {
	at := o.pages.Paths.Door()
	text, err := json.Marshal(manifest{
		ID: at, StartURL: at, Scope: at, Name: o.pages.WordsOf(c).Text("door.app"), ShortName: "Rollbook",
		Display: "fullscreen", Background: "#f6f5f1", Theme: "#17213f",
		Icons: []manifestIcon{
			{o.pages.Assets.Path("icon.svg"), "any", "image/svg+xml", "any"},
			{o.pages.Assets.Path("door-512.png"), "512x512", "image/png", "any maskable"},
			{o.pages.Assets.Path("door-mask.svg"), "any", "image/svg+xml", "maskable"},
		},
	})
	if err != nil {
		return fmt.Errorf("write the manifest of a tablet: %w", err)
	}
	// Its icons have other addresses in another version of the program.
	c.Response().Header().Set(echo.HeaderCacheControl, "no-cache")
	return c.Blob(http.StatusOK, "application/manifest+json", text)
}

// Kept receives a tablet's report of its presence and its unsent taps and rolls. visit.Visitors reads both from
// each request of a tablet.
func (o *Offline) Kept(v *visit.Visit) error { return v.NoContent(http.StatusNoContent) }

// Away serves the page that a tablet shows without a network if it has no page of today.
func (o *Offline) Away(c echo.Context) error {
	c.Response().Header().Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
	view := &door.AwayView{Page: o.pages.BarePage(c, "")}
	view.Address = o.pages.Paths.Door()
	return o.pages.Render(c, http.StatusOK, door.Away(view))
}
