package handlers

import (
	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/web/edge"
	"rollbook/web/identity/auth"
)

// registerDoor adds the pages of tablets at classroom doors, and those for pairing a device.
func (r *rooms) registerDoor(pages *echo.Group) {
	in, atDoor, forms := r.door, r.visitors.AtDoor, edge.FormsOnly(false)
	pages.GET("/pair", in.Pair.Get)
	pages.POST("/pair", in.Pair.Post, forms)
	pages.POST("/pair/ask", in.Pair.Ask, forms)
	pages.GET("/pair/waiting", in.Pair.Waiting)
	pages.GET("/door", atDoor(in.Home.Get))
	pages.POST("/door/staff", atDoor(in.Staff.Post), forms)
	pages.GET("/door/kept", atDoor(in.Offline.Kept))
	pages.GET("/door/worker.js", in.Offline.Worker)
	pages.GET("/door/manifest.webmanifest", in.Offline.Manifest)
	pages.GET("/door/away", in.Offline.Away)
	pages.POST("/door/refused", atDoor(in.Refused.Post), forms)
	pages.POST("/door/refused/roll", atDoor(in.Refused.Roll), forms)
	pages.GET("/door/leave", atDoor(in.Leave.Get))
	pages.POST("/door/leave", atDoor(in.Leave.Post), forms)
}

// taps returns the addresses for a tablet where students tap.
func (r *rooms) taps() []route {
	taps := r.door.Taps
	return []route{
		{post, "/roll/taps", auth.SeeRoll, taps.Post},
		{get, "/roll/tiles", auth.SeeRoll, taps.Tiles},
		{get, "/roll/tiles/events", auth.SeeRoll, r.streams.Limited(taps.Events)},
	}
}

// tablets returns the pages about the tablets of the school.
func (r *rooms) tablets() []route {
	page := r.settings.Tablets
	const at, one = "/settings/tablets", "/settings/tablets/of/:tablet"
	return []route{
		{get, at, auth.ManageTablets, page.Get},
		{post, at, auth.ManageTablets, visit.WithPress(page.Add)},
		{post, at + "/sheet", auth.ManageTablets, visit.WithPress(page.Sheet)},
		{post, at + "/lift", auth.ManageTablets, page.Lift},
		{post, at + "/approve", auth.ManageTablets, page.Approve},
		{get, one, auth.ManageTablets, page.One},
		{post, one, auth.ManageTablets, page.Change},
		{post, one + "/code", auth.ManageTablets, visit.WithPress(page.NewCode)},
		{post, one + "/revoke", auth.ManageTablets, page.Revoke},
	}
}
