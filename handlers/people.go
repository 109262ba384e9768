package handlers

import (
	"github.com/labstack/echo/v4"

	"rollbook/handlers/entry"
	"rollbook/handlers/settings"
	"rollbook/handlers/visit"
	"rollbook/web"
	"rollbook/web/edge"
	"rollbook/web/identity/auth"
)

// linkRoute is the route of links to accounts.
const linkRoute = "/link/:secret"

// registerAccounts adds the pages where people manage their own accounts.
func registerAccounts(pages *echo.Group, forms echo.MiddlewareFunc, shell *visit.Shell, app *web.App) {
	account := &entry.AccountPage{Shell: shell, Store: app.Store, People: app.People, PINs: app.PINs}
	pages.GET("/account", account.OfOwn(account.Get))
	pages.POST("/account/password", account.OfOwn(account.ChangePassword), forms)
	pages.POST("/account/pin", account.OfOwn(account.SetPIN), forms)
	pages.POST("/account/pin/lift", account.OfOwn(account.LiftPIN), forms)
	pages.POST("/account/pin/remove", account.OfOwn(account.RemovePIN), forms)
	pages.POST("/account/sessions/:session/end", account.OfOwn(account.EndSession), forms)
	links := &entry.AccountLinkPage{Shell: shell, People: app.People}
	first := &entry.FirstSchoolPage{Shell: shell, Store: app.Store, People: app.People, Connecting: app.Connecting}
	pages.GET("/first-school", first.OfFirst(first.Get))
	pages.POST("/first-school", first.OfFirst(first.Post), forms)
	link := pages.Group(linkRoute, entry.Discreet, edge.LimitOnlyMisses(app.Clock, shell.Client, visit.IsNotFound))
	link.GET("", links.Get)
	link.POST("", links.Post, forms)
	forgotten := &entry.ForgottenPage{Shell: shell, People: app.People}
	pages.GET("/forgotten", forgotten.Get)
	pages.POST("/forgotten", forgotten.Post, edge.LimitAsking(app.Clock, shell.Client), forms)
}

// people returns the pages about the school's people.
func (r *rooms) people() []route {
	page := settings.NewPeoplePage(r.shell, r.app.People, r.app.Config.Public)
	const at = "/settings/people"
	return []route{
		{get, at, auth.ManagePeople, page.Get},
		{post, at + "/invite", auth.ManagePeople, page.Invite},
		{upload, at + "/preview", auth.ManagePeople, page.Preview},
		{post, at + "/import", auth.ManagePeople, page.Import},
		{post, at + "/invitations/:invitation/withdraw", auth.ManagePeople, page.Withdraw},
		{post, at + "/:person/role", auth.ManagePeople, page.SetRole},
		{post, at + "/:person/disable", auth.ManagePeople, page.Disable},
		{post, at + "/:person/enable", auth.ManagePeople, page.Enable},
		{post, at + "/:person/pin", auth.ManagePeople, page.RemovePIN},
		{post, at + "/:person/link", auth.ManagePeople, page.NewLink},
	}
}

// ending returns the pages that rename and remove the school.
func (r *rooms) ending() []route {
	page := settings.NewSchoolPage(r.shell, r.app.Ending)
	const at = "/settings/school"
	return []route{
		{get, at, auth.ManageSchool, page.Get},
		{post, at, auth.ManageSchool, page.Rename},
		{post, at + "/marks.csv", auth.ManageSchool, page.Export},
		{post, at + "/remove", auth.ManageSchool, page.Remove},
	}
}
