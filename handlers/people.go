package handlers

import (
	"github.com/labstack/echo/v4"

	"rollbook/handlers/entry"
	"rollbook/handlers/visit"
	"rollbook/web"
	"rollbook/web/edge"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/limits"
	"rollbook/web/roll"
)

// linkRoute is the route of links to accounts.
const linkRoute = "/link/:secret"

// registerAccounts adds the pages where people manage their own accounts.
func (r *rooms) registerAccounts(pages *echo.Group, app *web.App) {
	in, forms := r.entry, edge.FormsOnly(false)
	pages.GET("/account", in.Account.OfOwn(in.Account.Get))
	pages.POST("/account/password", in.Account.OfOwn(in.Account.ChangePassword), forms)
	judging := edge.LimitJudgments(app.Clock, r.typist, visit.IsNotFound)
	pages.POST("/account/password/strength", in.Account.OfOwn(in.Account.Strength), judging, forms)
	pages.POST("/account/pin", in.Account.OfOwn(in.Account.SetPIN), forms)
	pages.POST("/account/pin/lift", in.Account.OfOwn(in.Account.LiftPIN), forms)
	pages.POST("/account/pin/remove", in.Account.OfOwn(in.Account.RemovePIN), forms)
	pages.POST("/account/sessions/end", in.Account.OfOwn(r.visitors.Reconfirm(in.Account.EndSessions)), forms)
	pages.POST("/account/sessions/:session/end", in.Account.OfOwn(r.visitors.Reconfirm(in.Account.EndSession)), forms)
	r.registerFactors(pages)
	pages.GET("/first-school", in.FirstSchool.OfFirst(in.FirstSchool.Get))
	pages.POST("/first-school", in.FirstSchool.OfFirst(in.FirstSchool.Post), forms)
	link := pages.Group(linkRoute, entry.Discreet, edge.LimitMisses(app.Clock, r.visitors.Client, visit.IsNotFound))
	link.GET("", in.Links.Get)
	link.POST("", in.Links.Post, forms)
	link.POST("/strength", in.Links.Strength, judging, forms)
	provided := pages.Group("/sign-in/sso/:school", entry.Discreet)
	provided.GET("", in.SSO.Start)
	provided.GET("/back", in.SSO.Back)
	pages.GET("/forgotten", in.Forgotten.Get)
	pages.POST("/forgotten", in.Forgotten.Post, forms)
}

// registerFactors adds the pages of second factors. Those of setting one up are also for people whose school demands
// one.
func (r *rooms) registerFactors(pages *echo.Group) {
	in, forms, given := r.factor, edge.FormsOnly(false), r.visitors.AfterPassword
	pages.GET("/second-step", given(in.Steps.Get))
	pages.POST("/second-step", given(in.Steps.Post), forms)
	pages.GET("/factors", given(in.SetUp.Choose))
	pages.GET("/factors/app", given(in.SetUp.App))
	pages.POST("/factors/app", given(visit.WithPress(in.SetUp.AddApp)), forms)
	pages.GET("/factors/passkey", given(in.SetUp.NamePasskey))
	pages.POST("/factors/passkey", given(in.SetUp.AskPasskey), forms)
	pages.POST("/factors/passkey/made", given(in.SetUp.AddPasskey), forms)
	own := r.entry.Account.OfOwn
	pages.POST("/factors/of/:factor/remove", own(r.visitors.OfAccount(r.visitors.Reconfirm(in.SetUp.Remove))), forms)
	pages.GET("/confirm", own(in.Confirm.Get))
	pages.POST("/confirm", own(in.Confirm.Post), forms)
	pages.POST("/confirm/passkey", own(in.Confirm.Passkey), forms)
	pages.POST("/second-step/passkey", given(in.Steps.Passkey), forms)
	pages.POST("/sign-in/passkey", r.entry.SignIn.Passkey, forms)
}

// typist names who types a password, for the limit: the link, since a school's people share an address, or the client.
func (r *rooms) typist(c echo.Context) limits.Client {
	if link, ok := auth.LinkID[roll.AccountLinkID](auth.AccountLink, c.Param("secret")); ok {
		return limits.Client("link " + link)
	}
	return r.visitors.Client(c)
}

// people returns the pages about the school's people.
func (r *rooms) people() []route {
	page := r.settings.People
	const at = "/settings/people"
	return []route{
		{get, at, auth.ManagePeople, page.Get},
		{post, at + "/invite", auth.ManagePeople, visit.WithPress(page.Invite)},
		{upload, at + "/preview", auth.ManagePeople, page.Preview},
		{post, at + "/import", auth.ManagePeople, visit.WithPress(page.Import)},
		{post, at + "/invitations/:invitation/withdraw", auth.ManagePeople, page.Withdraw},
		{post, at + "/:person/role", auth.ManagePeople, page.SetRole},
		{post, at + "/:person/disable", auth.ManagePeople, page.Disable},
		{post, at + "/:person/enable", auth.ManagePeople, page.Enable},
		{post, at + "/:person/pin", auth.ManagePeople, page.RemovePIN},
		{post, at + "/factors", auth.ManagePeople, page.Demand},
		{post, at + "/:person/factors", auth.ManagePeople, page.RemoveFactors},
		{post, at + "/:person/link", auth.ManagePeople, visit.WithPress(page.NewLink)},
	}
}

// ending returns the pages of the audit log, and those that rename and remove the school.
func (r *rooms) ending() []route {
	page, audit := r.settings.School, r.settings.Audit
	const at = "/settings/school"
	return []route{
		{get, "/settings/audit", auth.SeeAudit, audit.Get},
		{get, "/settings/audit.csv", auth.SeeAudit, audit.File},
		{get, at, auth.ManageSchool, page.Get},
		{post, at, auth.ManageSchool, page.Rename},
		{post, at + "/marks.csv", auth.ManageSchool, page.Export},
		{post, at + "/remove", auth.ManageSchool, page.Remove},
	}
}
