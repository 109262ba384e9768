// Package handlers maps the program's pages: every route with the action that a role must allow. The pages
// themselves are in packages by their users. Each package has one file for each page or action, which parses
// the request, calls the domain, and renders.
package handlers

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/connecting"
	"rollbook/handlers/door"
	"rollbook/handlers/entry"
	"rollbook/handlers/office"
	"rollbook/handlers/settings"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/web"
	"rollbook/web/edge"
	"rollbook/web/events"
	"rollbook/web/identity/auth"
)

// Register adds every route of the program, each with its action. auth.Can defines which roles allow it.
func Register(e *echo.Echo, pages *echo.Group, app *web.App) error {
	shell := visit.NewShell(app)
	e.HTTPErrorHandler = (&visit.Problems{Shell: shell, Log: app.Log}).Answer
	probes := &probes{app}
	e.GET(app.Paths.Health(), probes.health)
	e.GET(app.Paths.Ready(), probes.ready)
	e.GET(app.Paths.Metrics(), probes.metrics)

	// The school systems send webhooks here: they have a signature, not a session.
	e.POST(app.Paths.Base()+"/hooks/:school", (&settings.HookReceiver{Hooks: app.Hooks}).Post, edge.Recover(app.Log), edge.RefuseEncodedBodies(), edge.LimitBody(edge.HookBody))

	pages.Use((&entry.FirstStart{Shell: shell, People: app.People, Link: app.Paths.Base() + linkRoute, SignIn: app.Paths.Base() + "/sign-in"}).Gate)
	if app.Demo != nil {
		pages.Use(shell.Plugged)
	}
	in := newRooms(shell, app)
	registerEntry(pages, shell, app)
	in.registerDoor(pages)
	school := pages.Group("/schools/:school", edge.LimitMisses(app.Clock, shell.Client))
	recording := &changes{events.New("school", app.Log, edge.RequestID)}
	for _, route := range slices.Concat(in.taking(), in.day(), in.students(), in.exports(), in.connection(), in.settings(), in.lists(), in.groups(), in.people(), in.ending(), in.tablets(), in.taps()) {
		route.add(school, shell, recording)
	}
	RefuseOtherMethods(e)
	return nil
}

// registerEntry adds the routes outside the schools.
func registerEntry(pages *echo.Group, shell *visit.Shell, app *web.App) {
	signIn := &entry.SignIn{Shell: shell, Check: app.People, Forgotten: app.People.HasMail()}
	preferences := &entry.PreferencesPage{Shell: shell}
	help := &entry.Help{Shell: shell}
	start := &entry.Start{Shell: shell, Store: app.Store}
	covers := &entry.CoverPage{Shell: shell, Store: app.Store}
	root, forms := start.Root, edge.FormsOnly(false)
	if app.Demo != nil {
		demo := &entry.DemoPages{Shell: shell, Store: app.Store, People: app.People, Home: start.Root}
		root = demo.Door
		pages.POST("/demo/enter", demo.Enter, forms)
		pages.POST("/demo/connect", demo.Connect, forms)
		pages.POST("/demo/faults", demo.Faults, forms)
		tablets := &entry.DemoTablets{Shell: shell, Store: app.Store, Rosters: app.Rosters, Tablets: app.Tablets, PINs: app.PINs}
		pages.POST("/demo/tablet", tablets.Enter, forms)
		pages.POST("/demo/network", tablets.Network, forms)
		gallery := &entry.Gallery{Shell: shell}
		pages.GET("/gallery", gallery.Get)
		pages.GET("/gallery/:state", gallery.State)
	}
	pages.GET("/", door.RootOr(shell, root))
	pages.GET("/sign-in", signIn.Get)
	pages.POST("/sign-in", signIn.Post, forms)
	pages.POST("/sign-out", shell.Leaving(signIn.Out), forms)
	pages.GET("/help", help.Get)
	pages.GET("/help/:topic", help.Get)
	pages.GET("/preferences", shell.SignedIn(preferences.Get))
	pages.POST("/preferences", shell.SignedIn(preferences.Post), forms)
	pages.GET("/schools", shell.SignedIn(start.PickSchool))
	registerAccounts(pages, forms, shell, app)
	cover := pages.Group("/cover/:secret", entry.Discreet, edge.LimitOnlyMisses(app.Clock, shell.Client, visit.IsNotFound))
	cover.GET("", covers.Get)
	cover.POST("", covers.Post, forms)
}

// taking returns the pages of today's classes, of the roll of a class, and of a save's outcome.
func (r *rooms) taking() []route {
	shell, app := r.shell, r.app
	pages := r.rollPages()
	home := &taking.Home{Shell: shell, Agenda: taking.Agenda{Days: r.days, Rosters: app.Rosters, Store: app.Store}}
	rolls := r.rolls()
	presses := &taking.Presses{Shell: shell, Sheets: r.sheets, Pages: pages, Desk: r.desk}
	live := &taking.LiveRolls{Shell: shell, Sheets: r.sheets, Hub: app.Live, Signatures: r.signatures}
	decisions := &taking.ConflictPage{Shell: shell, Sheets: r.sheets, Saving: app.Submissions}
	comparisons := &taking.Comparisons{Shell: shell, Rosters: app.Rosters, Comparing: app.Comparing}
	saves := &taking.Saves{Shell: shell, Store: app.Store, Rosters: app.Rosters, Requests: r.requests}
	return []route{
		{get, "", auth.SeeStudents, home.Get},
		{get, "/comparison", auth.SeeDay, comparisons.Get},
		{post, "/period", auth.SeeStudents, home.ChoosePeriod},
		{get, "/roll", auth.SeeRoll, rolls.Get},
		{post, "/roll", auth.SeeRoll, presses.Post},
		{get, "/roll/statuses", auth.SeeRoll, live.Statuses},
		{get, "/roll/events", auth.SeeRoll, shell.Streaming(live.Events)},
		{get, "/saves/:token", auth.SeeStudents, saves.Get},
		{get, "/saves/:token/request", r.requests, saves.Request},
		{post, "/saves/:token/decisions", auth.TakeRoll, decisions.Post},
	}
}

// day returns the pages of the office's day, for finding and marking students and making cover links.
func (r *rooms) day() []route {
	shell, app := r.shell, r.app
	days := &office.Days{Shell: shell, Rosters: app.Rosters, Boards: app.Boards, Tablets: app.Tablets, Store: app.Store, Besides: r.others.TellsBesides}
	finds := &office.Finds{Shell: shell, Sheets: r.sheets, Desk: r.desk}
	links := &office.CoverLinksPage{Shell: shell, Store: app.Store, Rosters: app.Rosters, Public: app.Config.Public}
	return []route{
		{get, "/day", auth.SeeDay, days.Get},
		{post, "/day/refused", auth.CorrectPast, days.SeeRefused},
		{get, "/day/cells", auth.SeeDay, days.Cells},
		{get, "/day/events", auth.SeeDay, shell.Streaming(days.Events)},
		{get, "/students", auth.SeeDay, finds.Get},
		{post, "/students", auth.SeeDay, finds.Post},
		{post, "/students/tray", auth.SeeDay, finds.PostTray},
		{get, "/covers", auth.ManageCovers, links.Get},
		{post, "/covers", auth.ManageCovers, links.Post},
		{post, "/covers/:cover/revoke", auth.ManageCovers, links.Revoke},
	}
}

// students returns the pages about one student.
func (r *rooms) students() []route {
	shell, app := r.shell, r.app
	histories := &office.HistoryPage{Shell: shell, Store: app.Store, Rosters: app.Rosters}
	ranges := &office.DateRanges{Shell: shell, Store: app.Store, Rosters: app.Rosters, Desk: r.desk, Saving: app.Submissions}
	return []route{
		{get, "/students/:enrolment/history", auth.SeeStudents, histories.Get},
		{get, "/students/:enrolment/days", auth.CorrectPast, ranges.Get},
		{post, "/students/:enrolment/days", auth.CorrectPast, ranges.Post},
		{post, "/students/:enrolment/days/stop", auth.CorrectPast, ranges.Stop},
		{post, "/students/:enrolment/days/send", auth.CorrectPast, ranges.Send},
	}
}

// exports returns the exported files and the pages for printing.
func (r *rooms) exports() []route {
	shell, app := r.shell, r.app
	lists := office.DayLists{Clock: app.Clock, Rosters: app.Rosters, Days: r.days}
	offer, files := office.Offer{Shell: shell, Lists: lists}, office.NewFiles()
	exports := &office.Exports{Shell: shell, Lists: lists, Offer: offer, Files: files}
	evacuation := &office.Evacuation{Shell: shell, Lists: lists}
	months := &office.StudentMonths{Shell: shell, Store: app.Store, Lists: lists, Offer: offer, Files: files}
	reminders := &office.Reminders{Shell: shell, Lists: lists, Mailer: app.Mail, Log: app.Log}
	return []route{
		{get, "/reminders", auth.SeeDay, reminders.Get},
		{post, "/reminders", auth.SeeDay, reminders.Mail},
		{get, "/exports", auth.Export, exports.Get},
		{get, "/exports/print", auth.Export, exports.Print},
		{get, "/exports/paper", auth.Export, exports.Paper},
		{get, "/evacuation", auth.SeeEvacuation, evacuation.Get},
		{get, "/evacuation/worker.js", auth.SeeEvacuation, evacuation.Worker},
		{get, "/month", auth.Export, months.Class},
		{get, "/students/:enrolment/month", auth.Export, months.Get},
		{get, "/exports/day." + office.KindText, auth.Export, exports.File},
		{get, "/exports/day." + office.KindWorkbook, auth.Export, exports.File},
		{get, "/students/:enrolment/marks." + office.KindText, auth.Export, months.File},
		{get, "/students/:enrolment/marks." + office.KindWorkbook, auth.Export, months.File},
	}
}

// connection returns the pages about the connection to the school system, and its setup.
func (r *rooms) connection() []route {
	shell, app := r.shell, r.app
	releases := &connecting.Releases{Shell: shell, Store: app.Store, Saving: app.Submissions}
	connections := &connecting.Connections{Shell: shell, Store: app.Store, Rosters: app.Rosters, Saving: app.Submissions, Keys: app, Others: r.others}
	proofs := &connecting.ProofPage{Shell: shell, Desk: r.desk, Store: app.Store, Rosters: app.Rosters, Sender: app.Sender}
	connects := &connecting.Connects{Shell: shell, Keys: app, Connecting: app.Connecting, Store: app.Store, Rosters: app.Rosters, Proofs: proofs}
	return []route{
		{post, "/saves/:token/send", auth.SendStopped, releases.SendOne},
		{post, "/saves/:token/by-hand", auth.SendStopped, releases.ByHand},
		{get, "/connection/others", auth.SeeConnection, r.others.Get},
		{post, "/connection/others", auth.ManageConnection, r.others.Confirm},
		{post, "/connection/others/seen", auth.SeeConnection, r.others.Seen},
		{get, "/connection", auth.SeeConnection, connections.Get},
		{get, "/connection/waiting", auth.SeeConnection, connections.Waiting},
		{post, "/connection/key", auth.ManageKeys, connections.EnterKey},
		{post, "/connection/start", auth.ManageConnection, connections.Start},
		{post, "/connection/send", auth.SendStopped, releases.SendAll},
		{post, "/connection/list", auth.ManageLists, connections.TakeList},
		{post, "/connection/moved", auth.ManageConnection, releases.DecideMoved},
		{post, "/connection/moved/send", auth.ManageConnection, releases.SendMoved},
		{get, "/settings/connection", auth.ManageConnection, connects.Get},
		{post, "/settings/connection", auth.ManageConnection, connects.Enter},
		{post, "/settings/connection/find", auth.ManageConnection, connects.Find},
		{post, "/settings/connection/calls/:call", auth.ManageConnection, connects.Mend},
		{post, "/settings/connection/use", auth.ManageConnection, connects.Use},
		{post, "/settings/connection/marks", auth.ManageConnection, connects.TryMark},
		{post, "/settings/connection/marks/:token/seen", auth.ManageConnection, connects.Seen},
		{post, "/settings/connection/on", auth.ManageConnection, connects.SwitchOn},
		{post, "/settings/connection/right", auth.ManageConnection, connects.MarksAreRight},
		{get, "/settings/connection/mapping.json", auth.ManageConnection, connects.Export},
		{upload, "/settings/connection/mapping.json", auth.ManageConnection, connects.ImportFile},
	}
}

// settings returns the pages of the school's days and times, of its keys, and of its webhooks.
func (r *rooms) settings() []route {
	shell, app := r.shell, r.app
	dayTimes := &office.DaySettingsPage{Shell: shell, Store: app.Store}
	times := &settings.TimesPage{Shell: shell, Store: app.Store}
	calendars := &settings.CalendarPage{Shell: shell, Store: app.Store}
	keys := &settings.KeysPage{Shell: shell, Keys: app}
	webhooks := &settings.WebhooksPage{Shell: shell, Hooks: app.Hooks, Public: app.Config.Public}
	return []route{
		{get, "/settings", auth.SeeSettings, (&settings.Settings{Shell: shell}).Get},
		{get, "/settings/day", auth.ManageDay, dayTimes.Get},
		{post, "/settings/day", auth.ManageDay, dayTimes.Post},
		{get, "/settings/times", auth.ManageConnection, times.Get},
		{post, "/settings/times", auth.ManageConnection, times.Post},
		{get, "/settings/calendar", auth.ManageCalendar, calendars.Get},
		{post, "/settings/calendar", auth.ManageCalendar, calendars.Weekdays},
		{post, "/settings/calendar/days", auth.ManageCalendar, calendars.Add},
		{post, "/settings/calendar/days/:range/remove", auth.ManageCalendar, calendars.Remove},
		{get, "/settings/keys", auth.ManageKeys, keys.Get},
		{post, "/settings/keys", auth.ManageKeys, keys.Add},
		{post, "/settings/keys/:key/test", auth.ManageKeys, keys.Test},
		{post, "/settings/keys/:key/use", auth.ManageKeys, keys.Use},
		{post, "/settings/keys/:key/remove", auth.ManageKeys, keys.Remove},
		{get, "/settings/webhooks", auth.ManageKeys, webhooks.Get},
		{post, "/settings/webhooks", auth.ManageKeys, webhooks.SetSigning},
		{post, "/settings/webhooks/standard", auth.ManageKeys, webhooks.SetStandard},
		{post, "/settings/webhooks/secrets", auth.ManageKeys, webhooks.AddSecret},
		{post, "/settings/webhooks/secrets/:secret/remove", auth.ManageKeys, webhooks.RemoveSecret},
	}
}

// lists returns the pages for lists that the school uploads when its service has none.
func (r *rooms) lists() []route {
	students := connecting.NewStudentLists(r.shell, r.app.Rosters, r.app.Drafts)
	statuses := &connecting.StatusLists{Shell: r.shell, Store: r.app.Store, Rosters: r.app.Rosters}
	return []route{
		{get, "/settings/students", auth.ManageLists, students.Get},
		{upload, "/settings/students", auth.ManageLists, students.Upload},
		{get, "/settings/students/file", auth.ManageLists, students.File},
		{post, "/settings/students/file", auth.ManageLists, students.Store},
		{post, "/settings/students/discard", auth.ManageLists, students.Discard},
		{post, "/settings/students/source", auth.ManageLists, students.FromService},
		{get, "/settings/statuses", auth.ManageStatuses, statuses.Get},
		{post, "/settings/statuses", auth.ManageStatuses, statuses.Edit},
		{post, "/settings/statuses/source", auth.ManageStatuses, statuses.Source},
		{post, "/settings/statuses/alias", auth.ManageStatuses, statuses.Alias},
	}
}

// groups returns the pages of groups of students: the school's, and each person's own.
func (r *rooms) groups() []route {
	var routes []route
	for address, action := range map[string]auth.Action{"/settings/groups": auth.ManageLists, "/groups": auth.ManageOwnGroups} {
		groups := &settings.GroupLists{Shell: r.shell, Store: r.app.Store, Rosters: r.app.Rosters, Own: action == auth.ManageOwnGroups}
		routes = append(routes,
			route{get, address, action, groups.Get},
			route{post, address, action, groups.Make},
			route{get, address + "/:group", action, groups.One},
			route{post, address + "/:group", action, groups.Edit},
			route{post, address + "/:group/delete", action, groups.Remove},
		)
	}
	return routes
}

// add adds the route to the school's; changes records what is done there.
func (r route) add(school *echo.Group, shell *visit.Shell, changes *changes) {
	handle := changes.around(r, shell.InSchool(r.action, r.handle))
	if r.method == get {
		school.GET(r.address, handle)
		return
	}
	school.Add(http.MethodPost, r.address, handle, edge.FormsOnly(r.method == upload))
}
