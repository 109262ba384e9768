// Package handlers maps the program's pages: every route with the action that a role must allow. The pages
// themselves are in packages by their users. Each package has one file for each page or action, which parses
// the request, calls the domain, and renders.
package handlers

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/entry"
	"rollbook/handlers/office"
	"rollbook/handlers/visit"
	"rollbook/web"
	"rollbook/web/edge"
	"rollbook/web/identity/auth"
	"rollbook/web/paths"
)

// Register adds every route of the program, each with its action. auth.Can defines which roles allow it.
func Register(e *echo.Echo, pages *echo.Group, app *web.App) error {
	in := newRooms(app)
	edge.AnswerErrors(e, in.problems.Answer)
	probes := &probes{app}
	e.GET(app.Site.Paths.To(paths.Health), probes.health)
	e.GET(app.Site.Paths.To(paths.Ready), probes.ready)
	e.GET(app.Site.Paths.To(paths.Metrics), probes.metrics)

	// The school systems send webhooks here: they have a signature, not a session.
	e.POST(app.Site.Paths.Base()+"/hooks/:school", in.settings.Receiver.Post, edge.Recover(app.Log),
		edge.RefuseEncodedBodies(), edge.LimitBody(edge.HookBody))

	base := app.Site.Paths.Base()
	all := repeated()
	pages.Use(edge.FieldsOnce(func(c echo.Context, name string) bool {
		fields := all[strings.TrimPrefix(strings.TrimPrefix(c.Path(), base), "/schools/:school")]
		return slices.Contains(fields, name) || slices.Contains(fields, everyField)
	}))
	pages.Use(entry.NewFirstStart(in.pages, app.Identity.People,
		app.Site.Paths.Base()+linkRoute, app.Site.Paths.Base()+"/sign-in").Gate, in.factor.Gate.Handle)
	if app.Demo != nil {
		pages.Use(in.visitors.Plugged)
	}
	in.registerEntry(pages, app)
	in.registerDoor(pages)
	school := pages.Group("/schools/:school", edge.LimitMisses(app.Clock, in.visitors.Client, visit.IsNotFound),
		in.absences.Known.Holding)
	recording := &changes{app.Record("school"), app.Facts.Of}
	for _, route := range in.ofSchool() {
		route.add(school, in.visitors, recording)
	}
	pages.RouteNotFound("/*", in.visitors.Unknown)
	school.RouteNotFound("/*", in.visitors.Unknown)
	RefuseOtherMethods(e)
	return nil
}

// ofSchool returns all routes of a school.
func (r *rooms) ofSchool() []route {
	return slices.Concat(r.rolls(), r.day(), r.students(), r.exports(), r.connection(), r.schoolSettings(), r.lists(),
		r.groups(), r.people(), r.ending(), r.tablets(), r.taps())
}

// registerEntry adds the routes outside the schools.
func (r *rooms) registerEntry(pages *echo.Group, app *web.App) {
	in, forms := r.entry, edge.FormsOnly(false)
	root := in.Start.Root
	if app.Demo != nil {
		root = in.Demo.Door
		pages.POST("/demo/enter", in.Demo.Enter, forms)
		pages.POST("/demo/connect", in.Demo.Connect, forms)
		pages.POST("/demo/faults", in.Demo.Faults, forms)
		pages.POST("/demo/tablet", in.Tablets.Enter, forms)
		pages.POST("/demo/network", in.Tablets.Network, forms)
		pages.GET("/gallery", in.Gallery.Get)
		pages.GET("/gallery/:state", in.Gallery.State)
	}
	pages.GET("/", r.door.Home.RootOr(root))
	pages.GET("/sign-in", in.SignIn.Get)
	pages.POST("/sign-in", in.SignIn.Post, forms)
	pages.POST("/sign-out", r.visitors.Leaving(in.SignIn.Out), forms)
	pages.GET("/help", in.Help.Get)
	pages.GET("/help/:topic", in.Help.Get)
	pages.GET("/preferences", r.visitors.SignedIn(in.Preferences.Get))
	pages.POST("/preferences", r.visitors.SignedIn(in.Preferences.Post), forms)
	pages.GET("/schools", r.visitors.SignedIn(in.Start.PickSchool))
	r.registerAccounts(pages, app)
	cover := pages.Group("/cover/:secret", entry.Discreet,
		edge.LimitMisses(app.Clock, r.visitors.Client, visit.IsNotFound))
	cover.GET("", in.Covers.Get)
	cover.POST("", in.Covers.Post, forms)
}

// press stores a press of Save on a roll. A tablet shows a refused one in its own way.
func (r *rooms) press(v *visit.Visit) error {
	if v.Confined {
		return r.door.Home.Press(v)
	}
	return r.taking.Presses.Take(v, r.taking.Presses)
}

// rolls returns the pages of today's classes, of the roll of a class, and of a save's outcome.
func (r *rooms) rolls() []route {
	in := r.taking
	return []route{
		{get, "", auth.SeeStudents, in.Home.Get},
		{get, "/comparison", auth.SeeDay, in.Comparisons.Get},
		{get, "/roll", auth.SeeRoll, in.Rolls.Get},
		{post, "/roll", auth.SeeRoll, r.press},
		{get, "/roll/unlisted", auth.SeeRoll, in.Rolls.Unlisted},
		{post, "/roll/unlisted", auth.SeeRoll, in.Rolls.Unlisted},
		{post, "/roll/check", auth.SeeRoll, in.Rolls.CheckClass},
		{get, "/roll/statuses", auth.SeeRoll, in.Live.Statuses},
		{get, "/roll/events", auth.SeeRoll, r.streams.Limited(in.Live.Events)},
		{get, "/saves/:token", auth.SeeStudents, in.Saves.Get},
		{get, "/saves/:token/request", r.requests, in.Saves.Request},
		{get, "/saves/:token/back", auth.SeeStudents, in.TakeBacks.Get},
		{post, "/saves/:token/back", auth.SeeStudents, in.TakeBacks.Post},
		{post, "/saves/:token/decisions", auth.TakeRoll, in.Conflicts.Post},
	}
}

// day returns the pages of the office's day: the board, finding and marking students, their movements, known absences,
// and cover links.
func (r *rooms) day() []route {
	in := r.office
	return []route{
		{get, "/day", auth.SeeDay, in.Days.Get},
		{post, "/day/refused", auth.CorrectPast, in.Days.SeeRefused},
		{post, "/day/period", auth.CorrectPast, in.Days.OpenPeriod},
		{post, "/day/unlisted/:unlisted", auth.CorrectPast, in.Days.AnswerUnlisted},
		{post, "/day/check", auth.CorrectPast, in.Days.AskAgain},
		{get, "/day/cells", auth.SeeDay, in.Days.Cells},
		{get, "/day/events", auth.SeeDay, r.streams.Limited(in.Days.Events)},
		{get, "/students", auth.SeeDay, in.Finds.Get},
		{post, "/students", auth.SeeDay, in.Finds.Post},
		{post, "/students/search", auth.SeeDay, in.Finds.Search},
		{post, "/students/suggested", auth.SeeDay, in.Finds.Suggest},
		{post, "/students/pasted", auth.SeeDay, in.Finds.Paste},
		{post, "/students/tray", auth.SeeDay, in.Finds.PostTray},
		{post, "/students/movements", auth.ManageAbsences, in.Finds.Move},
		{post, "/students/movements/:movement/end", auth.ManageAbsences, in.Finds.EndMovement},
		{get, "/absences", auth.ManageAbsences, r.absences.Known.Get},
		{post, "/absences", auth.ManageAbsences, r.absences.Known.Post},
		{get, "/absences/reasons", auth.ManageAbsences, r.absences.Known.Reasons},
		{post, "/absences/reasons", auth.ManageAbsences, r.absences.Known.SetReasons},
		{upload, "/absences/file", auth.ManageAbsences, r.absences.Known.File},
		{post, "/absences/marks", auth.ManageAbsences, r.absences.Known.Mark},
		{post, "/absences/:known/end", auth.ManageAbsences, r.absences.Known.End},
		{get, "/covers", auth.ManageCovers, in.Covers.Get},
		{post, "/covers", auth.ManageCovers, in.Covers.Post},
		{post, "/covers/:cover/revoke", auth.ManageCovers, in.Covers.Revoke},
	}
}

// students returns the pages about one student.
func (r *rooms) students() []route {
	ranges, one := r.absences.Ranges, r.settings.One
	return []route{
		{get, "/students/data", auth.ManageSchool, one.Find},
		{get, "/students/:enrolment/data", auth.ManageSchool, one.Get},
		{post, "/students/:enrolment/data/file", auth.ManageSchool, one.File},
		{post, "/students/:enrolment/data/erase", auth.ManageSchool, one.EraseNow},
		{get, "/students/:enrolment/history", auth.SeeStudents, r.office.Histories.Get},
		{get, "/students/:enrolment/days", auth.CorrectPast, ranges.Get},
		{post, "/students/:enrolment/days", auth.CorrectPast, ranges.Post},
		{post, "/students/:enrolment/days/stop", auth.CorrectPast, ranges.Stop},
		{post, "/students/:enrolment/days/send", auth.CorrectPast, ranges.Send},
	}
}

// exports returns the pages of reminders, of the list for an evacuation, of months and of exports.
func (r *rooms) exports() []route {
	in := r.office
	return []route{
		{get, "/reminders", auth.SeeDay, in.Reminders.Get},
		{post, "/reminders", auth.SeeDay, in.Reminders.Mail},
		{post, "/reminders/teachers", auth.SeeDay, in.Reminders.Remind},
		{get, "/exports", auth.Export, in.Exports.Get},
		{get, "/exports/print", auth.Export, in.Exports.Print},
		{get, "/exports/paper", auth.Export, in.Exports.Paper},
		{get, "/evacuation", auth.SeeEvacuation, in.Evacuation.Get},
		{get, "/evacuation/worker.js", auth.SeeEvacuation, in.Evacuation.Worker},
		{get, "/month", auth.Export, in.Exports.ClassMonth},
		{get, "/students/:enrolment/month", auth.Export, in.Exports.StudentMonth},
		{get, "/exports/summary", auth.Export, in.Exports.Summary},
		{get, "/exports/summary." + office.KindText, auth.Export, in.Exports.SummaryFile},
		{get, "/exports/summary." + office.KindWorkbook, auth.Export, in.Exports.SummaryFile},
		{get, "/exports/marks." + office.KindText, auth.Export, in.Exports.Marks},
		{get, "/exports/marks." + office.KindWorkbook, auth.Export, in.Exports.Marks},
	}
}

// connection returns the pages about the connection to the school system, and its setup.
func (r *rooms) connection() []route {
	in := r.connecting
	return []route{
		{post, "/saves/:token/send", auth.SendStopped, in.Connections.SendOne},
		{post, "/saves/:token/by-hand", auth.SendStopped, in.Connections.ByHand},
		{get, "/connection/others", auth.SeeConnection, in.OtherStudents.Get},
		{post, "/connection/others", auth.ManageConnection, in.OtherStudents.Confirm},
		{post, "/connection/others/seen", auth.SeeConnection, in.OtherStudents.Seen},
		{get, "/connection", auth.SeeConnection, in.Connections.Get},
		{get, "/connection/waiting", auth.SeeConnection, in.Connections.Waiting},
		{post, "/connection/key", auth.ManageKeys, in.Connections.EnterKey},
		{post, "/connection/start", auth.ManageConnection, in.Connections.Start},
		{post, "/connection/send", auth.SendStopped, in.Connections.SendAll},
		{post, "/connection/list", auth.ManageLists, in.Connections.TakeList},
		{post, "/connection/count", auth.ManageLists, in.Connections.Count},
		{post, "/connection/moved", auth.ManageConnection, in.Connections.DecideMoved},
		{post, "/connection/moved/send", auth.ManageConnection, in.Connections.SendMoved},
		{get, "/settings/connection", auth.ManageConnection, in.Connects.Get},
		{post, "/settings/connection", auth.ManageConnection, in.Connects.Enter},
		{post, "/settings/connection/find", auth.ManageConnection, in.Connects.Find},
		{post, "/settings/connection/calls/:call", auth.ManageConnection, in.Connects.ChangeReading},
		{post, "/settings/connection/use", auth.ManageConnection, in.Connects.Use},
		{post, "/settings/connection/marks", auth.ManageConnection, in.Connects.TryMark},
		{post, "/settings/connection/marks/:token/seen", auth.ManageConnection, in.Connects.Seen},
		{post, "/settings/connection/on", auth.ManageConnection, in.Connects.SwitchOn},
		{post, "/settings/connection/right", auth.ManageConnection, in.Connects.MarksAreRight},
		{get, "/settings/connection/mapping.json", auth.ManageConnection, in.Connects.Export},
		{upload, "/settings/connection/mapping.json", auth.ManageConnection, in.Connects.ImportFile},
	}
}

// schoolSettings returns the first page of the settings, and those of times, data, the sign-in provider, closed days,
// codes, keys and webhooks.
func (r *rooms) schoolSettings() []route {
	in := r.settings
	return []route{
		{get, "/settings", auth.SeeSettings, in.Settings.Get},
		{get, "/settings/day", auth.ManageDay, in.Day.Get},
		{post, "/settings/day", auth.ManageDay, in.Day.Post},
		{get, "/settings/times", auth.ManageConnection, in.Times.Get},
		{post, "/settings/times", auth.ManageConnection, in.Times.Post},
		{get, "/settings/retention", auth.ManageSchool, in.Retention.Get},
		{post, "/settings/retention", auth.ManageSchool, in.Retention.Post},
		{get, "/settings/sso", auth.ManagePeople, in.SSO.Get},
		{post, "/settings/sso", auth.ManagePeople, in.SSO.Post},
		{post, "/settings/sso/try", auth.ManagePeople, in.SSO.Try},
		{post, "/settings/sso/remove", auth.ManagePeople, in.SSO.Remove},
		{get, "/settings/calendar", auth.ManageCalendar, in.Calendar.Get},
		{post, "/settings/calendar", auth.ManageCalendar, in.Calendar.Weekdays},
		{post, "/settings/calendar/days", auth.ManageCalendar, in.Calendar.Add},
		{post, "/settings/calendar/days/:range/remove", auth.ManageCalendar, in.Calendar.Remove},
		{get, "/settings/codes", auth.ManageStatuses, in.Codes.Get},
		{post, "/settings/codes", auth.ManageStatuses, in.Codes.Post},
		{post, "/settings/codes/england", auth.ManageStatuses, in.Codes.England},
		{upload, "/settings/codes/file", auth.ManageStatuses, in.Codes.File},
		{get, "/settings/keys", auth.ManageKeys, in.Keys.Get},
		{post, "/settings/keys", auth.ManageKeys, in.Keys.Add},
		{post, "/settings/keys/:key/test", auth.ManageKeys, in.Keys.Test},
		{post, "/settings/keys/:key/use", auth.ManageKeys, in.Keys.Use},
		{post, "/settings/keys/:key/remove", auth.ManageKeys, in.Keys.Remove},
		{get, "/settings/webhooks", auth.ManageKeys, in.Webhooks.Get},
		{post, "/settings/webhooks", auth.ManageKeys, in.Webhooks.SetSigning},
		{post, "/settings/webhooks/standard", auth.ManageKeys, in.Webhooks.SetStandard},
		{post, "/settings/webhooks/secrets", auth.ManageKeys, in.Webhooks.AddSecret},
		{post, "/settings/webhooks/secrets/:secret/remove", auth.ManageKeys, in.Webhooks.RemoveSecret},
	}
}

// lists returns the pages of the lists of students, teachers and statuses.
func (r *rooms) lists() []route {
	in := r.connecting
	return []route{
		{get, "/settings/students", auth.ManageLists, in.Students.Get},
		{upload, "/settings/students", auth.ManageLists, in.Students.Upload},
		{get, "/settings/students/file", auth.ManageLists, in.Students.File},
		{post, "/settings/students/file", auth.ManageLists, in.Students.Store},
		{post, "/settings/students/discard", auth.ManageLists, in.Students.Discard},
		{post, "/settings/students/source", auth.ManageLists, in.Students.FromService},
		{get, "/settings/teachers", auth.ManageLists, r.settings.Teachers.Get},
		{post, "/settings/teachers", auth.ManageLists, r.settings.Teachers.Post},
		{upload, "/settings/teachers/file", auth.ManageLists, r.settings.Teachers.File},
		{get, "/settings/statuses", auth.ManageStatuses, in.Statuses.Get},
		{post, "/settings/statuses", auth.ManageStatuses, in.Statuses.Edit},
		{post, "/settings/statuses/source", auth.ManageStatuses, in.Statuses.Source},
		{post, "/settings/statuses/alias", auth.ManageStatuses, in.Statuses.Alias},
	}
}

// groups returns the pages of groups of students: the school's, and each person's own.
func (r *rooms) groups() []route {
	var routes []route
	for address, action := range map[string]auth.Action{"/settings/groups": auth.ManageLists,
		"/groups": auth.ManageOwnGroups} {
		groups := r.settings.Groups
		if action == auth.ManageOwnGroups {
			groups = r.settings.OwnGroups
		}
		routes = append(routes,
			route{get, address, action, groups.Get},
			route{post, address, action, groups.Make},
			route{get, address + "/:group", action, groups.One},
			route{post, address + "/:group", action, groups.Edit},
			route{post, address + "/:group/search", action, groups.Search},
			route{post, address + "/:group/delete", action, groups.Remove},
		)
	}
	return routes
}

// again wraps the handler of a route that asks people to prove again that it is them: those of keys, people and the
// connection, of how long data is kept, of the school's removal, of the audit log's file, of files with several days'
// marks of the whole school, and of all data about a student.
func again(r route, visitors *visit.Visitors, handle func(*visit.Visit) error) func(*visit.Visit) error {
	switch {
	case r.method == post && r.address == "/settings/retention",
		slices.Contains([]auth.Action{auth.ManageKeys, auth.ManagePeople, auth.ManageConnection}, r.action),
		slices.Contains([]string{"/settings/school/marks.csv", "/settings/school/remove", "/settings/audit.csv"}, r.address),
		strings.HasPrefix(r.address, "/students/:enrolment/data"):
		return visitors.Reconfirm(handle)
	case strings.HasPrefix(r.address, "/exports/marks."):
		asking := visitors.Reconfirm(handle)
		return func(v *visit.Visit) error {
			if v.QueryParam("class") != "" || v.QueryParam("student") != "" || v.QueryParam("from") == v.QueryParam("to") {
				return handle(v)
			}
			return asking(v)
		}
	}
	return handle
}

// add adds the route to the school's routes; changes records the actions there.
func (r route) add(school *echo.Group, visitors *visit.Visitors, changes *changes) {
	handle := changes.around(r, visitors.InSchool(r.action, again(r, visitors, changes.watching(r))))
	if r.method == get {
		school.GET(r.address, handle)
		return
	}
	school.Add(http.MethodPost, r.address, handle, edge.FormsOnly(r.method == upload))
}
