package handlers

import (
	"github.com/labstack/echo/v4"

	"rollbook/handlers/entry"
	"rollbook/handlers/settings"
	"rollbook/handlers/visit"
	"rollbook/web"
	"rollbook/web/auth"
)

// registerAccounts adds the pages on which people see to their own accounts.
func registerAccounts(pages *echo.Group, forms echo.MiddlewareFunc, shell *visit.Shell, app *web.App) {
	account := &entry.AccountPage{Shell: shell, People: app.People}
	pages.GET("/account", account.OfOwn(account.Get))
	pages.POST("/account/password", account.OfOwn(account.ChangePassword), forms)
	pages.POST("/account/sessions/:session/end", account.OfOwn(account.EndSession), forms)
	links := &entry.AccountLinkPage{Shell: shell, People: app.People}
	link := pages.Group("/link/:secret", entry.Discreet, web.LimitOnlyMisses(app.Clock, shell.Client, visit.IsNotFound))
	link.GET("", links.Get)
	link.POST("", links.Post, forms)
	forgotten := &entry.ForgottenPage{Shell: shell, People: app.People}
	pages.GET("/forgotten", forgotten.Get)
	pages.POST("/forgotten", forgotten.Post, web.LimitAsking(app.Clock, shell.Client), forms)
}

// registerPeople adds the pages of who belongs to the school.
func registerPeople(school *echo.Group, forms echo.MiddlewareFunc, shell *visit.Shell, app *web.App) {
	page := settings.NewPeoplePage(shell, app.People, app.Config.Public)
	on := school.Group("/settings/people")
	on.GET("", shell.InSchool(auth.ManagePeople, page.Get))
	on.POST("/invite", shell.InSchool(auth.ManagePeople, page.Invite), forms)
	on.POST("/preview", shell.InSchool(auth.ManagePeople, page.Preview), web.FormsOnly(true))
	on.POST("/import", shell.InSchool(auth.ManagePeople, page.Import), forms)
	on.POST("/invitations/:invitation/withdraw", shell.InSchool(auth.ManagePeople, page.Withdraw), forms)
	on.POST("/:person/role", shell.InSchool(auth.ManagePeople, page.SetRole), forms)
	on.POST("/:person/disable", shell.InSchool(auth.ManagePeople, page.Disable), forms)
	on.POST("/:person/enable", shell.InSchool(auth.ManagePeople, page.Enable), forms)
	on.POST("/:person/link", shell.InSchool(auth.ManagePeople, page.NewLink), forms)
}
