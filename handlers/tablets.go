package handlers

import (
	"github.com/labstack/echo/v4"

	"rollbook/handlers/door"
	"rollbook/handlers/settings"
	"rollbook/handlers/taking"
	"rollbook/web/edge"
	"rollbook/web/identity/auth"
)

// registerDoor adds the pages of tablets at classroom doors, and those for pairing a device.
func (r *rooms) registerDoor(pages *echo.Group) {
	forms := edge.FormsOnly(false)
	pair := &door.PairPage{Shell: r.shell, Tablets: r.app.Tablets}
	pages.GET("/pair", pair.Get)
	pages.POST("/pair", pair.Post, forms)
	pages.POST("/pair/ask", pair.Ask, edge.LimitAsking(r.app.Clock, r.shell.Client), forms)
	pages.GET("/pair/waiting", pair.Waiting)
	staff := &door.Staff{Shell: r.shell, Signatures: r.signatures}
	home := &door.Home{Shell: r.shell, Rolls: r.rolls(), Taps: r.doorTaps(), Staff: staff}
	pages.GET("/door", r.shell.AtDoor(home.Get))
	pages.POST("/door/staff", r.shell.AtDoor(staff.Post), forms)
	offline := &door.Offline{Shell: r.shell}
	pages.GET("/door/kept", r.shell.AtDoor(offline.Kept))
	pages.GET("/door/worker.js", offline.Worker)
	pages.GET("/door/manifest.webmanifest", offline.Manifest)
	pages.GET("/door/away", offline.Away)
	refused := &door.Refused{Shell: r.shell, Desk: r.desk, Store: r.app.Store, Hub: r.app.Live, Signatures: r.signatures}
	pages.POST("/door/refused", r.shell.AtDoor(refused.Post), forms)
	pages.POST("/door/refused/roll", r.shell.AtDoor(refused.Roll), forms)
	leave := &door.Leave{Shell: r.shell, Tablets: r.app.Tablets, Signatures: r.signatures}
	pages.GET("/door/leave", r.shell.AtDoor(leave.Get))
	pages.POST("/door/leave", r.shell.AtDoor(leave.Post), forms)
}

func (r *rooms) doorTaps() *door.Taps {
	return &door.Taps{Shell: r.shell, Sheets: r.sheets, Desk: r.desk, Hub: r.app.Live}
}

// taps returns the addresses for a tablet where students tap.
func (r *rooms) taps() []route {
	taps := r.doorTaps()
	return []route{
		{post, "/roll/taps", auth.SeeRoll, taps.Post},
		{get, "/roll/tiles", auth.SeeRoll, taps.Tiles},
		{get, "/roll/tiles/events", auth.SeeRoll, r.shell.Streaming(taps.Events)},
	}
}

func (r *rooms) rollPages() taking.RollPages {
	return taking.RollPages{Sheets: r.sheets, Strips: r.app.Strips, Signatures: r.signatures}
}

func (r *rooms) rolls() *taking.Rolls {
	return &taking.Rolls{Shell: r.shell, Sheets: r.sheets, Pages: r.rollPages(), Boards: r.app.Boards}
}

// tablets returns the pages about the tablets of the school.
func (r *rooms) tablets() []route {
	page := &settings.TabletsPage{Shell: r.shell, Tablets: r.app.Tablets, Rosters: r.app.Rosters, PINs: r.app.PINs, Public: r.app.Config.Public}
	const at, one = "/settings/tablets", "/settings/tablets/of/:tablet"
	return []route{
		{get, at, auth.ManageTablets, page.Get},
		{post, at, auth.ManageTablets, page.Add},
		{post, at + "/sheet", auth.ManageTablets, page.Sheet},
		{post, at + "/lift", auth.ManageTablets, page.Lift},
		{post, at + "/approve", auth.ManageTablets, page.Approve},
		{get, one, auth.ManageTablets, page.One},
		{post, one, auth.ManageTablets, page.Change},
		{post, one + "/code", auth.ManageTablets, page.NewCode},
		{post, one + "/revoke", auth.ManageTablets, page.Revoke},
	}
}
