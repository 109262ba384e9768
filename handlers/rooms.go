package handlers

import (
	"rollbook/handlers/absences"
	"rollbook/handlers/connecting"
	"rollbook/handlers/desk"
	"rollbook/handlers/door"
	"rollbook/handlers/entry"
	"rollbook/handlers/factor"
	"rollbook/handlers/office"
	"rollbook/handlers/settings"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/web"
	"rollbook/web/identity/auth"
)

// rooms contains every page, and the checks that admit visitors to them.
type rooms struct {
	pages    *visit.Pages
	problems *visit.Problems
	visitors *visit.Visitors
	streams  *visit.Streams

	factor     *factor.Room
	entry      *entry.Room
	taking     *taking.Room
	office     *office.Room
	absences   *absences.Room
	connecting *connecting.Room
	settings   *settings.Room
	door       *door.Room
	// requests is the action required to see sent requests.
	requests auth.Action
}

func newRooms(app *web.App) *rooms {
	// In the demonstration every visitor may see the sent requests.
	demo, requests := (*visit.Demonstration)(nil), auth.SeeRawAnswers
	if app.Demo != nil {
		demo, requests = &visit.Demonstration{Demo: app.Demo}, auth.SeeStudents
	}
	identity, lists, saving := app.Identity, app.Lists, app.Saving
	pages := visit.NewPages(app.Site, identity, app.Connecting.Services, demo, app.Config.Public, app.Clock)
	problems := visit.NewProblems(pages, identity.Passes, app.Store, app.Log)
	visitors := visit.NewVisitors(pages, problems, identity, lists.Rosters, app.Store, app.Clock)
	streams := visit.NewStreams(identity.Sessions, auth.NewStandings(app.Store.Standings), app.Stopping())
	app.Measures.Gauge("rollbook_streams", "Open event streams of pages.", streams.Open)
	desk := desk.New(identity, saving.Submissions, app.Store)
	r := &rooms{pages: pages, problems: problems, visitors: visitors, streams: streams, requests: requests}
	r.factor = factor.New(pages, identity, app.Clock)
	r.entry = entry.New(pages, problems, visitors, r.factor.Beginning, demo, identity, lists.Rosters, app.Connecting.Setup,
		app.Store, app.Clock)
	r.taking = taking.New(pages, streams, desk, lists.Rosters, app.Office, saving.Submissions, app.Live, app.Store,
		requests)
	r.connecting = connecting.New(pages, demo, desk, app.Connecting, lists, saving,
		identity.Sessions, app.Store)
	r.office = office.New(pages, streams, desk, r.taking, r.connecting.OtherStudents.HasUnreviewed, identity,
		lists.Rosters, app.Office, app.Log, app.Store)
	r.absences = absences.New(pages, desk, r.taking, lists.Rosters, app.Office.Absences, saving.Submissions, app.Store)
	r.settings = settings.New(pages, app.Connecting.Keys, lists.Hooks, app.Connecting.Ending, identity, lists.Rosters,
		app.Store)
	r.door = door.New(pages, problems, visitors, streams, desk, r.taking, identity, app.Live, app.Store, app.Clock)
	return r
}
