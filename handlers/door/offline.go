package door

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/door"
	"rollbook/web/paths"
)

// Offline serves what a tablet's browser needs to open its pages without a network. It contains no names, so
// everything but Kept is public.
type Offline struct {
	pages *visit.Pages
}

// Worker serves the script that shows the stored pages (Service Workers, section 4). A browser checks it for
// changes whenever a page is opened.
func (o *Offline) Worker(c echo.Context) error {
	c.Response().Header().Set("Service-Worker-Allowed", o.pages.Paths.To(paths.Door))
	return c.Blob(http.StatusOK, "text/javascript; charset=utf-8", o.pages.Assets.Content("door_worker.js"))
}

// Manifest describes how the pages are installed as an app, which begins at the door (W3C, appmanifest).
func (o *Offline) Manifest(c echo.Context) error {
	at := o.pages.Paths.To(paths.Door)
	icon := func(name, sizes, kind, purpose string) map[string]string {
		return map[string]string{"src": o.pages.Assets.Path(name), "sizes": sizes, "type": kind, "purpose": purpose}
	}
	text, err := json.Marshal(map[string]any{
		"id": at, "start_url": at, "scope": at, "name": o.pages.WordsOf(c).Text("door.app"), "short_name": "Rollbook",
		"display": "fullscreen", "background_color": "#f6f5f1", "theme_color": "#17213f",
		"icons": []map[string]string{
			icon("icon.svg", "any", "image/svg+xml", "any"), icon("door-512.png", "512x512", "image/png", "any maskable"),
			icon("door-mask.svg", "any", "image/svg+xml", "maskable"),
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
	view.Address = o.pages.Paths.To(paths.Door)
	return o.pages.Render(c, http.StatusOK, door.Away(view))
}
