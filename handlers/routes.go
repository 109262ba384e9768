package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/web"
	"rollbook/web/auth"
)

// Register adds every route of the program. What a role may do stands beside each;
// auth.Can says which roles that are.
func Register(e *echo.Echo, pages *echo.Group, app *web.App) error {
	shell := newShell(app)
	e.HTTPErrorHandler = (&problems{shell: shell, log: app.Log}).answer
	signIn := &signIn{shell: shell, check: app.SignIn}
	preferences := &preferencesPage{shell: shell, store: app.Store}
	help := &help{shell: shell}
	probes := &probes{database: app}
	forms := web.FormsOnly(false)

	e.GET(app.Paths.Health(), probes.health)
	e.GET(app.Paths.Ready(), probes.ready)

	// The school systems report here: a signature proves them, no session does.
	e.POST(app.Paths.Base()+"/hooks/:school", (&hookReceiver{hooks: app.Hooks}).post, web.Recover(app.Log), web.RefuseEncodedBodies(), web.LimitBody(web.HookBody))

	start := &start{shell: shell}
	root := start.root
	if app.Demo != nil {
		demo := &demoPages{start: start, entrants: app.Store}
		root = demo.door
		pages.POST("/demo/enter", demo.enter, forms)
		pages.POST("/demo/faults", demo.faults, forms)
	}
	pages.GET("/", root)
	pages.GET("/sign-in", signIn.get)
	pages.POST("/sign-in", signIn.post, forms)
	pages.POST("/sign-out", shell.leaving(signIn.out), forms)
	pages.GET("/help", help.get)
	pages.GET("/help/:topic", help.get)
	pages.GET("/preferences", shell.signedIn(preferences.get))
	pages.POST("/preferences", shell.signedIn(preferences.post), forms)
	door := &coverPage{shell: shell, door: app.Store}
	cover := pages.Group("/cover/:secret", discreet, web.LimitOnlyMisses(app.Clock, shell.client, isNotFound))
	cover.GET("", door.get)
	cover.POST("", door.post, forms)
	pages.GET("/schools", shell.signedIn(start.pickSchool))
	registerSchool(pages.Group("/schools/:school", web.LimitMisses(app.Clock, shell.client)), forms, shell, app)
	refuseOtherMethods(e)
	return nil
}

// registerSchool adds the routes inside a school.
func registerSchool(school *echo.Group, forms echo.MiddlewareFunc, shell *shell, app *web.App) {
	rolls := &rolls{
		shell: shell, rosters: app.Rosters, marks: app.Store, strips: app.Strips, groups: app.Rosters,
		compare: app.Comparing, closings: app.Store, changes: app.Store, openings: app.Boards,
	}
	presses := &presses{rolls: rolls, saving: app.Saving, preferences: app.Store, known: app.Store}
	live := &liveRolls{rolls: rolls, listener: app.Live}
	decisions := &conflictPage{rolls: rolls, store: app.Store, decider: app.Saving}
	home := &home{shell: shell, dayReader: dayReader{day: app.Store, compare: app.Comparing}, rosters: app.Rosters, groups: app.Rosters, closings: app.Store}
	comparisons := &comparisons{shell: shell, rosters: app.Rosters, comparer: app.Comparing}
	requests := auth.SeeRawAnswers
	if app.Demo != nil {
		// In the demonstration everybody may see what is sent.
		requests = auth.SeeStudents
	}
	saves := &saves{shell: shell, rosters: app.Rosters, marks: app.Store, stories: app.Store, requests: requests}
	releases := &releases{shell: shell, store: app.Store, releaser: app.Saving}

	school.GET("", shell.inSchool(auth.SeeStudents, home.get))
	school.GET("/comparison", shell.inSchool(auth.SeeDay, comparisons.get))
	school.POST("/period", shell.inSchool(auth.SeeStudents, home.choosePeriod), forms)
	school.GET("/roll", shell.inSchool(auth.TakeRoll, rolls.get))
	school.POST("/roll", shell.inSchool(auth.TakeRoll, presses.post), forms)
	school.GET("/roll/statuses", shell.inSchool(auth.TakeRoll, live.statuses))
	school.GET("/roll/events", shell.inSchool(auth.TakeRoll, shell.streaming(live.events)))
	registerDay(school, forms, app, presses)
	school.GET("/saves/:token", shell.inSchool(auth.SeeStudents, saves.get))
	school.GET("/saves/:token/request", shell.inSchool(requests, saves.request))
	school.POST("/saves/:token/decisions", shell.inSchool(auth.TakeRoll, decisions.post), forms)
	school.POST("/saves/:token/send", shell.inSchool(auth.SendStopped, releases.sendOne), forms)
	school.POST("/saves/:token/by-hand", shell.inSchool(auth.SendStopped, releases.byHand), forms)
	registerConnection(school, forms, shell, app, releases)
	school.GET("/settings", shell.inSchool(auth.SeeSettings, (&settings{shell: shell}).get))
	registerConnecting(school, forms, shell, app, presses)
	keys := &keysPage{shell: shell, keys: app}
	school.GET("/settings/keys", shell.inSchool(auth.ManageKeys, keys.get))
	school.POST("/settings/keys", shell.inSchool(auth.ManageKeys, keys.add), forms)
	school.POST("/settings/keys/:key/test", shell.inSchool(auth.ManageKeys, keys.test), forms)
	school.POST("/settings/keys/:key/use", shell.inSchool(auth.ManageKeys, keys.use), forms)
	school.POST("/settings/keys/:key/remove", shell.inSchool(auth.ManageKeys, keys.remove), forms)
	webhooks := &webhooksPage{shell: shell, hooks: app.Hooks, public: app.Config.Public}
	school.GET("/settings/webhooks", shell.inSchool(auth.ManageKeys, webhooks.get))
	school.POST("/settings/webhooks", shell.inSchool(auth.ManageKeys, webhooks.setSigning), forms)
	school.POST("/settings/webhooks/standard", shell.inSchool(auth.ManageKeys, webhooks.setStandard), forms)
	school.POST("/settings/webhooks/secrets", shell.inSchool(auth.ManageKeys, webhooks.addSecret), forms)
	school.POST("/settings/webhooks/secrets/:secret/remove", shell.inSchool(auth.ManageKeys, webhooks.removeSecret), forms)
	registerLists(school, forms, shell, app)
	registerGroups(school, forms, shell, app)
	registerStudents(school, forms, shell, app)
	registerExports(school, forms, shell, app)
	registerCalendar(school, forms, shell, app)
	registerCovers(school, forms, shell, app)
}

// registerStudents adds the pages about one student.
func registerStudents(school *echo.Group, forms echo.MiddlewareFunc, shell *shell, app *web.App) {
	histories := &historyPage{shell: shell, rosters: app.Rosters, store: app.Store}
	school.GET("/students/:enrolment/history", shell.inSchool(auth.SeeStudents, histories.get))
	ranges := &dateRanges{shell: shell, rosters: app.Rosters, store: app.Store, closings: app.Store, saving: app.Saving, releaser: app.Saving}
	school.GET("/students/:enrolment/days", shell.inSchool(auth.CorrectPast, ranges.get))
	school.POST("/students/:enrolment/days", shell.inSchool(auth.CorrectPast, ranges.post), forms)
	school.POST("/students/:enrolment/days/stop", shell.inSchool(auth.CorrectPast, ranges.stop), forms)
	school.POST("/students/:enrolment/days/send", shell.inSchool(auth.CorrectPast, ranges.send), forms)
}

// registerCalendar adds the page on which a school says when it is closed.
func registerCalendar(school *echo.Group, forms echo.MiddlewareFunc, shell *shell, app *web.App) {
	calendars := &calendarPage{shell: shell, store: app.Store}
	school.GET("/settings/calendar", shell.inSchool(auth.ManageCalendar, calendars.get))
	school.POST("/settings/calendar", shell.inSchool(auth.ManageCalendar, calendars.weekdays), forms)
	school.POST("/settings/calendar/days", shell.inSchool(auth.ManageCalendar, calendars.add), forms)
	school.POST("/settings/calendar/days/:range/remove", shell.inSchool(auth.ManageCalendar, calendars.remove), forms)
}

// registerCovers adds the page of the links with which somebody without an account takes a
// roll.
func registerCovers(school *echo.Group, forms echo.MiddlewareFunc, shell *shell, app *web.App) {
	links := &coverLinksPage{shell: shell, rosters: app.Rosters, groups: app.Rosters, links: app.Store, public: app.Config.Public}
	school.GET("/covers", shell.inSchool(auth.ManageCovers, links.get))
	school.POST("/covers", shell.inSchool(auth.ManageCovers, links.post), forms)
	school.POST("/covers/:cover/revoke", shell.inSchool(auth.ManageCovers, links.revoke), forms)
}

// registerExports adds what leaves Rollbook: files, and what is made for paper.
func registerExports(school *echo.Group, forms echo.MiddlewareFunc, shell *shell, app *web.App) {
	lists := &dayLists{shell: shell, dayReader: dayReader{day: app.Store, compare: app.Comparing}, rosters: app.Rosters}
	exports := newExports(lists, app.Rosters)
	evacuation := &evacuation{dayLists: lists}
	months := &studentMonths{exports: exports, marks: app.Store}
	reminders := &reminders{dayLists: lists, closings: app.Store, log: app.Log}
	if app.Mail != nil {
		reminders.mailer = app.Mail
	}
	school.GET("/reminders", shell.inSchool(auth.SeeDay, reminders.get))
	school.POST("/reminders", shell.inSchool(auth.SeeDay, reminders.mail), forms)
	school.GET("/exports", shell.inSchool(auth.TakeAway, exports.get))
	school.GET("/exports/print", shell.inSchool(auth.TakeAway, exports.print))
	school.GET("/exports/paper", shell.inSchool(auth.TakeAway, exports.paper))
	school.GET("/evacuation", shell.inSchool(auth.SeeEvacuation, evacuation.get))
	school.GET("/evacuation/worker.js", shell.inSchool(auth.SeeEvacuation, evacuation.worker))
	school.GET("/month", shell.inSchool(auth.TakeAway, months.class))
	school.GET("/students/:enrolment/month", shell.inSchool(auth.TakeAway, months.get))
	for _, kind := range []string{kindText, kindWorkbook} {
		school.GET("/exports/day."+kind, shell.inSchool(auth.TakeAway, exports.file))
		school.GET("/students/:enrolment/marks."+kind, shell.inSchool(auth.TakeAway, months.file))
	}
}

// registerConnecting adds the page on which the school system is connected.
func registerConnecting(school *echo.Group, forms echo.MiddlewareFunc, shell *shell, app *web.App, presses *presses) {
	proofs := &proofPage{presses: presses, students: app.Rosters, store: app.Store, others: app.Store, waker: app.Sender}
	connects := &connects{shell: shell, keys: app, connector: app.Connecting, refresher: app.Rosters, proofs: proofs}
	on := school.Group("/settings/connection")
	on.GET("", shell.inSchool(auth.ManageConnection, connects.get))
	on.POST("", shell.inSchool(auth.ManageConnection, connects.enter), forms)
	on.POST("/find", shell.inSchool(auth.ManageConnection, connects.find), forms)
	on.POST("/calls/:call", shell.inSchool(auth.ManageConnection, connects.mend), forms)
	on.POST("/use", shell.inSchool(auth.ManageConnection, connects.use), forms)
	on.POST("/marks", shell.inSchool(auth.ManageConnection, connects.tryMark), forms)
	on.POST("/marks/:token/seen", shell.inSchool(auth.ManageConnection, connects.seen), forms)
	on.POST("/on", shell.inSchool(auth.ManageConnection, connects.switchOn), forms)
	on.POST("/right", shell.inSchool(auth.ManageConnection, connects.marksAreRight), forms)
	on.GET("/mapping.json", shell.inSchool(auth.ManageConnection, connects.export))
	on.POST("/mapping.json", shell.inSchool(auth.ManageConnection, connects.importFile), web.FormsOnly(true))
}

// registerDay adds the office's pages of a day, on which it finds and marks students, and what the school says of its days.
func registerDay(school *echo.Group, forms echo.MiddlewareFunc, app *web.App, presses *presses) {
	shell := presses.shell
	days := &days{rolls: presses.rolls, boards: app.Boards, others: newOthers(shell, app)}
	school.GET("/day", shell.inSchool(auth.SeeDay, days.get))
	school.GET("/day/cells", shell.inSchool(auth.SeeDay, days.cells))
	school.GET("/day/events", shell.inSchool(auth.SeeDay, shell.streaming(days.events)))
	finds := &finds{presses: presses, finder: app.Rosters}
	school.GET("/students", shell.inSchool(auth.SeeDay, finds.get))
	school.POST("/students", shell.inSchool(auth.SeeDay, finds.post), forms)
	school.POST("/students/tray", shell.inSchool(auth.SeeDay, finds.postTray), forms)
	dayTimes := &daySettingsPage{shell: shell, store: app.Store}
	school.GET("/settings/day", shell.inSchool(auth.ManageDay, dayTimes.get))
	school.POST("/settings/day", shell.inSchool(auth.ManageDay, dayTimes.post), forms)
	times := &timesPage{shell: shell, store: app.Store}
	school.GET("/settings/times", shell.inSchool(auth.ManageConnection, times.get))
	school.POST("/settings/times", shell.inSchool(auth.ManageConnection, times.post), forms)
}

// registerLists adds the pages on which a school gives what its service does not.
func registerLists(school *echo.Group, forms echo.MiddlewareFunc, shell *shell, app *web.App) {
	students := newStudentLists(shell, app.Rosters, app.Rosters, app.Drafts)
	school.GET("/settings/students", shell.inSchool(auth.ManageLists, students.get))
	school.POST("/settings/students", shell.inSchool(auth.ManageLists, students.upload), web.FormsOnly(true))
	school.GET("/settings/students/file", shell.inSchool(auth.ManageLists, students.file))
	school.POST("/settings/students/file", shell.inSchool(auth.ManageLists, students.store), forms)
	school.POST("/settings/students/discard", shell.inSchool(auth.ManageLists, students.discard), forms)
	school.POST("/settings/students/source", shell.inSchool(auth.ManageLists, students.fromService), forms)
	statuses := &statusLists{shell: shell, rosters: app.Rosters, origins: app.Rosters, statuses: app.Store}
	school.GET("/settings/statuses", shell.inSchool(auth.ManageStatuses, statuses.get))
	school.POST("/settings/statuses", shell.inSchool(auth.ManageStatuses, statuses.edit), forms)
	school.POST("/settings/statuses/source", shell.inSchool(auth.ManageStatuses, statuses.source), forms)
	school.POST("/settings/statuses/alias", shell.inSchool(auth.ManageStatuses, statuses.alias), forms)
}

// registerGroups adds the pages on which students are put together: the school's groups, and
// each person's own.
func registerGroups(school *echo.Group, forms echo.MiddlewareFunc, shell *shell, app *web.App) {
	for address, action := range map[string]auth.Action{"/settings/groups": auth.ManageLists, "/groups": auth.ManageOwnGroups} {
		groups := &groupLists{shell: shell, rosters: app.Rosters, groups: app.Store, own: action == auth.ManageOwnGroups}
		school.GET(address, shell.inSchool(action, groups.get))
		school.POST(address, shell.inSchool(action, groups.make), forms)
		school.GET(address+"/:group", shell.inSchool(action, groups.one))
		school.POST(address+"/:group", shell.inSchool(action, groups.edit), forms)
		school.POST(address+"/:group/delete", shell.inSchool(action, groups.remove), forms)
	}
}

// registerConnection adds the routes about what stands between the school and its system.
func registerConnection(school *echo.Group, forms echo.MiddlewareFunc, shell *shell, app *web.App, releases *releases) {
	others := newOthers(shell, app)
	school.GET("/connection/others", shell.inSchool(auth.SeeConnection, others.get))
	school.POST("/connection/others", shell.inSchool(auth.ManageConnection, others.confirm), forms)
	school.POST("/connection/others/seen", shell.inSchool(auth.SeeConnection, others.seen), forms)
	connections := &connections{shell: shell, rosters: app.Rosters, pending: app.Store, starter: app.Store, keys: app, others: others}
	school.GET("/connection", shell.inSchool(auth.SeeConnection, connections.get))
	school.GET("/connection/waiting", shell.inSchool(auth.SeeConnection, connections.waiting))
	school.POST("/connection/key", shell.inSchool(auth.ManageKeys, connections.enterKey), forms)
	school.POST("/connection/start", shell.inSchool(auth.ManageConnection, connections.start), forms)
	school.POST("/connection/send", shell.inSchool(auth.SendStopped, releases.sendAll), forms)
}

// newOthers is the page of who may have been marked in place of others.
func newOthers(shell *shell, app *web.App) *others {
	return &others{shell: shell, rosters: app.Rosters, store: app.Store, waker: app.Sender}
}

// newShell is what all pages share.
func newShell(app *web.App) *shell {
	shell := &shell{
		words: app.Words, paths: app.Paths, assets: app.Assets, sessions: app.Sessions, devices: app.Devices,
		people: app.Store, schools: app.Store, covers: app.Store, readers: app.Connections, tokens: app.Tokens, clock: app.Clock,
		streams: newStreams(auth.NewStandings(app.Store.Standings), app.Stopping),
	}
	if app.Demo != nil {
		shell.demo = &demonstration{Demo: app.Demo}
	}
	return shell
}

// probes answer those who watch the program.
type probes struct{ database Database }

func (p *probes) health(c echo.Context) error { return c.String(http.StatusOK, "ok\n") }

func (p *probes) ready(c echo.Context) error {
	if err := p.database.Ready(c.Request().Context()); err != nil {
		return c.String(http.StatusServiceUnavailable, "the database is not ready\n")
	}
	return c.String(http.StatusOK, "ready\n")
}
