// Package handlers is the map of the program's pages: every route with what a role must be allowed
// to do. The pages themselves lie in rooms, by who is in them; each room has one file a page or
// action, which parses the request, asks, and renders.
package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/connecting"
	"rollbook/handlers/desk"
	"rollbook/handlers/entry"
	"rollbook/handlers/office"
	"rollbook/handlers/settings"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/web"
	"rollbook/web/auth"
)

// Register adds every route of the program. What a role may do stands beside each;
// auth.Can says which roles that are.
func Register(e *echo.Echo, pages *echo.Group, app *web.App) error {
	shell := newShell(app)
	e.HTTPErrorHandler = (&visit.Problems{Shell: shell, Log: app.Log}).Answer
	signIn := &entry.SignIn{Shell: shell, Check: app.People, Forgotten: app.People.HasMail()}
	preferences := &entry.PreferencesPage{Shell: shell, Store: app.Store}
	help := &entry.Help{Shell: shell}
	probes := &probes{database: app}
	forms := web.FormsOnly(false)

	e.GET(app.Paths.Health(), probes.health)
	e.GET(app.Paths.Ready(), probes.ready)

	// The school systems report here: a signature proves them, no session does.
	e.POST(app.Paths.Base()+"/hooks/:school", (&settings.HookReceiver{Hooks: app.Hooks}).Post, web.Recover(app.Log), web.RefuseEncodedBodies(), web.LimitBody(web.HookBody))

	start := &entry.Start{Shell: shell}
	root := start.Root
	if app.Demo != nil {
		demo := &entry.DemoPages{Start: start, Entrants: app.Store}
		root = demo.Door
		pages.POST("/demo/enter", demo.Enter, forms)
		pages.POST("/demo/faults", demo.Faults, forms)
	}
	pages.GET("/", root)
	pages.GET("/sign-in", signIn.Get)
	pages.POST("/sign-in", signIn.Post, forms)
	pages.POST("/sign-out", shell.Leaving(signIn.Out), forms)
	pages.GET("/help", help.Get)
	pages.GET("/help/:topic", help.Get)
	pages.GET("/preferences", shell.SignedIn(preferences.Get))
	pages.POST("/preferences", shell.SignedIn(preferences.Post), forms)
	registerAccounts(pages, forms, shell, app)
	door := &entry.CoverPage{Shell: shell, Door: app.Store}
	cover := pages.Group("/cover/:secret", entry.Discreet, web.LimitOnlyMisses(app.Clock, shell.Client, visit.IsNotFound))
	cover.GET("", door.Get)
	cover.POST("", door.Post, forms)
	pages.GET("/schools", shell.SignedIn(start.PickSchool))
	registerSchool(pages.Group("/schools/:school", web.LimitMisses(app.Clock, shell.Client)), forms, shell, app)
	visit.RefuseOtherMethods(e)
	return nil
}

// registerSchool adds the routes inside a school.
func registerSchool(school *echo.Group, forms echo.MiddlewareFunc, shell *visit.Shell, app *web.App) {
	rolls := &taking.Rolls{
		Shell: shell, Rosters: app.Rosters, Marks: app.Store, Strips: app.Strips, Groups: app.Rosters,
		Compare: app.Comparing, Closings: app.Store, Changes: app.Store, Openings: app.Boards,
	}
	desk := desk.New(shell, app.Saving, app.Store, app.Store)
	presses := &taking.Presses{Rolls: rolls, Desk: desk, Preferences: app.Store}
	live := &taking.LiveRolls{Rolls: rolls, Listener: app.Live}
	decisions := &taking.ConflictPage{Rolls: rolls, Store: app.Store, Decider: app.Saving}
	home := &taking.Home{Shell: shell, DayReader: taking.DayReader{Day: app.Store, Compare: app.Comparing}, Rosters: app.Rosters, Groups: app.Rosters, Closings: app.Store}
	comparisons := &taking.Comparisons{Shell: shell, Rosters: app.Rosters, Comparer: app.Comparing}
	requests := auth.SeeRawAnswers
	if app.Demo != nil {
		// In the demonstration everybody may see what is sent.
		requests = auth.SeeStudents
	}
	saves := &taking.Saves{Shell: shell, Rosters: app.Rosters, Marks: app.Store, Stories: app.Store, Requests: requests}
	releases := &connecting.Releases{Shell: shell, Store: app.Store, Releaser: app.Saving}

	school.GET("", shell.InSchool(auth.SeeStudents, home.Get))
	school.GET("/comparison", shell.InSchool(auth.SeeDay, comparisons.Get))
	school.POST("/period", shell.InSchool(auth.SeeStudents, home.ChoosePeriod), forms)
	school.GET("/roll", shell.InSchool(auth.TakeRoll, rolls.Get))
	school.POST("/roll", shell.InSchool(auth.TakeRoll, presses.Post), forms)
	school.GET("/roll/statuses", shell.InSchool(auth.TakeRoll, live.Statuses))
	school.GET("/roll/events", shell.InSchool(auth.TakeRoll, shell.Streaming(live.Events)))
	registerDay(school, forms, app, rolls, desk)
	school.GET("/saves/:token", shell.InSchool(auth.SeeStudents, saves.Get))
	school.GET("/saves/:token/request", shell.InSchool(requests, saves.Request))
	school.POST("/saves/:token/decisions", shell.InSchool(auth.TakeRoll, decisions.Post), forms)
	school.POST("/saves/:token/send", shell.InSchool(auth.SendStopped, releases.SendOne), forms)
	school.POST("/saves/:token/by-hand", shell.InSchool(auth.SendStopped, releases.ByHand), forms)
	registerConnection(school, forms, shell, app, releases)
	school.GET("/settings", shell.InSchool(auth.SeeSettings, (&settings.Settings{Shell: shell}).Get))
	registerConnecting(school, forms, shell, app, desk)
	registerKeys(school, forms, shell, app)
	registerLists(school, forms, shell, app)
	registerGroups(school, forms, shell, app)
	registerStudents(school, forms, shell, app, desk)
	registerExports(school, forms, shell, app)
	registerCalendar(school, forms, shell, app)
	registerCovers(school, forms, shell, app)
	registerPeople(school, forms, shell, app)
}

// registerKeys adds the pages of what proves the school to its system, and its system to the
// school.
func registerKeys(school *echo.Group, forms echo.MiddlewareFunc, shell *visit.Shell, app *web.App) {
	keys := &settings.KeysPage{Shell: shell, Keys: app}
	school.GET("/settings/keys", shell.InSchool(auth.ManageKeys, keys.Get))
	school.POST("/settings/keys", shell.InSchool(auth.ManageKeys, keys.Add), forms)
	school.POST("/settings/keys/:key/test", shell.InSchool(auth.ManageKeys, keys.Test), forms)
	school.POST("/settings/keys/:key/use", shell.InSchool(auth.ManageKeys, keys.Use), forms)
	school.POST("/settings/keys/:key/remove", shell.InSchool(auth.ManageKeys, keys.Remove), forms)
	webhooks := &settings.WebhooksPage{Shell: shell, Hooks: app.Hooks, Public: app.Config.Public}
	school.GET("/settings/webhooks", shell.InSchool(auth.ManageKeys, webhooks.Get))
	school.POST("/settings/webhooks", shell.InSchool(auth.ManageKeys, webhooks.SetSigning), forms)
	school.POST("/settings/webhooks/standard", shell.InSchool(auth.ManageKeys, webhooks.SetStandard), forms)
	school.POST("/settings/webhooks/secrets", shell.InSchool(auth.ManageKeys, webhooks.AddSecret), forms)
	school.POST("/settings/webhooks/secrets/:secret/remove", shell.InSchool(auth.ManageKeys, webhooks.RemoveSecret), forms)
}

// registerStudents adds the pages about one student.
func registerStudents(school *echo.Group, forms echo.MiddlewareFunc, shell *visit.Shell, app *web.App, desk *desk.Desk) {
	histories := &office.HistoryPage{Shell: shell, Rosters: app.Rosters, Store: app.Store}
	school.GET("/students/:enrolment/history", shell.InSchool(auth.SeeStudents, histories.Get))
	ranges := &office.DateRanges{Shell: shell, Rosters: app.Rosters, Store: app.Store, Closings: app.Store, Desk: desk, Releaser: app.Saving}
	school.GET("/students/:enrolment/days", shell.InSchool(auth.CorrectPast, ranges.Get))
	school.POST("/students/:enrolment/days", shell.InSchool(auth.CorrectPast, ranges.Post), forms)
	school.POST("/students/:enrolment/days/stop", shell.InSchool(auth.CorrectPast, ranges.Stop), forms)
	school.POST("/students/:enrolment/days/send", shell.InSchool(auth.CorrectPast, ranges.Send), forms)
}

// registerCalendar adds the page on which a school says when it is closed.
func registerCalendar(school *echo.Group, forms echo.MiddlewareFunc, shell *visit.Shell, app *web.App) {
	calendars := &settings.CalendarPage{Shell: shell, Store: app.Store}
	school.GET("/settings/calendar", shell.InSchool(auth.ManageCalendar, calendars.Get))
	school.POST("/settings/calendar", shell.InSchool(auth.ManageCalendar, calendars.Weekdays), forms)
	school.POST("/settings/calendar/days", shell.InSchool(auth.ManageCalendar, calendars.Add), forms)
	school.POST("/settings/calendar/days/:range/remove", shell.InSchool(auth.ManageCalendar, calendars.Remove), forms)
}

// registerCovers adds the page of the links with which somebody without an account takes a
// roll.
func registerCovers(school *echo.Group, forms echo.MiddlewareFunc, shell *visit.Shell, app *web.App) {
	links := &office.CoverLinksPage{Shell: shell, Rosters: app.Rosters, Groups: app.Rosters, Links: app.Store, Public: app.Config.Public}
	school.GET("/covers", shell.InSchool(auth.ManageCovers, links.Get))
	school.POST("/covers", shell.InSchool(auth.ManageCovers, links.Post), forms)
	school.POST("/covers/:cover/revoke", shell.InSchool(auth.ManageCovers, links.Revoke), forms)
}

// registerExports adds what leaves Rollbook: files, and what is made for paper.
func registerExports(school *echo.Group, forms echo.MiddlewareFunc, shell *visit.Shell, app *web.App) {
	lists := &office.DayLists{Shell: shell, DayReader: taking.DayReader{Day: app.Store, Compare: app.Comparing}, Rosters: app.Rosters}
	exports := office.NewExports(lists, app.Rosters)
	evacuation := &office.Evacuation{DayLists: lists}
	months := &office.StudentMonths{Exports: exports, Marks: app.Store}
	reminders := &office.Reminders{DayLists: lists, Closings: app.Store, Log: app.Log}
	if app.Mail != nil {
		reminders.Mailer = app.Mail
	}
	school.GET("/reminders", shell.InSchool(auth.SeeDay, reminders.Get))
	school.POST("/reminders", shell.InSchool(auth.SeeDay, reminders.Mail), forms)
	school.GET("/exports", shell.InSchool(auth.TakeAway, exports.Get))
	school.GET("/exports/print", shell.InSchool(auth.TakeAway, exports.Print))
	school.GET("/exports/paper", shell.InSchool(auth.TakeAway, exports.Paper))
	school.GET("/evacuation", shell.InSchool(auth.SeeEvacuation, evacuation.Get))
	school.GET("/evacuation/worker.js", shell.InSchool(auth.SeeEvacuation, evacuation.Worker))
	school.GET("/month", shell.InSchool(auth.TakeAway, months.Class))
	school.GET("/students/:enrolment/month", shell.InSchool(auth.TakeAway, months.Get))
	for _, kind := range []string{office.KindText, office.KindWorkbook} {
		school.GET("/exports/day."+kind, shell.InSchool(auth.TakeAway, exports.File))
		school.GET("/students/:enrolment/marks."+kind, shell.InSchool(auth.TakeAway, months.File))
	}
}

// registerConnecting adds the page on which the school system is connected.
func registerConnecting(school *echo.Group, forms echo.MiddlewareFunc, shell *visit.Shell, app *web.App, desk *desk.Desk) {
	proofs := &connecting.ProofPage{Shell: shell, Desk: desk, Marks: app.Store, Students: app.Rosters, Store: app.Store, Others: app.Store, Waker: app.Sender}
	connects := &connecting.Connects{Shell: shell, Keys: app, Connector: app.Connecting, Refresher: app.Rosters, Proofs: proofs}
	on := school.Group("/settings/connection")
	on.GET("", shell.InSchool(auth.ManageConnection, connects.Get))
	on.POST("", shell.InSchool(auth.ManageConnection, connects.Enter), forms)
	on.POST("/find", shell.InSchool(auth.ManageConnection, connects.Find), forms)
	on.POST("/calls/:call", shell.InSchool(auth.ManageConnection, connects.Mend), forms)
	on.POST("/use", shell.InSchool(auth.ManageConnection, connects.Use), forms)
	on.POST("/marks", shell.InSchool(auth.ManageConnection, connects.TryMark), forms)
	on.POST("/marks/:token/seen", shell.InSchool(auth.ManageConnection, connects.Seen), forms)
	on.POST("/on", shell.InSchool(auth.ManageConnection, connects.SwitchOn), forms)
	on.POST("/right", shell.InSchool(auth.ManageConnection, connects.MarksAreRight), forms)
	on.GET("/mapping.json", shell.InSchool(auth.ManageConnection, connects.Export))
	on.POST("/mapping.json", shell.InSchool(auth.ManageConnection, connects.ImportFile), web.FormsOnly(true))
}

// registerDay adds the office's pages of a day, on which it finds and marks students, and what the school says of its days.
func registerDay(school *echo.Group, forms echo.MiddlewareFunc, app *web.App, rolls *taking.Rolls, desk *desk.Desk) {
	shell := rolls.Shell
	days := &office.Days{Rolls: rolls, Boards: app.Boards, Others: newOthers(shell, app)}
	school.GET("/day", shell.InSchool(auth.SeeDay, days.Get))
	school.GET("/day/cells", shell.InSchool(auth.SeeDay, days.Cells))
	school.GET("/day/events", shell.InSchool(auth.SeeDay, shell.Streaming(days.Events)))
	finds := &office.Finds{Rolls: rolls, Desk: desk, Finder: app.Rosters}
	school.GET("/students", shell.InSchool(auth.SeeDay, finds.Get))
	school.POST("/students", shell.InSchool(auth.SeeDay, finds.Post), forms)
	school.POST("/students/tray", shell.InSchool(auth.SeeDay, finds.PostTray), forms)
	dayTimes := &office.DaySettingsPage{Shell: shell, Store: app.Store}
	school.GET("/settings/day", shell.InSchool(auth.ManageDay, dayTimes.Get))
	school.POST("/settings/day", shell.InSchool(auth.ManageDay, dayTimes.Post), forms)
	times := &settings.TimesPage{Shell: shell, Store: app.Store}
	school.GET("/settings/times", shell.InSchool(auth.ManageConnection, times.Get))
	school.POST("/settings/times", shell.InSchool(auth.ManageConnection, times.Post), forms)
}

// registerLists adds the pages on which a school gives what its service does not.
func registerLists(school *echo.Group, forms echo.MiddlewareFunc, shell *visit.Shell, app *web.App) {
	students := connecting.NewStudentLists(shell, app.Rosters, app.Rosters, app.Drafts)
	school.GET("/settings/students", shell.InSchool(auth.ManageLists, students.Get))
	school.POST("/settings/students", shell.InSchool(auth.ManageLists, students.Upload), web.FormsOnly(true))
	school.GET("/settings/students/file", shell.InSchool(auth.ManageLists, students.File))
	school.POST("/settings/students/file", shell.InSchool(auth.ManageLists, students.Store), forms)
	school.POST("/settings/students/discard", shell.InSchool(auth.ManageLists, students.Discard), forms)
	school.POST("/settings/students/source", shell.InSchool(auth.ManageLists, students.FromService), forms)
	statuses := &connecting.StatusLists{Shell: shell, Rosters: app.Rosters, Origins: app.Rosters, Statuses: app.Store}
	school.GET("/settings/statuses", shell.InSchool(auth.ManageStatuses, statuses.Get))
	school.POST("/settings/statuses", shell.InSchool(auth.ManageStatuses, statuses.Edit), forms)
	school.POST("/settings/statuses/source", shell.InSchool(auth.ManageStatuses, statuses.Source), forms)
	school.POST("/settings/statuses/alias", shell.InSchool(auth.ManageStatuses, statuses.Alias), forms)
}

// registerGroups adds the pages on which students are put together: the school's groups, and
// each person's own.
func registerGroups(school *echo.Group, forms echo.MiddlewareFunc, shell *visit.Shell, app *web.App) {
	for address, action := range map[string]auth.Action{"/settings/groups": auth.ManageLists, "/groups": auth.ManageOwnGroups} {
		groups := &settings.GroupLists{Shell: shell, Rosters: app.Rosters, Groups: app.Store, Own: action == auth.ManageOwnGroups}
		school.GET(address, shell.InSchool(action, groups.Get))
		school.POST(address, shell.InSchool(action, groups.Make), forms)
		school.GET(address+"/:group", shell.InSchool(action, groups.One))
		school.POST(address+"/:group", shell.InSchool(action, groups.Edit), forms)
		school.POST(address+"/:group/delete", shell.InSchool(action, groups.Remove), forms)
	}
}

// registerConnection adds the routes about what stands between the school and its system.
func registerConnection(school *echo.Group, forms echo.MiddlewareFunc, shell *visit.Shell, app *web.App, releases *connecting.Releases) {
	others := newOthers(shell, app)
	school.GET("/connection/others", shell.InSchool(auth.SeeConnection, others.Get))
	school.POST("/connection/others", shell.InSchool(auth.ManageConnection, others.Confirm), forms)
	school.POST("/connection/others/seen", shell.InSchool(auth.SeeConnection, others.Seen), forms)
	connections := &connecting.Connections{Shell: shell, Rosters: app.Rosters, Pending: app.Store, Starter: app.Store, Keys: app, Others: others}
	school.GET("/connection", shell.InSchool(auth.SeeConnection, connections.Get))
	school.GET("/connection/waiting", shell.InSchool(auth.SeeConnection, connections.Waiting))
	school.POST("/connection/key", shell.InSchool(auth.ManageKeys, connections.EnterKey), forms)
	school.POST("/connection/start", shell.InSchool(auth.ManageConnection, connections.Start), forms)
	school.POST("/connection/send", shell.InSchool(auth.SendStopped, releases.SendAll), forms)
}

// newOthers is the page of who may have been marked in place of others.
func newOthers(shell *visit.Shell, app *web.App) *connecting.Others {
	return &connecting.Others{Shell: shell, Rosters: app.Rosters, Store: app.Store, Waker: app.Sender}
}

// newShell is what all pages share.
func newShell(app *web.App) *visit.Shell {
	shell := &visit.Shell{
		Words: app.Words, Paths: app.Paths, Assets: app.Assets, Sessions: app.Sessions, Devices: app.Devices,
		People: app.Store, Schools: app.Store, Covers: app.Store, Readers: app.Connections, Tokens: app.Tokens, Clock: app.Clock,
		Streams: visit.NewStreams(auth.NewStandings(app.Store.Standings), app.Stopping),
	}
	if app.Demo != nil {
		shell.Demo = &visit.Demonstration{Demo: app.Demo}
	}
	return shell
}

// probes answer those who watch the program.
type probes struct{ database entry.Database }

func (p *probes) health(c echo.Context) error { return c.String(http.StatusOK, "ok\n") }

func (p *probes) ready(c echo.Context) error {
	if err := p.database.Ready(c.Request().Context()); err != nil {
		return c.String(http.StatusServiceUnavailable, "the database is not ready\n")
	}
	return c.String(http.StatusOK, "ready\n")
}
